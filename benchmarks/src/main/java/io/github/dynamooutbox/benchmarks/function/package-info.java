/** What the packaged function consists of, and how much memory it needs. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.function;
