/** {@code multipart/form-data} (RFC 7578) as a stream of parts. */
@NullMarked
package io.netpoll.servlet.multipart;

import org.jspecify.annotations.NullMarked;
