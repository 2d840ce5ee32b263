/**
 * Publishes events to Kafka. A relay with this package on its class path accepts targets of type
 * {@code kafka} in its configuration; there is nothing to call here.
 */
@NullMarked
package io.github.dynamooutbox.kafka;

import org.jspecify.annotations.NullMarked;
