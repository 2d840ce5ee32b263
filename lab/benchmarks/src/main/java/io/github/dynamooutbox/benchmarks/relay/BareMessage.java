package io.github.dynamooutbox.benchmarks.relay;

import java.time.Instant;
import software.amazon.awssdk.core.SdkBytes;

/**
 * An event as the hand-written loop sends it.
 *
 * @param partition the partition key of its record
 * @param sort the sort key of its record
 * @param index its index in the record
 * @param aggregate the aggregate, in the form that targets receive
 * @param cloudEvent the rendered message
 */
record BareMessage(
    String partition,
    String sort,
    int index,
    String aggregate,
    String source,
    String type,
    Instant time,
    SdkBytes cloudEvent) {}
