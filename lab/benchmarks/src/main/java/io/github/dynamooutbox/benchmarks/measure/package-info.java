/** What the benchmarks have in common: the load, both sides in turn, and what is printed. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.measure;
