/** The benchmarks' tables and charts. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.results;
