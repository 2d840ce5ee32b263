package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.archive.ArchivedEvent;
import io.github.dynamooutbox.operations.archive.EventArchive;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records as an archive has them. */
public final class ArchivedRecords {
  private ArchivedRecords() {}

  /**
   * The selected ones, which have to fit into memory: those of an aggregate, say. Events that the
   * archive does not have are placeholders of the type {@code NotArchived}.
   *
   * @param selection reads the archive from its beginning to its end
   * @throws OperatorException if the archive cannot be read
   */
  public static List<DecodeResult.Decoded> of(
      EventArchive archive, RecordCodec codec, EventSelection selection) {
    Map<String, Map<Integer, ArchivedEvent>> events = new TreeMap<>();
    Map<String, RecordKey> keys = new TreeMap<>();
    archive.read(
        selection.from(),
        selection.to(),
        (where, line) -> {
          ArchivedEvent event = parsed(where, line);
          if (selection.includes(ArchivedRecord.alone(event), event.event())) {
            RecordKey key = key(event, codec);
            String name = key.partition() + '/' + key.sort();
            keys.put(name, key);
            events.computeIfAbsent(name, any -> new TreeMap<>()).put(event.index(), event);
          }
        },
        foreign -> {});
    List<DecodeResult.Decoded> records = new ArrayList<>();
    keys.forEach(
        (name, key) ->
            records.add(
                ArchivedRecord.of(key, List.copyOf(events.getOrDefault(name, Map.of()).values()))));
    return records;
  }

  static ArchivedEvent parsed(String where, byte[] line) {
    try {
      return ArchivedEvent.parse(line);
    } catch (IllegalArgumentException e) {
      throw new OperatorException(
          Kind.INPUT,
          "%s: %s: restore the object, or leave its hour out".formatted(where, e.getMessage()));
    }
  }

  static RecordKey key(ArchivedEvent event, RecordCodec codec) {
    return event.sequence().isPresent()
        ? codec.key(event.aggregate(), event.sequence().getAsLong())
        : codec.key(event.aggregate(), event.sort());
  }
}
