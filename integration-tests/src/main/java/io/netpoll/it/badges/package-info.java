/** Pages for those who show a certificate, with Spring Security. */
@NullMarked
package io.netpoll.it.badges;

import org.jspecify.annotations.NullMarked;
