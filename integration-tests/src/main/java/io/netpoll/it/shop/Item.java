package io.netpoll.it.shop;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;

/**
 * What the shop sells.
 *
 * @param name what it is called
 * @param price in cents
 */
public record Item(@NotBlank String name, @Positive int price) {}
