package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.relay.receipt.Receipt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Receipts in binary form: a version, the targets' names, and the event ids, together where they
 * went to the same targets; to none if they were dropped. A UUID takes 16 bytes.
 */
final class ReceiptCodec {
  private static final int VERSION = 1;

  /** With the rest of the item it stays below DynamoDB's 400 KB. */
  private static final int MAX_CHUNK_BYTES = 350_000;

  private static final int UUID_BYTES = 16;

  /** Event ids that went to the same targets. */
  private record Group(List<UUID> uuids, List<String> others) {
    Group() {
      this(new ArrayList<>(), new ArrayList<>());
    }
  }

  private ReceiptCodec() {}

  /** The receipt in one form, or in several if it does not fit into an item. */
  static List<byte[]> encode(Receipt receipt) {
    List<byte[]> forms = new ArrayList<>();
    Map<Set<String>, Group> groups = newGroups();
    long bytes = 0;
    for (Map.Entry<String, Set<String>> event : targetsByEvent(receipt).entrySet()) {
      Optional<UUID> uuid = uuid(event.getKey());
      long size = uuid.isPresent() ? UUID_BYTES : RecordSize.utf8Length(event.getKey());
      if (bytes + size > MAX_CHUNK_BYTES && !groups.isEmpty()) {
        forms.add(form(groups));
        groups = newGroups();
        bytes = 0;
      }
      Group group = groups.computeIfAbsent(event.getValue(), targets -> new Group());
      uuid.ifPresentOrElse(group.uuids()::add, () -> group.others().add(event.getKey()));
      bytes += size;
    }
    if (!groups.isEmpty()) {
      forms.add(form(groups));
    }
    return forms;
  }

  /** The receipt; absent if a newer version wrote it. */
  static Optional<Receipt> decode(Instant at, byte[] form) {
    ByteSource source = new ByteSource(form);
    if (source.count() != VERSION) {
      return Optional.empty();
    }
    List<String> targets = new ArrayList<>();
    for (int left = source.count(); left > 0; left--) {
      targets.add(source.text());
    }
    Map<String, List<String>> published = new TreeMap<>();
    List<String> dropped = new ArrayList<>();
    for (int left = source.count(); left > 0; left--) {
      List<String> to = new ArrayList<>();
      for (int names = source.count(); names > 0; names--) {
        to.add(targets.get(source.count()));
      }
      List<String> ids = ids(source);
      to.forEach(target -> published.computeIfAbsent(target, t -> new ArrayList<>()).addAll(ids));
      if (to.isEmpty()) {
        dropped.addAll(ids);
      }
    }
    return Optional.of(new Receipt(at, published, dropped));
  }

  private static List<String> ids(ByteSource source) {
    List<String> ids = new ArrayList<>();
    for (int left = source.count(); left > 0; left--) {
      ids.add(new UUID(source.fixed(), source.fixed()).toString());
    }
    for (int left = source.count(); left > 0; left--) {
      ids.add(source.text());
    }
    return ids;
  }

  private static byte[] form(Map<Set<String>, Group> groups) {
    List<String> targets = groups.keySet().stream().flatMap(Set::stream).distinct().toList();
    ByteSink sink = new ByteSink().count(VERSION).count(targets.size());
    targets.forEach(sink::text);
    sink.count(groups.size());
    groups.forEach(
        (to, group) -> {
          sink.count(to.size());
          to.forEach(target -> sink.count(targets.indexOf(target)));
          sink.count(group.uuids().size());
          group
              .uuids()
              .forEach(
                  id ->
                      sink.fixed(id.getMostSignificantBits()).fixed(id.getLeastSignificantBits()));
          sink.count(group.others().size());
          group.others().forEach(sink::text);
        });
    return sink.toBytes();
  }

  /** An event that was dropped has no targets. */
  private static Map<String, Set<String>> targetsByEvent(Receipt receipt) {
    Map<String, Set<String>> targets = new LinkedHashMap<>();
    receipt.dropped().forEach(event -> targets.put(event, Set.of()));
    new TreeMap<>(receipt.published())
        .forEach(
            (target, events) ->
                events.forEach(
                    event ->
                        targets.merge(
                            event, new TreeSet<>(Set.of(target)), ReceiptCodec::together)));
    return targets;
  }

  private static Set<String> together(Set<String> some, Set<String> others) {
    Set<String> all = new TreeSet<>(some);
    all.addAll(others);
    return all;
  }

  private static Map<Set<String>, Group> newGroups() {
    return new TreeMap<>(Comparator.comparing(targets -> String.join("\0", targets)));
  }

  /** Only text that a UUID gives back as it was. */
  private static Optional<UUID> uuid(String eventId) {
    if (eventId.length() != UUID_BYTES * 2 + 4) {
      return Optional.empty();
    }
    try {
      UUID uuid = UUID.fromString(eventId);
      return uuid.toString().equals(eventId) ? Optional.of(uuid) : Optional.empty();
    } catch (IllegalArgumentException notAUuid) {
      return Optional.empty();
    }
  }
}
