package io.github.dynamooutbox.cli.internal.verdict;

import io.github.dynamooutbox.cli.internal.parked.ParkedGroup;
import io.github.dynamooutbox.cli.internal.parked.ParkedReader;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Why events are parked, by error code. Looks at the events that have waited longest, so that it
 * answers as fast for very many as for few. Used by one thread.
 */
public final class Causes {
  /** What a reader takes in, and what some fifty reads bring. */
  private static final int MOST_GROUPS = 20;

  private static final int MOST_QUEUES = 50;
  private static final int MOST_EVENTS = 500;

  /** A page that is open asks again every few seconds. */
  private static final Duration FRESH = Duration.ofSeconds(30);

  private record Group(String target, ParkReason reason) {}

  private record Known(long events, Instant oldest, Instant at, GroupCauses causes) {
    private boolean isOf(long number, Instant since, Instant now) {
      return events == number && oldest.equals(since) && at.plus(FRESH).isAfter(now);
    }
  }

  private final OutboxOperator operator;
  private final RecordCodec codec;
  private final InstantSource clock;
  private Map<Group, Known> known = Map.of();

  public Causes(OutboxOperator operator, RecordCodec codec, InstantSource clock) {
    this.operator = operator;
    this.codec = codec;
    this.clock = clock;
  }

  /** The causes of the first twenty groups that are not empty, in their order. */
  List<GroupCauses> of(List<ParkedGroup> groups) {
    Map<Group, Known> read = new HashMap<>();
    List<GroupCauses> causes = new ArrayList<>();
    groups.stream()
        .filter(group -> group.events() > 0)
        .limit(MOST_GROUPS)
        .forEach(
            group -> {
              Group name = new Group(group.target(), group.reason());
              Known each = knownOrRead(name, group);
              read.put(name, each);
              causes.add(each.causes());
            });
    known = read;
    return causes;
  }

  private Known knownOrRead(Group name, ParkedGroup group) {
    Known before = known.get(name);
    Instant now = clock.instant();
    Instant oldest = group.oldest().oldest();
    return before != null && before.isOf(group.events(), oldest, now)
        ? before
        : new Known(group.events(), oldest, now, read(group));
  }

  private GroupCauses read(ParkedGroup group) {
    ParkedReader reader = new ParkedReader(codec);
    Map<String, String> messages = new TreeMap<>();
    Map<String, Map<String, Long>> counts = new TreeMap<>();
    long looked = 0;
    List<QueueSummary> first =
        group.queues().stream()
            .sorted(Comparator.comparing(QueueSummary::oldest))
            .limit(MOST_QUEUES)
            .toList();
    for (QueueSummary queue : first) {
      if (looked < MOST_EVENTS) {
        for (ParkedEvent event : operator.events(queue.queue(), MOST_EVENTS - looked)) {
          looked++;
          if (event.cause().reason() != ParkReason.BEHIND) {
            messages.putIfAbsent(event.cause().code(), event.cause().message());
            counts
                .computeIfAbsent(event.cause().code(), code -> new TreeMap<>())
                .merge(reader.name(event).type(), 1L, Long::sum);
          }
        }
      }
    }
    List<CauseCount> causes =
        counts.entrySet().stream()
            .map(
                each ->
                    new CauseCount(
                        each.getKey(), messages.getOrDefault(each.getKey(), ""), each.getValue()))
            .sorted(Comparator.comparing(CauseCount::events).reversed())
            .toList();
    return new GroupCauses(group.target(), group.reason(), looked, causes);
  }
}
