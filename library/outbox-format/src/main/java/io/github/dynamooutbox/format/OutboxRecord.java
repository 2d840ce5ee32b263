package io.github.dynamooutbox.format;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * All events that one transaction raises for one aggregate, in order. Immutable.
 *
 * @param aggregate the aggregate that raised the events
 * @param sequence the aggregate's version after the transaction, if the writer supplies one; 0 or
 *     more
 * @param events at least one, in order
 * @param context where and by whom the transaction was made
 * @param expiresAt when TTL may delete the record; truncated to seconds
 * @param unknown attributes that are unknown to this version; kept but ignored
 */
public record OutboxRecord(
    AggregateKey aggregate,
    OptionalLong sequence,
    List<OutboxEvent> events,
    CommitContext context,
    Instant expiresAt,
    ItemView unknown) {
  public OutboxRecord {
    if (events.isEmpty()) {
      throw new IllegalArgumentException("record of " + aggregate + ": has no events");
    }
    if (sequence.isPresent() && sequence.getAsLong() < 0) {
      throw new IllegalArgumentException("record of " + aggregate + ": the sequence is negative");
    }
    events = List.copyOf(events);
    expiresAt = expiresAt.truncatedTo(ChronoUnit.SECONDS);
    unknown = Item.copyOf(unknown);
  }

  /** Returns a copy with other events. */
  public OutboxRecord withEvents(List<OutboxEvent> others) {
    return new OutboxRecord(aggregate, sequence, others, context, expiresAt, unknown);
  }

  /** Identifies the record without its content: events do not belong in logs. */
  @Override
  public String toString() {
    return "OutboxRecord["
        + aggregate
        + (sequence.isPresent() ? ", sequence=" + sequence.getAsLong() : "")
        + ", events="
        + events
        + ']';
  }

  /**
   * Where and by whom a transaction was made. Immutable.
   *
   * @param source CloudEvents source of the writing service
   * @param writtenAt the writer's clock just before the commit; truncated to milliseconds
   * @param region AWS region of the writer
   * @param attributes what else it says about itself; absent ones have no entry
   */
  public record CommitContext(
      String source, Instant writtenAt, String region, Map<ContextAttribute, String> attributes) {
    public CommitContext {
      writtenAt = writtenAt.truncatedTo(ChronoUnit.MILLIS);
      attributes =
          attributes.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(attributes));
    }

    /** A context without any of the optional values. */
    public static CommitContext of(String source, Instant writtenAt, String region) {
      return new CommitContext(source, writtenAt, region, Map.of());
    }

    /** The value of an attribute. */
    public Optional<String> get(ContextAttribute attribute) {
      return Optional.ofNullable(attributes.get(attribute));
    }

    /** Returns a copy with this value. */
    public CommitContext with(ContextAttribute attribute, String value) {
      Map<ContextAttribute, String> changed = new EnumMap<>(ContextAttribute.class);
      changed.putAll(attributes);
      changed.put(attribute, value);
      return new CommitContext(source, writtenAt, region, changed);
    }
  }
}
