/** Starts a Kafka broker; runs in a process of its own. */
@NullMarked
package io.github.dynamooutbox.localaws.kafka;

import org.jspecify.annotations.NullMarked;
