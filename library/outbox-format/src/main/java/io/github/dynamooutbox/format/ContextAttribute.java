package io.github.dynamooutbox.format;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a transaction may say about itself besides source, time and region, in the order of records
 * and envelopes. All there is to know about such an attribute stands here: whatever encodes,
 * decodes, renders, matches or measures one loops over these values.
 */
public enum ContextAttribute {
  /** The W3C trace context that the transaction is part of. */
  TRACEPARENT("traceparent", "traceparent", Use.TRACE),

  /** What tracing systems add to the trace context. */
  TRACESTATE("tracestate", "tracestate", Use.TRACE),

  /** The id of the conversation. */
  CORRELATION_ID("correlationId", "correlation id", Use.ROUTES),

  /** The id of the message that caused the transaction. */
  CAUSATION_ID("causationId", "causation id", Use.ROUTES),

  /** The owner of the data. */
  TENANT("tenant", "tenant", Use.ROUTES_AND_YIELDS_TO_HEADERS),

  /** The user who caused the transaction. */
  USER("user", "user", Use.ROUTES_AND_YIELDS_TO_HEADERS);

  private enum Use {
    TRACE,
    ROUTES,
    ROUTES_AND_YIELDS_TO_HEADERS
  }

  private static final List<ContextAttribute> ALL = List.of(values());
  private static final Map<String, ContextAttribute> BY_CLOUD_EVENT_NAME =
      ALL.stream().collect(Collectors.toUnmodifiableMap(it -> it.cloudEventName, it -> it));

  private final String itemName;
  private final String cloudEventName;
  private final String label;
  private final Use use;

  ContextAttribute(String itemName, String label, Use use) {
    this.itemName = itemName;
    this.cloudEventName = itemName.toLowerCase(Locale.ROOT);
    this.label = label;
    this.use = use;
  }

  /** All values, without the copy that {@link #values} makes. */
  public static List<ContextAttribute> all() {
    return ALL;
  }

  /** The name in the record's item. */
  public String itemName() {
    return itemName;
  }

  /** The name in a CloudEvent: that of the item in lower case. */
  public String cloudEventName() {
    return cloudEventName;
  }

  /** The name in the patterns of routes, which is that of the item; empty if they cannot use it. */
  public Optional<String> routingName() {
    return use == Use.TRACE ? Optional.empty() : Optional.of(itemName);
  }

  /** Whether an event's header of the CloudEvent's name replaces the value for its event. */
  public boolean yieldsToHeaders() {
    return use == Use.ROUTES_AND_YIELDS_TO_HEADERS;
  }

  /** In words, for messages. */
  public String label() {
    return label;
  }

  /** The attribute that has this name in a CloudEvent. */
  public static Optional<ContextAttribute> ofCloudEventName(String name) {
    return Optional.ofNullable(BY_CLOUD_EVENT_NAME.get(name));
  }
}
