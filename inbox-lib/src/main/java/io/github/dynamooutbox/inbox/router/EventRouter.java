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
 * Routes events to handlers by type, with JSON payloads as objects. Thread-safe as long as its
 * mapper is not reconfigured.
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
 * <p>Events of ignored types count as handled without any writes, so they leave no gap in the order
 * of their aggregate. An event of any other type without a handler fails with {@link
 * UnusableEventException}; it is never skipped silently.
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

  /** A change from one type to another. */
  private record Upcast(String to, UnaryOperator<JsonNode> change) {}

  public static Builder builder() {
    return builder(
        JsonMapper.builder()
            .findAndAddModules()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build());
  }

  /**
   * A builder whose payloads another library reads, for example {@link Jackson3PayloadMapper}. Only
   * trees of Jackson 2, such as those of {@link Builder#upcast}, are not read by it.
   */
  public static Builder builder(PayloadMapper mapper) {
    return new Builder(new PayloadReader(new JsonMapper(), Optional.of(mapper)));
  }

  /**
   * A builder with the caller's own mapper.
   *
   * @param mapper reads payloads; without {@code FAIL_ON_UNKNOWN_PROPERTIES}, so that producers can
   *     add fields
   */
  public static Builder builder(ObjectMapper mapper) {
    return new Builder(new PayloadReader(mapper));
  }

  /**
   * Calls the handler for the type of the event.
   *
   * @throws UnusableEventException if the type has no handler, or the payload cannot be read
   * @throws UnmappablePayloadException if this consumer's class for the payload cannot be used
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
     * @throws IllegalArgumentException if the type is already handled, ignored or converted
     */
    public <T> Builder on(String type, Class<T> payload, TypedHandler<T> handler) {
      return add(
          type,
          (event, transaction) ->
              handler.handle(payloads.read(event, payload), event, transaction));
    }

    /**
     * Handles events of a type whose payload, if any, is not read.
     *
     * @throws IllegalArgumentException if the type is already handled, ignored or converted
     */
    public Builder on(String type, EventHandler handler) {
      return add(type, handler);
    }

    /** Ignores events of these types: they count as handled. */
    public Builder ignore(String... types) {
      for (String type : types) {
        add(type, (event, transaction) -> {});
      }
      return this;
    }

    /**
     * Converts events of an earlier type, or an earlier version of a type, into those of a later
     * one before they are handled. The later type may itself be converted again.
     *
     * @param change converts the payload. Numbers keep their value, and those that it leaves alone
     *     their form
     * @throws IllegalArgumentException if the type is already handled, ignored or converted, or if
     *     the conversions would form a cycle
     */
    public Builder upcast(String from, String to, UnaryOperator<JsonNode> change) {
      checkFree(from);
      upcasts.put(from, new Upcast(to, change));
      Set<String> seen = new HashSet<>();
      for (String type = from; upcasts.containsKey(type); ) {
        if (!seen.add(type)) {
          throw new IllegalArgumentException(
              "events of type " + from + " would be converted back into their own type");
        }
        type = Objects.requireNonNull(upcasts.get(type)).to();
      }
      return this;
    }

    /**
     * Handles events of all other types. Default: they fail with {@link UnusableEventException}.
     */
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
            "events of type " + type + ": are already handled, ignored or converted");
      }
    }

    public EventRouter build() {
      return new EventRouter(this);
    }
  }
}
