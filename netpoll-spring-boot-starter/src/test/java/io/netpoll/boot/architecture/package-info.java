/**
 * The rule of the starter's architecture, and below {@code bad} what breaks it.
 */
package io.netpoll.boot.architecture;
