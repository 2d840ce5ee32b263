package io.github.dynamooutbox.examples.orders;

/**
 * The total of an order.
 *
 * @param changes number of its changes, including its placement
 * @param cents its price in cents
 */
public record OrderTotal(long changes, long cents) {}
