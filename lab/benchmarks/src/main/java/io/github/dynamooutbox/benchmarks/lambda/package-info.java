/**
 * The cost of the relay on Lambda, from the bytes of a stream event to the last answer, compared
 * with a hand-written loop over the SDK's client.
 */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.lambda;
