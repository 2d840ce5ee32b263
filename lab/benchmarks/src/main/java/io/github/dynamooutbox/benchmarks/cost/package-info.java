/** CPU time and bytes of requests and batches, compared with the same ones written by hand. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.cost;
