package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.Payload;
import java.util.Map;
import java.util.Optional;

/**
 * An event as a consumer received it: CloudEvents attributes and a payload. Two instances are the
 * same event if source and id are equal. Immutable.
 */
public final class ReceivedEvent {
  private static final String DEFAULT_CONTENT_TYPE = "application/json";

  /**
   * The attribute with a Custom Event Bus's {@code aws:DeliveryType}: {@code LIVE}, or {@code
   * REPLAY} for what a subscriber with a starting position in the past is delivered.
   */
  public static final String DELIVERY_TYPE = "awsdeliverytype";

  private final Map<String, String> attributes;
  private final Payload data;

  private ReceivedEvent(Map<String, String> attributes, Payload data) {
    this.attributes = attributes;
    this.data = data;
  }

  /**
   * Creates an event from its attributes.
   *
   * @param attributes all CloudEvents attributes as text, by name; {@code id}, {@code source} and
   *     {@code type} are required and not empty
   * @throws UnusableEventException if one of these is missing
   */
  public static ReceivedEvent of(Map<String, String> attributes, Payload data) {
    ReceivedEvent event = new ReceivedEvent(Map.copyOf(attributes), data);
    for (String required : new String[] {"id", "source", "type"}) {
      if (event.attribute(required).orElse("").isEmpty()) {
        throw new UnusableEventException(
            event
                + ": has no CloudEvents attribute \""
                + required
                + "\"; without it no repeat can be recognised. Does a rule or template on the way"
                + " remove it?");
      }
    }
    return event;
  }

  /** Unique among the events of its source. */
  public String id() {
    return attributes.getOrDefault("id", "");
  }

  /** The service that raised the event. */
  public String source() {
    return attributes.getOrDefault("source", "");
  }

  /** What happened, for example {@code OrderPlaced}. */
  public String type() {
    return attributes.getOrDefault("type", "");
  }

  /** Media type of the payload; {@code application/json} if the event does not say. */
  public String contentType() {
    return attributes.getOrDefault("datacontenttype", DEFAULT_CONTENT_TYPE);
  }

  /** An attribute by its name, for example {@code subject}, {@code tenant} or that of a header. */
  public Optional<String> attribute(String name) {
    return Optional.ofNullable(attributes.get(name));
  }

  /** All attributes by name; unmodifiable. */
  public Map<String, String> attributes() {
    return attributes;
  }

  /**
   * Whether a Custom Event Bus delivers it from what it retains, and not as it arrives. Also of an
   * event that was handled before; the inbox recognises that one.
   */
  public boolean isReplay() {
    return attribute(DELIVERY_TYPE).filter("REPLAY"::equals).isPresent();
  }

  /** The payload, with the text or the bytes that were received. */
  public Payload data() {
    return data;
  }

  /** The aggregate that raised the event; empty if the event was not published by a relay. */
  public Optional<AggregateKey> aggregate() {
    return attribute("partitionkey").flatMap(ReceivedEvent::aggregate);
  }

  /** A type contains no {@code #}. */
  private static Optional<AggregateKey> aggregate(String key) {
    int end = key.indexOf('#');
    return end <= 0 || end == key.length() - 1
        ? Optional.empty()
        : Optional.of(new AggregateKey(key.substring(0, end), key.substring(end + 1)));
  }

  /**
   * The event's position among those of its aggregate; empty if its writer supplied no version.
   *
   * @throws UnusableEventException if it is malformed
   */
  public Optional<EventPosition> position() {
    try {
      return attribute("sequence")
          .map(sequence -> EventPosition.parse(sequence, attribute("sequencecount")));
    } catch (IllegalArgumentException e) {
      throw new UnusableEventException(
          this
              + ": "
              + e.getMessage()
              + ". Does a relay before version 0.1.0 or a template on the way leave sequencecount"
              + " out?");
    }
  }

  /** Identifies the event without its content: payloads do not belong in logs. */
  @Override
  public String toString() {
    return "event " + id() + " of type " + type() + " from " + source();
  }
}
