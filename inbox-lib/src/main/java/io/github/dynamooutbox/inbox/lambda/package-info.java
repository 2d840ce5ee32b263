/**
 * Batches of SQS and Kinesis in a Lambda function: hands their events to an inbox and reports those
 * that failed. Needs no library of Lambda's.
 *
 * <p>{@link io.github.dynamooutbox.inbox.lambda.BatchAdapter} is the entry point.
 */
@NullMarked
package io.github.dynamooutbox.inbox.lambda;

import org.jspecify.annotations.NullMarked;
