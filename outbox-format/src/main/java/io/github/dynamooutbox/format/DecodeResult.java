package io.github.dynamooutbox.format;

/** What reading an item of the outbox came to. */
public sealed interface DecodeResult {

  /** The item is a record that this version understands in full. */
  record Decoded(RecordKey key, OutboxRecord record) implements DecodeResult {}

  /**
   * A later version of the format, whose meaning this version must not guess.
   *
   * @param version the item's {@code v}, in decimal
   */
  record NewerVersion(String version) implements DecodeResult {}

  /**
   * The item is in the outbox but is no record.
   *
   * @param message which attribute is wrong, and how; never a value of a payload
   */
  record Malformed(String message) implements DecodeResult {}
}
