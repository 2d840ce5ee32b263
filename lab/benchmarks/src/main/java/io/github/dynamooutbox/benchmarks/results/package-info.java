/** What the benchmarks print. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.results;
