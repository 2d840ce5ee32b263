/** CPU time and bytes of a request that the libraries send, beside the same one by hand. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.cost;
