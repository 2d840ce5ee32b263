/** CPU time and bytes of a library's request, compared with the same one written by hand. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.cost;
