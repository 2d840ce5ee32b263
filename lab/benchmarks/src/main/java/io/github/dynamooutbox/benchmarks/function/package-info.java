/** The packaged function: its cold starts, the memory that it needs, and what its jar contains. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.function;
