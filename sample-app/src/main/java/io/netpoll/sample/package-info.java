/**
 * A Spring MVC application as a user of netpoll writes it.
 */
@NullMarked
package io.netpoll.sample;

import org.jspecify.annotations.NullMarked;
