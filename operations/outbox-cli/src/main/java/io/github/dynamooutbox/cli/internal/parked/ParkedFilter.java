package io.github.dynamooutbox.cli.internal.parked;

import static java.util.stream.Collectors.joining;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Selects parked events.
 *
 * @param reasons what they are parked for, and what is only queued behind that; none: any
 * @param id the event's id, or the keys of a record that cannot be read
 * @param code what the target or the relay said
 * @param before when they were parked at the latest
 * @param text what their aggregate, id, type, code or message contains
 * @param chosen exactly these
 */
public record ParkedFilter(
    Optional<String> target,
    Set<ParkReason> reasons,
    Optional<String> aggregate,
    Optional<String> id,
    Optional<String> type,
    Optional<String> code,
    Optional<Instant> before,
    Optional<String> text,
    Optional<Chosen> chosen) {
  /** So many aggregates are named. */
  private static final int MOST_NAMES = 5;

  public ParkedFilter {
    reasons = Set.copyOf(reasons);
  }

  /** Events that somebody has ticked, by {@link ParkedRow#key}. */
  public record Chosen(Set<String> keys, Set<String> aggregates) {
    public Chosen {
      keys = Set.copyOf(keys);
      aggregates = Set.copyOf(aggregates);
    }

    private String described() {
      String some = aggregates.stream().sorted().limit(MOST_NAMES).collect(joining(", "));
      return aggregates.size() > MOST_NAMES ? some + " and others" : some;
    }

    private boolean mayBeIn(QueueName queue) {
      return aggregates.stream().anyMatch(queue::mayHold);
    }
  }

  /** Selects by what queues are named after and nothing else. */
  public static ParkedFilter of(
      Optional<String> target, Set<ParkReason> reasons, Optional<String> aggregate) {
    return new ParkedFilter(
        target,
        reasons,
        aggregate,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Whether only the contents of a queue tell. */
  public boolean needsEvents() {
    return aggregate.isPresent()
        || Stream.of(id, type, code, text).anyMatch(Optional::isPresent)
        || before.isPresent()
        || chosen.isPresent();
  }

  public boolean mayBeIn(QueueSummary queue) {
    QueueName name = queue.queue();
    return target.map(name.target()::equals).orElse(true)
        && aggregate.map(name::mayHold).orElse(true)
        && chosen.map(events -> events.mayBeIn(name)).orElse(true)
        && (reasons.isEmpty() || count(queue) > 0 || reasons.contains(queue.reason()));
  }

  /** How many events of a queue it selects, as far as the counts of the queue tell. */
  public long count(QueueSummary queue) {
    if (reasons.isEmpty() || reasons.contains(queue.reason())) {
      return ParkedGroup.events(List.of(queue));
    }
    return reasons.stream().mapToLong(each -> queue.counts().getOrDefault(each, 0L)).sum();
  }

  /**
   * Whether an event is selected.
   *
   * @param reader asked for its name only if that is needed, because it reads the event's record
   */
  public boolean includes(ParkedEvent event, ParkedReader reader, QueueSummary queue) {
    ParkedEvent.Cause cause = event.cause();
    boolean isBehind = cause.reason() == ParkReason.BEHIND;
    return (reasons.isEmpty()
            || reasons.contains(cause.reason())
            || (isBehind && reasons.contains(queue.reason())))
        && aggregate.map(event.place().lane().aggregate()::equals).orElse(true)
        && code.map(cause.code()::equals).orElse(true)
        && before.map(time -> !event.attempts().last().isAfter(time)).orElse(true)
        && chosen.map(events -> events.keys().contains(ParkedRow.key(event.place()))).orElse(true)
        && (Stream.of(id, type, text).allMatch(Optional::isEmpty) || names(reader.row(event)));
  }

  private boolean names(ParkedRow row) {
    return id.map(row.name().id()::equals).orElse(true)
        && type.map(row.name().type()::equals).orElse(true)
        && text.map(row::mentions).orElse(true);
  }

  /** In words, as the end of a sentence. */
  public String described() {
    return aggregate.map(" of "::concat).orElse("")
        + target.map(" for "::concat).orElse("")
        + (reasons.isEmpty()
            ? ""
            : " as " + reasons.stream().map(Enum::name).sorted().collect(joining(" or ")))
        + id.map(" with the id "::concat).orElse("")
        + type.map(" of the type "::concat).orElse("")
        + code.map(" with the code "::concat).orElse("")
        + before.map(time -> " and not since " + time).orElse("")
        + text.map(" with the text "::concat).orElse("")
        + chosen.map(events -> " of what is ticked in " + events.described()).orElse("");
  }
}
