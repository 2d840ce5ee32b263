package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.host.LogScope;
import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.format.AttributeType;
import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The log's view of the current invocation: its stream, its records, and the logging context of its
 * thread, because the relay logs on another one. Thread-safe.
 */
final class InvocationLog implements LogScope {
  /** A record without its image: the images of a batch can take megabytes. */
  private record Place(StreamPosition position, ItemView keys) {}

  private record Invocation(
      String stream, List<Place> places, @Nullable Map<String, String> context, Set<String> known) {
    static Invocation of(StreamEvent event) {
      List<Place> places = new ArrayList<>(event.records().size());
      event.records().forEach(record -> places.add(new Place(record.position(), record.keys())));
      return new Invocation(
          event.name(), places, MDC.getCopyOfContextMap(), ConcurrentHashMap.newKeySet());
    }

    Invocation over() {
      return new Invocation(stream, List.of(), context, known);
    }
  }

  private volatile Invocation invocation = Invocation.of(new StreamEvent("", List.of()));

  /** Starts an invocation on the calling thread. */
  void begin(StreamEvent event) {
    invocation = Invocation.of(event);
  }

  /** Releases the invocation's records; the rest stays until the next invocation. */
  void end() {
    invocation = invocation.over();
  }

  /** True once in an invocation: a target that is down fails every event, many times. */
  @Override
  public boolean isNews(String fault) {
    return invocation.known().add(fault);
  }

  @Override
  public String halted() {
    return "This shard stops here: {}. The record is delivered again until the cause is removed or"
        + " such records are parked (relay.onPoison); the stream keeps records for 24 hours";
  }

  @Override
  public void enter() {
    Map<String, String> context = invocation.context();
    if (context != null) {
      MDC.setContextMap(context);
    }
  }

  @Override
  public Map<String, String> fields() {
    return Map.of("stream", invocation.stream());
  }

  /** The record's key attributes, with their values where these are strings. */
  @Override
  public Optional<String> record(StreamPosition position) {
    return invocation.places().stream()
        .filter(place -> place.position().equals(position))
        .findFirst()
        .map(place -> text(place.keys()));
  }

  private static String text(ItemView keys) {
    return keys.names().stream()
        .sorted()
        .map(
            name -> {
              AttributeView value = keys.get(name);
              return value != null && value.type() == AttributeType.S
                  ? name + '=' + value.string()
                  : name;
            })
        .collect(Collectors.joining(" "));
  }
}
