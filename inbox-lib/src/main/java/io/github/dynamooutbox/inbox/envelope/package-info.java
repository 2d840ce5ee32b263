/** Reads events from the envelopes in which EventBridge, SNS, SQS and Kinesis deliver them. */
@NullMarked
package io.github.dynamooutbox.inbox.envelope;

import org.jspecify.annotations.NullMarked;
