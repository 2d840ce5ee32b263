package io.github.dynamooutbox.inbox.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.Gap;
import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.UnusableEventException;
import io.github.dynamooutbox.inbox.WholeEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Does with an event what its type says, and remembers which ones it began. Whatever it gets has to
 * be the event that was sent under this id, with all that belongs to it.
 */
final class ScriptedProcessor implements EventProcessor {
  private static final AggregateKey ORDER = new AggregateKey("Order", "1");

  private final List<String> begun = Collections.synchronizedList(new ArrayList<>());

  /** Its id is {@code aggregate-version}. */
  static String event(String aggregate, int version, String does) {
    return LambdaEvents.cloudEvent(sent(aggregate + '-' + version, does));
  }

  static ReceivedEvent sent(String id, String does) {
    int end = id.lastIndexOf('-');
    Map<String, String> attributes = new TreeMap<>();
    attributes.put("specversion", "1.0");
    attributes.put("id", id);
    attributes.put("source", "/shop");
    attributes.put("type", does);
    attributes.put("partitionkey", "Order#" + id.substring(0, end));
    attributes.put(
        "sequence", new EventPosition(Integer.parseInt(id.substring(end + 1)), 0, 1).sequence());
    attributes.put("channel", "channel of " + id);
    return ReceivedEvent.of(attributes, Payload.of("{\"of\":\"secret of " + id + "\"}"));
  }

  /** Ids, in the order in which they were begun. */
  List<String> begun() {
    return List.copyOf(begun);
  }

  List<String> begun(String aggregate) {
    return begun().stream().filter(id -> id.startsWith(aggregate + '-')).toList();
  }

  @Override
  public HandleResult process(ReceivedEvent event, Duration left) {
    assertThat(WholeEvent.of(event)).isEqualTo(WholeEvent.of(sent(event.id(), event.type())));
    begun.add(event.id());
    EventPosition second = new EventPosition(2, 0, 1);
    return switch (event.type()) {
      case "works" -> new HandleResult.Handled(Optional.empty(), false);
      case "repeats" -> new HandleResult.AlreadyHandled(HandleResult.Proof.ENTRY, false);
      case "parks" -> new HandleResult.Parked(new Gap(ORDER, "1", second));
      case "waits" -> new HandleResult.Waiting(new Gap(ORDER, "1", second));
      case "is late" -> new HandleResult.Late(ORDER, second, "3");
      case "is leased" -> new HandleResult.Leased(Instant.EPOCH);
      case "is unusable" -> throw new UnusableEventException("has no handler");
      case "breaks" -> throw new LinkageError("a class is missing");
      default -> throw new IllegalStateException("does not work");
    };
  }
}
