package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.OptionalLong;

/**
 * A record as it was submitted, with what its key says of its place among the others. Confined to
 * the relay's event loop.
 */
final class KeyedRecord {
  private final StreamRecord record;
  private final Progress.Slot slot;
  private String aggregate = "";
  private OptionalLong sequence = OptionalLong.empty();
  private boolean inverted;

  KeyedRecord(StreamRecord record, Progress.Slot slot) {
    this.record = record;
    this.slot = slot;
  }

  StreamRecord record() {
    return record;
  }

  Progress.Slot slot() {
    return slot;
  }

  /** It is an outbox record, by its key. */
  void isOf(String keyAggregate, OptionalLong keySequence) {
    aggregate = keyAggregate;
    sequence = keySequence;
  }

  /** What its key says of a sequence is not so. */
  void hasNoSequence() {
    sequence = OptionalLong.empty();
  }

  /** The aggregate as {@code type#id}; empty unless it is an outbox record. */
  String aggregate() {
    return aggregate;
  }

  /** The aggregate's version, if it has one. */
  OptionalLong sequence() {
    return sequence;
  }

  /** It arrived after a record of its aggregate with a higher sequence. */
  void isInverted(boolean late) {
    inverted = late;
  }

  boolean isInverted() {
    return inverted;
  }
}
