package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.internal.lane.SequenceSort;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Content;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Publication;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Stuck;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** Plans what of a page is to be published, lane by lane. */
final class PagePlan {
  private record Read(ParkedEvent event, Content content) {
    OptionalLong sequence() {
      return content.sequence();
    }
  }

  private final RedriveContext context;
  private final boolean isOrdered;
  private final Predicate<ParkedEvent> selected;
  private final Map<Place, Content> planned = new HashMap<>();
  private final List<Publication> publications = new ArrayList<>();
  private final IdentityHashMap<Publication, ParkedEvent> events = new IdentityHashMap<>();
  private Optional<Stuck> obstacle = Optional.empty();

  /**
   * Plans a page.
   *
   * @param selected which events may be sent, unless one before them in their lane may not
   */
  PagePlan(
      RedriveContext context,
      QueueName queue,
      List<Segment> page,
      Predicate<ParkedEvent> selected) {
    this.context = context;
    this.selected = selected;
    Target<?> target = context.targets().get(queue.target());
    isOrdered = target == null || target.ordered();
    Map<LaneKey, Map<Place, ParkedEvent>> lanes = new LinkedHashMap<>();
    for (Segment segment : page) {
      for (ParkedEvent event : segment.events()) {
        lanes
            .computeIfAbsent(event.place().lane(), lane -> new LinkedHashMap<>())
            .putIfAbsent(event.place(), event);
      }
    }
    lanes.values().forEach(lane -> plan(List.copyOf(lane.values())));
  }

  /** What is to be published: in order within each lane, and without duplicates. */
  List<Publication> publications() {
    return publications;
  }

  /** The parked event that a publication belongs to. */
  ParkedEvent eventOf(Publication publication) {
    return Objects.requireNonNull(events.get(publication));
  }

  /** What an event stands for; empty if it stays where it is. */
  Optional<Content> of(ParkedEvent event) {
    return Optional.ofNullable(planned.get(event.place()));
  }

  /** Why the first event that stays does so. */
  Optional<Stuck> obstacle() {
    return obstacle;
  }

  private void plan(List<ParkedEvent> lane) {
    List<Read> read = new ArrayList<>(lane.size());
    lane.forEach(event -> read.add(new Read(event, context.content().of(event))));
    for (Read each : isOrdered ? SequenceSort.sorted(read, Read::sequence) : read) {
      Optional<Stuck> stuck = stuck(each.event, each.content);
      if (stuck.isEmpty()) {
        planned.put(each.event.place(), each.content);
        for (Publication publication : each.content.left()) {
          publications.add(publication);
          events.put(publication, each.event);
        }
      } else {
        obstacle = obstacle.or(() -> stuck);
        if (isOrdered) {
          return;
        }
      }
    }
  }

  private Optional<Stuck> stuck(ParkedEvent event, Content content) {
    if (!selected.test(event)) {
      return Optional.of(new Stuck(event.cause().code(), event.cause().message()));
    }
    return content
        .stuck()
        .or(
            () ->
                content.left().stream()
                    .map(Publication::target)
                    .filter(target -> !context.targets().containsKey(target))
                    .map(target -> new Stuck("NO_TARGET", "no target \"" + target + "\""))
                    .findFirst());
  }
}
