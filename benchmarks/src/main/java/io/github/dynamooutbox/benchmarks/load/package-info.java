/** What the benchmarks send. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.load;
