package io.github.dynamooutbox.relay.receipt;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a relay has done since the previous receipt.
 *
 * @param at time of the receipt, by the relay's clock
 * @param events each event that was handled, once
 */
public record Receipt(Instant at, List<Handled> events) {
  public Receipt {
    events = List.copyOf(events);
  }

  /**
   * What was done with an event.
   *
   * @param record its record's key
   * @param index its index in the record, from 0
   * @param id the event's id
   * @param writtenAt when its record was written, by the writer's clock
   * @param routed the targets that the rules named, an empty set if they dropped it; empty if this
   *     is unknown, because the event comes from the queue of a single target
   * @param published the targets that have accepted it since the previous receipt; the others
   *     accepted it before, or it is parked for them, or they will still receive it
   * @param deduplicated those of them that said that they had it already, and stored nothing
   */
  public record Handled(
      RecordKey record,
      int index,
      String id,
      Instant writtenAt,
      Optional<Set<String>> routed,
      Set<String> published,
      Set<String> deduplicated) {
    public Handled {
      routed = routed.map(Set::copyOf);
      published = Set.copyOf(published);
      deduplicated = Set.copyOf(deduplicated);
    }

    /** Describes an event that no target said it had already. */
    public Handled(
        RecordKey record,
        int index,
        String id,
        Instant writtenAt,
        Optional<Set<String>> routed,
        Set<String> published) {
      this(record, index, id, writtenAt, routed, published, Set.of());
    }

    /** Describes an event that a relay has handled. */
    public static Handled of(
        Envelope envelope, Optional<Set<String>> routed, Set<String> published) {
      return new Handled(
          envelope.key(),
          envelope.index(),
          envelope.event().id(),
          envelope.record().context().writtenAt(),
          routed,
          published);
    }

    /** The same event, which these targets had already. */
    public Handled deduplicated(Set<String> targets) {
      return new Handled(record, index, id, writtenAt, routed, published, targets);
    }
  }

  /** Ids of the events that each target accepted. */
  public Map<String, List<String>> published() {
    Map<String, List<String>> published = new TreeMap<>();
    for (Handled event : events) {
      event
          .published()
          .forEach(
              target ->
                  published.computeIfAbsent(target, each -> new ArrayList<>()).add(event.id()));
    }
    return published;
  }

  /** Ids of the events that a rule dropped. */
  public List<String> dropped() {
    return events.stream()
        .filter(event -> event.routed().map(Set::isEmpty).orElse(false))
        .map(Handled::id)
        .toList();
  }
}
