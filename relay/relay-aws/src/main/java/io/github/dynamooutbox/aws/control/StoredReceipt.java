package io.github.dynamooutbox.aws.control;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A receipt as it is stored: it identifies events by their {@linkplain EventMark marks}.
 *
 * @param at when it was created, by the relay's clock, a little after what it reports
 * @param expiresAt when TTL may delete it
 * @param events what was done with each event; empty if the receipt was written by a newer version,
 *     or by one from before the first release
 */
public record StoredReceipt(Instant at, Instant expiresAt, Optional<List<Handled>> events) {
  public StoredReceipt {
    events = events.map(List::copyOf);
  }

  /**
   * What was done with an event.
   *
   * @param event the event's mark
   * @param writtenAt when its record was written, by the writer's clock
   * @param routed the targets that the rules named, none if they dropped it; empty if unknown
   * @param published the targets that have accepted it
   * @param deduplicated those of them that said that they had it already, and stored nothing
   */
  public record Handled(
      EventMark event,
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
        EventMark event, Instant writtenAt, Optional<Set<String>> routed, Set<String> published) {
      this(event, writtenAt, routed, published, Set.of());
    }
  }
}
