/** What the packaged function is made of and how much memory it needs. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.function;
