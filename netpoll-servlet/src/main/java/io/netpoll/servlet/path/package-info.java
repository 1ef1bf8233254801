/** Request paths: the canonical form of Servlet 6.1 §3.5 and the URL patterns of §12. */
@NullMarked
package io.netpoll.servlet.path;

import org.jspecify.annotations.NullMarked;
