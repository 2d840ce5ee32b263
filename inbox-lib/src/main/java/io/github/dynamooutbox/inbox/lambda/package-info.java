/**
 * Batches of SQS and Kinesis in a Lambda function: passes their events to an inbox and reports
 * those that failed. Needs none of Lambda's libraries.
 *
 * <p>{@link io.github.dynamooutbox.inbox.lambda.BatchAdapter} is the entry point.
 */
@NullMarked
package io.github.dynamooutbox.inbox.lambda;

import org.jspecify.annotations.NullMarked;
