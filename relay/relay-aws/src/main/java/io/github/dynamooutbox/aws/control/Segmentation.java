package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.UnparkableException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
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

  /** A single record may fill the item. Quota of DynamoDB: 400 KB with all names. */
  private static final int MAX_SINGLE_BYTES = 400 * 1024 - 4_096;

  /** The most that is in memory at once when a segment of several records is read. */
  private static final int MAX_PLAIN_BYTES = 1 << 20;

  /** The same for a segment of one record, which is not stored twice for the sake of its events. */
  private static final int MAX_PLAIN_BYTES_OF_ONE = 4 << 20;

  private static final int MAX_EVENTS = 1_000;

  private final List<Part> parts = new ArrayList<>();

  private Segmentation() {}

  /**
   * One part of an append.
   *
   * @param events how many events it has
   */
  record Part(SdkBytes data, int events) {}

  /** What is collected for a part; events with the same copy of a record share it. */
  private static final class Draft {
    private final List<ParkedEvent> events = new ArrayList<>();
    private final List<byte[]> plain = new ArrayList<>();
    private final IdentityHashMap<ItemView, Integer> indexes = new IdentityHashMap<>();
    private final List<byte[]> records = new ArrayList<>();
    private long bytes;

    /** Adds an event, unless that made the part too large. */
    boolean add(ParkedEvent event) {
      Integer known = indexes.get(event.item());
      byte[] record = known == null ? SegmentCodec.record(event.item()) : new byte[0];
      byte[] form = form(event, known == null ? records.size() : known);
      long size = bytes + record.length + form.length;
      boolean isOfOne = records.size() == 1 && known != null;
      boolean fits =
          isOfOne
              ? size <= MAX_PLAIN_BYTES_OF_ONE
              : size <= MAX_PLAIN_BYTES && events.size() < MAX_EVENTS;
      if (!events.isEmpty() && !fits) {
        return false;
      }
      if (known == null) {
        indexes.put(event.item(), records.size());
        records.add(record);
      }
      events.add(event);
      plain.add(form);
      bytes = size;
      return true;
    }

    private byte[] form(ParkedEvent event, int record) {
      if (!events.isEmpty()) {
        ParkedEvent before = events.get(events.size() - 1);
        if (before.item() == event.item()) {
          return SegmentCodec.event(event, record, before);
        }
      }
      return SegmentCodec.event(event, record);
    }

    boolean isOfOneRecord() {
      return records.size() == 1;
    }

    byte[] deflated() {
      return SegmentCodec.deflated(records, plain);
    }
  }

  /**
   * All parts, in order.
   *
   * @throws UnparkableException if an event does not fit into an item
   */
  static List<Part> of(List<ParkedEvent> events) {
    Segmentation all = new Segmentation();
    Draft draft = new Draft();
    for (ParkedEvent event : events) {
      if (!draft.add(event)) {
        all.add(draft);
        draft = new Draft();
        boolean unused = draft.add(event);
      }
    }
    all.add(draft);
    return all.parts;
  }

  private void add(Draft draft) {
    List<ParkedEvent> events = draft.events;
    byte[] data = draft.deflated();
    int most = draft.isOfOneRecord() ? MAX_SINGLE_BYTES : MAX_DEFLATED_BYTES;
    if (data.length <= most) {
      parts.add(new Part(SdkBytes.fromByteArrayUnsafe(data), events.size()));
    } else if (events.size() == 1) {
      throw new UnparkableException(
          "record %s cannot be parked: %d bytes deflated, but an item holds at most %d"
              .formatted(events.get(0).place().record(), data.length, most));
    } else {
      int half = events.size() / 2;
      add(draftOf(events.subList(0, half)));
      add(draftOf(events.subList(half, events.size())));
    }
  }

  private static Draft draftOf(List<ParkedEvent> events) {
    Draft draft = new Draft();
    for (ParkedEvent event : events) {
      boolean unused = draft.add(event);
    }
    return draft;
  }
}
