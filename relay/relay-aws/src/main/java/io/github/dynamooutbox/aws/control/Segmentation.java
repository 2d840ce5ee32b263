package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.UnparkableException;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.core.SdkBytes;

/**
 * Splits the events of an append into parts that fit into an item each. Equal lists are split
 * alike.
 */
final class Segmentation {
  /**
   * Leaves room for the keys, and for the rest of a segment, which may deflate less well when it is
   * written back.
   */
  private static final int MAX_DEFLATED_BYTES = 380_000;

  /** A single event may fill the item. Quota of DynamoDB: 400 KB with all names. */
  private static final int MAX_SINGLE_BYTES = 400 * 1024 - 4_096;

  /** The most that is in memory at once when a segment is read. */
  private static final int MAX_PLAIN_BYTES = 1 << 20;

  private static final int MAX_EVENTS = 1_000;

  private final List<Part> parts = new ArrayList<>();

  private Segmentation() {}

  /**
   * One part of an append.
   *
   * @param events how many events it has
   */
  record Part(SdkBytes data, int events) {}

  /**
   * All parts, in order.
   *
   * @throws UnparkableException if an event does not fit into an item
   */
  static List<Part> of(List<ParkedEvent> events) {
    Segmentation all = new Segmentation();
    List<ParkedEvent> some = new ArrayList<>();
    List<byte[]> plain = new ArrayList<>();
    long bytes = 0;
    for (ParkedEvent event : events) {
      byte[] form = SegmentCodec.plain(event);
      if (!some.isEmpty() && (bytes + form.length > MAX_PLAIN_BYTES || some.size() == MAX_EVENTS)) {
        all.add(some, plain);
        some = new ArrayList<>();
        plain = new ArrayList<>();
        bytes = 0;
      }
      some.add(event);
      plain.add(form);
      bytes += form.length;
    }
    all.add(some, plain);
    return all.parts;
  }

  private void add(List<ParkedEvent> events, List<byte[]> plain) {
    byte[] data = SegmentCodec.deflated(plain);
    int most = events.size() == 1 ? MAX_SINGLE_BYTES : MAX_DEFLATED_BYTES;
    if (data.length <= most) {
      parts.add(new Part(SdkBytes.fromByteArrayUnsafe(data), events.size()));
    } else if (events.size() == 1) {
      throw new UnparkableException(
          "record %s cannot be parked: %d bytes deflated, but an item holds at most %d"
              .formatted(events.get(0).place().record(), data.length, most));
    } else {
      int half = events.size() / 2;
      add(events.subList(0, half), plain.subList(0, half));
      add(events.subList(half, events.size()), plain.subList(half, plain.size()));
    }
  }
}
