/** The time from the start of a function's process to its first published event. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.coldstart;
