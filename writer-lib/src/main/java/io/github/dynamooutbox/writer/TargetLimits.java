package io.github.dynamooutbox.writer;

import java.util.Objects;

/**
 * Limits of a target, so that a commit refuses events that the relay could only park. Immutable.
 * Every event that is committed can be published: its size is counted as the relay publishes it,
 * with attributes, JSON escapes in text, and bytes in base64. What only the relay knows is counted
 * with its maximum. So an event may be refused that is up to 2 KB, and 7 bytes for each of its
 * headers, below the limit, or that a target with {@code envelope: data} would accept without its
 * attributes.
 *
 * @param target name of the target, for messages
 * @param maxBytes maximum size of an entry in bytes: the target's {@code maxEntryBytes}, or what
 *     its topic, queue or stream accepts
 * @param maxTypeCharacters maximum length of an event type
 * @param maxSourceCharacters maximum length of the source
 * @param jsonObjectsOnly whether every payload must be a JSON object, as EventBridge requires of a
 *     target with {@code envelope: data}
 * @param messageTextOnly whether every payload must be in the record, not empty, and of characters
 *     that SQS accepts, as SNS and SQS require of a target with {@code envelope: data}
 * @param eventBridgeRules whether sources must not begin with {@code aws.}, and integers in JSON
 *     must fit into 64 bits
 */
public record TargetLimits(
    String target,
    long maxBytes,
    int maxTypeCharacters,
    int maxSourceCharacters,
    boolean jsonObjectsOnly,
    boolean messageTextOnly,
    boolean eventBridgeRules) {
  private static final long QUARTER_MEBIBYTE = 256 * 1024;
  private static final long MEBIBYTE = 1024 * 1024;
  private static final long KAFKA_BATCH = 1_048_588;
  private static final int MAX_DETAIL_TYPE = 128;
  private static final int MAX_SOURCE = 256;

  public TargetLimits {
    Objects.requireNonNull(target, "the name of the target");
    if (maxBytes < 1 || maxTypeCharacters < 1 || maxSourceCharacters < 1) {
      throw new InvalidConfigurationException("limits of " + target + ": must be positive");
    }
  }

  /** Limits of a target that accepts every kind of payload. */
  public TargetLimits(
      String target,
      long maxBytes,
      int maxTypeCharacters,
      int maxSourceCharacters,
      boolean jsonObjectsOnly) {
    this(target, maxBytes, maxTypeCharacters, maxSourceCharacters, jsonObjectsOnly, false, false);
  }

  /**
   * EventBridge ({@code PutEventsRequestEntry}): no source that begins with {@code aws.}, and in
   * JSON no integer beyond 64 bits; detail-type 128 characters, source 256, an entry 1 MiB (in
   * China 256 KiB), which is also the relay's default {@code maxEntryBytes}.
   */
  public static TargetLimits eventBridge() {
    return new TargetLimits(
        "EventBridge", MEBIBYTE, MAX_DETAIL_TYPE, MAX_SOURCE, false, false, true);
  }

  /**
   * EventBridge's Custom Event Bus ({@code PutEventsRequestEntry}): detail-type 128 characters,
   * source 256. AWS documents no maximum size of an event, so none is checked: an event that the
   * bus refuses is parked.
   */
  public static TargetLimits eventBridgeV2() {
    return new TargetLimits("EventBridge", Long.MAX_VALUE, MAX_DETAIL_TYPE, MAX_SOURCE, false);
  }

  /** SNS, standard and FIFO: a message of 256 KiB, unless the topic's setting allows more. */
  public static TargetLimits sns() {
    return new TargetLimits("SNS", QUARTER_MEBIBYTE, Integer.MAX_VALUE, Integer.MAX_VALUE, false);
  }

  /** SQS, standard and FIFO: a message of 1 MiB, unless the queue's setting allows less. */
  public static TargetLimits sqs() {
    return new TargetLimits("SQS", MEBIBYTE, Integer.MAX_VALUE, Integer.MAX_VALUE, false);
  }

  /** Kinesis: a record of 1 MiB, unless the stream's setting allows more. */
  public static TargetLimits kinesis() {
    return new TargetLimits("Kinesis", MEBIBYTE, Integer.MAX_VALUE, Integer.MAX_VALUE, false);
  }

  /**
   * Kafka ({@code max.message.bytes}): a record with its batch of 1,048,588 bytes, unless the
   * topic's or the brokers' setting differs.
   */
  public static TargetLimits kafka() {
    return new TargetLimits("Kafka", KAFKA_BATCH, Integer.MAX_VALUE, Integer.MAX_VALUE, false);
  }

  /** Returns these limits with another maximum size. */
  public TargetLimits maxBytes(long bytes) {
    return new TargetLimits(
        target,
        bytes,
        maxTypeCharacters,
        maxSourceCharacters,
        jsonObjectsOnly,
        messageTextOnly,
        eventBridgeRules);
  }

  /** Returns these limits for a target that accepts only JSON objects. */
  public TargetLimits jsonObjects() {
    return new TargetLimits(
        target,
        maxBytes,
        maxTypeCharacters,
        maxSourceCharacters,
        true,
        messageTextOnly,
        eventBridgeRules);
  }

  /**
   * Returns these limits for a topic or queue with {@code envelope: data}, which accepts no empty
   * payload, none that is stored elsewhere, and no control characters but tab and line breaks, nor
   * U+FFFE or U+FFFF.
   */
  public TargetLimits messageText() {
    return new TargetLimits(
        target,
        maxBytes,
        maxTypeCharacters,
        maxSourceCharacters,
        jsonObjectsOnly,
        true,
        eventBridgeRules);
  }
}
