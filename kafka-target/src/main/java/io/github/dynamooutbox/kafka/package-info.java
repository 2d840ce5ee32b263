/**
 * Publishes events to Kafka. A relay that has this package on its class path takes targets of type
 * {@code kafka} in its configuration; nothing here needs to be called.
 */
@NullMarked
package io.github.dynamooutbox.kafka;

import org.jspecify.annotations.NullMarked;
