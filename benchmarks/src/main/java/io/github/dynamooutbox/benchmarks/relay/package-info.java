/**
 * What the relay costs on Lambda, from the bytes of a stream event to the last answer, beside a
 * loop over the SDK's client that is written by hand.
 */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.relay;
