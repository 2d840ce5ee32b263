/**
 * A protocol stub of SNS, EventBridge and Kinesis for tests and demos: it speaks the services' wire
 * protocols, so that unchanged AWS clients work against it, and fails on demand.
 */
@NullMarked
package io.github.dynamooutbox.localaws.stub;

import org.jspecify.annotations.NullMarked;
