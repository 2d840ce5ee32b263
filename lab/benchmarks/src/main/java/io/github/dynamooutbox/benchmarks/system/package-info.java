/**
 * The whole system on one machine: writers, DynamoDB Local with its stream, a relay in a process of
 * its own, targets and consumers.
 */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.benchmarks.system;
