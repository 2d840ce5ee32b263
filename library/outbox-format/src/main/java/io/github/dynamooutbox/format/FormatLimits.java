package io.github.dynamooutbox.format;

import java.time.Duration;

/** Limits that every writer of the format observes, with their source. */
public final class FormatLimits {
  /**
   * Minimum retention of a record: DynamoDB Streams keeps a change for 24 hours, and a record must
   * not expire while a relay may still read it there.
   */
  public static final Duration MIN_RETENTION = Duration.ofHours(25);

  public static final Duration DEFAULT_RETENTION = Duration.ofDays(7);

  /**
   * Maximum size of a record, as counted by {@link RecordSize}: 390 KB. This leaves room in
   * DynamoDB's 400 KB for the attributes that are added when a record is parked.
   */
  public static final int MAX_RECORD_BYTES = 390 * 1024;

  /**
   * Maximum size of a payload before it is compressed: 1 MiB, which is what most targets take. It
   * bounds what a reader has to hold of one compressed payload.
   */
  public static final int MAX_COMPRESSED_PAYLOAD_BYTES = 1024 * 1024;

  /** Maximum size of a partition key's value in bytes (DynamoDB quota). */
  public static final int MAX_PARTITION_KEY_BYTES = 2048;

  /** Maximum size of a sort key's value in bytes (DynamoDB quota). */
  public static final int MAX_SORT_KEY_BYTES = 1024;

  /** Maximum size of the result that a command stores for its repeats, in UTF-8: 4 KB. */
  public static final int MAX_COMMAND_RESULT_BYTES = 4 * 1024;

  /**
   * Maximum depth of a JSON payload, in arrays and objects within each other. Jackson reads 1,000
   * by default, EventBridge accepts 1,100; this leaves room for the envelopes around a payload.
   */
  public static final int MAX_JSON_DEPTH = 990;

  /** Maximum length of a number in a JSON payload, in characters: what Jackson reads by default. */
  public static final int MAX_JSON_NUMBER_LENGTH = 1_000;

  /**
   * Maximum length of a member's name in a JSON payload, in characters as it is written: what
   * Jackson reads by default.
   */
  public static final int MAX_JSON_NAME_LENGTH = 50_000;

  private FormatLimits() {}
}
