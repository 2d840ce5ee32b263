package io.github.dynamooutbox.benchmarks.relay;

import java.time.Instant;
import software.amazon.awssdk.core.SdkBytes;

/**
 * An event as the loop by hand has it.
 *
 * @param partition of its record's key
 * @param sort of its record's key
 * @param index in its record
 * @param aggregate as targets are given it
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
