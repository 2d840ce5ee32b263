/**
 * Rounds of chaos for the relay on Lambda: the function, its control table, its target and inbox
 * consumers fail while orders flow, and what arrived and had an effect is counted.
 */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.chaos;
