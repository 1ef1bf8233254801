/**
 * Spring Boot on netpoll: the factories of its web server, their configuration, and what it reports.
 */
@NullMarked
package io.netpoll.boot;

import org.jspecify.annotations.NullMarked;
