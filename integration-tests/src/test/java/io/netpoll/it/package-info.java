/** What the tests of all applications need. */
@NullMarked
package io.netpoll.it;

import org.jspecify.annotations.NullMarked;
