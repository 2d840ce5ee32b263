/** What a commit costs beside the same request written by hand. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.writer;
