/** The cost of writer and inbox, compared with hand-written transactions and loops. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.library;
