/**
 * Rounds of chaos for the relay on Lambda: the function, its control table, its target and inbox
 * consumers fail while orders are committed, and arrivals and effects are counted.
 */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.chaos;
