package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Parked events in binary form: a version byte, then, deflated, the records and the events. A
 * record is there once, however many of its events are; each event has the index of its record. An
 * event that is like the one before it, but for being the record's next, takes one byte.
 */
final class SegmentCodec {
  private static final int VERSION = 2;

  /** Stands for the record's next event, of which all else is as before. */
  private static final byte[] NEXT = {};

  private SegmentCodec() {}

  /** A record, not deflated. */
  static byte[] record(ItemView item) {
    return ItemForm.encode(item);
  }

  /**
   * One event without its record, not deflated.
   *
   * @param record the index of its record
   */
  static byte[] event(ParkedEvent event, int record) {
    Place place = event.place();
    Cause cause = event.cause();
    ByteSink sink =
        new ByteSink()
            .text(place.lane().target())
            .text(place.lane().aggregate())
            .text(place.position().sequenceNumber())
            .text(place.record().partition())
            .text(place.record().sort())
            .count(place.index() + 1L)
            .text(cause.reason().name())
            .text(CauseText.code(cause.code()))
            .text(CauseText.message(cause.message()))
            .count(event.attempts().count())
            .count(event.attempts().first().toEpochMilli())
            .count(event.attempts().last().toEpochMilli())
            .count(record)
            .count(event.published().size());
    event.published().stream().sorted().forEach(sink::text);
    return sink.toBytes();
  }

  /**
   * The same for an event behind another of the same record.
   *
   * @param before the one before it in the segment
   */
  static byte[] event(ParkedEvent event, int record, ParkedEvent before) {
    byte[] form = event(event, record);
    return Arrays.equals(form, event(next(before), record)) ? NEXT : form;
  }

  private static ParkedEvent next(ParkedEvent before) {
    Place place = before.place();
    return new ParkedEvent(
        new Place(place.lane(), place.position(), place.record(), place.index() + 1),
        before.cause(),
        before.attempts(),
        before.item(),
        before.published());
  }

  /** A segment of records and events as {@link #record} and {@link #event} encoded them. */
  static byte[] deflated(List<byte[]> records, List<byte[]> events) {
    ByteSink sink = new ByteSink().count(records.size());
    records.forEach(sink::raw);
    sink.count(events.size());
    events.forEach(sink::raw);
    return Deflated.of(VERSION, sink.toBytes());
  }

  /** The events; their records are decoded when they are asked for. */
  static List<ParkedEvent> decode(byte[] form) {
    if (form[0] != VERSION) {
      throw new IllegalStateException(
          "a segment of parked events has version %d, and this program reads %d: use the version that wrote it, or a newer one"
              .formatted(form[0], VERSION));
    }
    ByteSource segment = new ByteSource(Deflated.plain(form));
    List<EncodedItem> records = new ArrayList<>();
    for (int left = segment.count(); left > 0; left--) {
      records.add(new EncodedItem(segment.raw()));
    }
    List<ParkedEvent> events = new ArrayList<>();
    for (int left = segment.count(); left > 0; left--) {
      byte[] event = segment.raw();
      events.add(
          event.length == 0
              ? next(events.get(events.size() - 1))
              : event(new ByteSource(event), records));
    }
    return events;
  }

  private static ParkedEvent event(ByteSource source, List<EncodedItem> records) {
    LaneKey lane = new LaneKey(source.text(), source.text());
    StreamPosition position = new StreamPosition(source.text());
    RecordKey record = new RecordKey(source.text(), source.text());
    Place place = new Place(lane, position, record, source.count() - 1);
    Cause cause = new Cause(ParkReason.valueOf(source.text()), source.text(), source.text());
    int attempts = source.count();
    Instant first = Instant.ofEpochMilli(source.longCount());
    Instant last = Instant.ofEpochMilli(source.longCount());
    EncodedItem item = records.get(source.count());
    Set<String> published = new HashSet<>();
    for (int left = source.count(); left > 0; left--) {
      published.add(source.text());
    }
    return new ParkedEvent(place, cause, new Attempts(attempts, first, last), item, published);
  }

  /** Cuts the texts of causes, which can have any length, to what is stored. */
  static final class CauseText {
    private static final int MAX_CODE_BYTES = 128;
    private static final int MAX_MESSAGE_BYTES = 1024;

    private CauseText() {}

    static String code(String text) {
      return cut(text, MAX_CODE_BYTES);
    }

    static String message(String text) {
      return cut(text, MAX_MESSAGE_BYTES);
    }

    /** The beginning of the text, at most this many bytes in UTF-8. */
    static String cut(String text, int maxBytes) {
      int bytes = 0;
      int end = 0;
      while (end < text.length()) {
        int next = text.offsetByCodePoints(end, 1);
        bytes += (int) RecordSize.utf8Length(text.substring(end, next));
        if (bytes > maxBytes) {
          break;
        }
        end = next;
      }
      return text.substring(0, end);
    }
  }
}
