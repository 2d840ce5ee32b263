/**
 * The relay's AWS side: targets on EventBridge, SNS, SQS and Kinesis, and the configuration of a
 * whole relay from one JSON document.
 */
@NullMarked
package io.github.dynamooutbox.aws;

import org.jspecify.annotations.NullMarked;
