package io.github.dynamooutbox.inbox.lambda;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.Gap;
import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Does with an event what its type says, and remembers which ones it began. */
final class ScriptedProcessor implements EventProcessor {
  private static final AggregateKey ORDER = new AggregateKey("Order", "1");

  private final List<String> begun = Collections.synchronizedList(new ArrayList<>());

  /** Its id is {@code aggregate-version}. */
  static String event(String aggregate, int version, String does) {
    Map<String, String> attributes = new TreeMap<>();
    attributes.put("id", aggregate + '-' + version);
    attributes.put("source", "/shop");
    attributes.put("type", does);
    attributes.put("partitionkey", "Order#" + aggregate);
    attributes.put("sequence", new EventPosition(version, 0, 1).sequence());
    return LambdaEvents.cloudEvent(ReceivedEvent.of(attributes, Payload.of("{\"of\":\"secret\"}")));
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
    begun.add(event.id());
    EventPosition second = new EventPosition(2, 0, 1);
    return switch (event.type()) {
      case "works" -> new HandleResult.Handled(Optional.empty(), false);
      case "repeats" -> new HandleResult.AlreadyHandled(HandleResult.Proof.ENTRY, false);
      case "parks" -> new HandleResult.Parked(new Gap(ORDER, "1", second));
      case "waits" -> new HandleResult.Waiting(new Gap(ORDER, "1", second));
      case "is late" -> new HandleResult.Late(ORDER, second, "3");
      case "is leased" -> new HandleResult.Leased(Instant.EPOCH);
      case "breaks" -> throw new LinkageError("a class is missing");
      default -> throw new IllegalStateException("does not work");
    };
  }
}
