/** Publishes to a topic with an idempotent producer, and examines the topic. */
@NullMarked
package io.github.dynamooutbox.kafka.internal;

import org.jspecify.annotations.NullMarked;
