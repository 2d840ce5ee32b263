/** The cost of handling each event once, compared with hand-written transactions and loops. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.inbox;
