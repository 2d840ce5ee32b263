package io.github.dynamooutbox.format;

import java.time.Duration;

/** Limits that every writer of the format keeps, with where they come from. */
public final class FormatLimits {
  /**
   * The least time that a record is kept: DynamoDB Streams shows a change for 24 hours, and a
   * record must not expire while a relay can still come upon it there.
   */
  public static final Duration MIN_RETENTION = Duration.ofHours(25);

  public static final Duration DEFAULT_RETENTION = Duration.ofDays(7);

  /**
   * The greatest size of a record, as {@link RecordSize} counts it: 390 KB. It leaves room in
   * DynamoDB's 400 KB for what is added when a record is parked.
   */
  public static final int MAX_RECORD_BYTES = 390 * 1024;

  /** The greatest size of a partition key's value (DynamoDB quota). */
  public static final int MAX_PARTITION_KEY_BYTES = 2048;

  /** The greatest size of a sort key's value (DynamoDB quota). */
  public static final int MAX_SORT_KEY_BYTES = 1024;

  private FormatLimits() {}
}
