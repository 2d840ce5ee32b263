package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.aws.control.EventMark;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What is known about an event from a receipt or a queue; sets of targets are bits.
 *
 * @param at time of the receipt in epoch milliseconds; 0 for a queue
 * @param routed the targets that the rules named; -1 if unknown
 */
record KnownFate(EventMark event, long at, long routed, long published, long parked) {
  static final long UNKNOWN = -1;

  private static final int BYTES = 6 * Long.BYTES;

  static KnownFate parked(EventMark event, long targets) {
    return new KnownFate(event, 0, UNKNOWN, 0, targets);
  }

  byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .putLong(event.high())
        .putLong(event.low())
        .putLong(at)
        .putLong(routed)
        .putLong(published)
        .putLong(parked)
        .array();
  }

  static KnownFate read(DataInputStream in) throws IOException {
    return new KnownFate(
        new EventMark(in.readLong(), in.readLong()),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong());
  }
}
