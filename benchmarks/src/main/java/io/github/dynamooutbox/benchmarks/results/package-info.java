/** What benchmarks print and draw. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.results;
