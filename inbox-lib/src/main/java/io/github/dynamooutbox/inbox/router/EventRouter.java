package io.github.dynamooutbox.inbox.router;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.inbox.EventHandler;
import io.github.dynamooutbox.inbox.InboxTransaction;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.UnusableEventException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Hands events to handlers by their type, with their JSON payloads as objects. Thread-safe as long
 * as its mapper is not reconfigured.
 *
 * <pre>{@code
 * EventRouter router = EventRouter.builder()
 *     .on("OrderPlaced", OrderPlaced.class, (placed, event, tx) -> tx.update(...))
 *     .upcast("OrderPlaced.v1", "OrderPlaced", json -> ((ObjectNode) json).put("currency", "EUR"))
 *     .ignore("OrderViewed")
 *     .build();
 * inbox.handle(event, router);
 * }</pre>
 *
 * <p>Events of ignored types are handled without a write of the handler's, so that they leave no
 * gap in the order of their aggregate. An event of any other type that has no handler is an {@link
 * UnusableEventException}, never passed over in silence.
 */
public final class EventRouter implements EventHandler {
  private final Map<String, EventHandler> handlers;
  private final Map<String, Upcast> upcasts;
  private final Optional<EventHandler> otherwise;
  private final PayloadReader payloads;

  private EventRouter(Builder builder) {
    this.handlers = Map.copyOf(builder.handlers);
    this.upcasts = Map.copyOf(builder.upcasts);
    this.otherwise = builder.otherwise;
    this.payloads = builder.payloads;
  }

  /** From one type to another. */
  private record Upcast(String to, UnaryOperator<JsonNode> change) {}

  public static Builder builder() {
    return builder(
        JsonMapper.builder()
            .findAndAddModules()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build());
  }

  /**
   * With a mapper of the caller's.
   *
   * @param mapper reads payloads; without {@code FAIL_ON_UNKNOWN_PROPERTIES}, so that producers can
   *     add fields
   */
  public static Builder builder(ObjectMapper mapper) {
    return new Builder(new PayloadReader(mapper));
  }

  /**
   * Hands the event to the handler of its type.
   *
   * @throws UnusableEventException if the type has no handler, or the payload cannot be read
   */
  @Override
  public void handle(ReceivedEvent event, InboxTransaction transaction) {
    ReceivedEvent current = event;
    while (!handlers.containsKey(current.type()) && upcasts.containsKey(current.type())) {
      Upcast upcast = Objects.requireNonNull(upcasts.get(current.type()));
      current = payloads.changed(current, upcast.to(), upcast.change());
    }
    ReceivedEvent last = current;
    Optional.ofNullable(handlers.get(last.type()))
        .or(() -> otherwise)
        .orElseThrow(
            () ->
                new UnusableEventException(
                    last
                        + ": there is no handler for its type; add on(...), ignore(...) or"
                        + " otherwise(...)"))
        .handle(last, transaction);
  }

  /** Configures a router. Not thread-safe. */
  public static final class Builder {
    private final Map<String, EventHandler> handlers = new HashMap<>();
    private final Map<String, Upcast> upcasts = new HashMap<>();
    private final PayloadReader payloads;
    private Optional<EventHandler> otherwise = Optional.empty();

    private Builder(PayloadReader payloads) {
      this.payloads = payloads;
    }

    /**
     * Handles events of a type.
     *
     * @throws IllegalArgumentException if the type is handled, ignored or changed already
     */
    public <T> Builder on(String type, Class<T> payload, TypedHandler<T> handler) {
      return add(
          type,
          (event, transaction) ->
              handler.handle(payloads.read(event, payload), event, transaction));
    }

    /** Handles events of types with nothing to do. */
    public Builder ignore(String... types) {
      for (String type : types) {
        add(type, (event, transaction) -> {});
      }
      return this;
    }

    /**
     * Changes events of an earlier type, or version of it, into those of a later one before they
     * are handled. The next type may itself be changed again.
     *
     * @param change gets and returns the payload
     * @throws IllegalArgumentException if the type is handled, ignored or changed already, or the
     *     changes would go round in a circle
     */
    public Builder upcast(String from, String to, UnaryOperator<JsonNode> change) {
      checkFree(from);
      upcasts.put(from, new Upcast(to, change));
      Set<String> seen = new HashSet<>();
      for (String type = from; upcasts.containsKey(type); ) {
        if (!seen.add(type)) {
          throw new IllegalArgumentException(
              "events of type " + from + " would be changed into their own type again");
        }
        type = Objects.requireNonNull(upcasts.get(type)).to();
      }
      return this;
    }

    /** Handles events of all other types. Default: they are unusable. */
    public Builder otherwise(EventHandler handler) {
      otherwise = Optional.of(handler);
      return this;
    }

    private Builder add(String type, EventHandler handler) {
      checkFree(type);
      handlers.put(type, handler);
      return this;
    }

    private void checkFree(String type) {
      if (handlers.containsKey(type) || upcasts.containsKey(type)) {
        throw new IllegalArgumentException(
            "events of type " + type + ": are handled, ignored or changed already");
      }
    }

    public EventRouter build() {
      return new EventRouter(this);
    }
  }
}
