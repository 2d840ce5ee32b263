package io.github.dynamooutbox.examples.orders;

/**
 * What has become of an order.
 *
 * @param changes how often it changed, its placement included
 * @param cents what it costs
 */
public record OrderTotal(long changes, long cents) {}
