/** The cost of a commit, compared with the same request written by hand. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.writer;
