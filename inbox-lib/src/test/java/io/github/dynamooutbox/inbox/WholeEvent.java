package io.github.dynamooutbox.inbox;

import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** All that there is to an event, as text: what a handler got is compared with what was sent. */
public final class WholeEvent {
  private WholeEvent() {}

  public static String of(ReceivedEvent event) {
    String payload =
        event
            .data()
            .fold(
                text -> "text " + text.text(),
                binary -> "bytes " + HexFormat.of().formatHex(binary.toBytes()),
                Object::toString);
    return new TreeMap<>(event.attributes()) + " with " + payload;
  }

  static List<String> of(List<ReceivedEvent> events) {
    return events.stream().map(WholeEvent::of).toList();
  }

  static List<String> of(ReceivedEvent... events) {
    return Stream.of(events).map(WholeEvent::of).toList();
  }
}
