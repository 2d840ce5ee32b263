package io.github.dynamooutbox.format;

import java.util.function.Function;

/** The result of reading an item of the outbox. */
public sealed interface DecodeResult {
  /**
   * Applies the function for the kind of result. A kind that is added later breaks the compilation
   * of every caller, so that none can overlook it.
   */
  <R> R fold(
      Function<Decoded, R> decoded,
      Function<NewerVersion, R> newer,
      Function<Malformed, R> malformed);

  /** The item is a record that this version understands in full. */
  record Decoded(RecordKey key, OutboxRecord record) implements DecodeResult {
    @Override
    public <R> R fold(
        Function<Decoded, R> decoded,
        Function<NewerVersion, R> newer,
        Function<Malformed, R> malformed) {
      return decoded.apply(this);
    }
  }

  /**
   * The item has a later version of the format, whose meaning this version must not guess.
   *
   * @param version the item's {@code v}, in decimal
   */
  record NewerVersion(String version) implements DecodeResult {
    @Override
    public <R> R fold(
        Function<Decoded, R> decoded,
        Function<NewerVersion, R> newer,
        Function<Malformed, R> malformed) {
      return newer.apply(this);
    }
  }

  /**
   * The item is in the outbox but is not a valid record.
   *
   * @param message the attribute and what is wrong with it; never contains payload data
   */
  record Malformed(String message) implements DecodeResult {
    @Override
    public <R> R fold(
        Function<Decoded, R> decoded,
        Function<NewerVersion, R> newer,
        Function<Malformed, R> malformed) {
      return malformed.apply(this);
    }
  }
}
