/**
 * Kafka as a kind of targets: on the class path of a relay, it is found there. It has nothing to be
 * called.
 */
@NullMarked
package io.github.dynamooutbox.kafka;

import org.jspecify.annotations.NullMarked;
