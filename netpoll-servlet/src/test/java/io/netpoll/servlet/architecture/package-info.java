/**
 * The rule of the engine's architecture, and below {@code bad} what breaks it.
 */
package io.netpoll.servlet.architecture;
