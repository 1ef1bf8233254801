/**
 * The rules of the architecture. Each has a package of its name under {@code bad} that breaks it.
 */
package io.netpoll.architecture;
