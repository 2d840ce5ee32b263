/**
 * A small order service that publishes its events through an outbox. Start with {@link
 * io.github.dynamooutbox.examples.orders.OrderService}.
 */
@NullMarked
package io.github.dynamooutbox.examples.orders;

import org.jspecify.annotations.NullMarked;
