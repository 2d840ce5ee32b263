/** The load that the benchmarks generate, and the units that it consumes. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.load;
