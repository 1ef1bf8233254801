/** Field values and forms as text: dates, languages, cookies, media types, form data. Pure functions without I/O. */
@NullMarked
package io.netpoll.servlet.syntax;

import org.jspecify.annotations.NullMarked;
