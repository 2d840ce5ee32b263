/** What handling an event once costs, beside transactions and loops written by hand. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.inbox;
