/**
 * A shop: pages of Thymeleaf, JSON, GraphQL, OpenAPI, uploads and streams, with actuator.
 */
@NullMarked
package io.netpoll.it.shop;

import org.jspecify.annotations.NullMarked;
