package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.lane.SequenceSort;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Content;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Publication;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Stuck;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/** Plans what of a page is to be published, lane by lane, and what stays. */
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

  /** What of the page stays in its queue. */
  final class Rest {
    private final Set<FinishedDelivery> finished;
    private final Map<FinishedDelivery, Cause> kept;
    private final List<Envelope> dropped = new ArrayList<>();
    private Optional<Stuck> obstacle = Optional.empty();

    /**
     * The rest of the page.
     *
     * @param finished what is published, moved, or kept
     * @param kept what of that stays because it was refused, or is behind something that was
     */
    Rest(Set<FinishedDelivery> finished, Map<FinishedDelivery, Cause> kept) {
      this.finished = finished;
      this.kept = kept;
    }

    /** Which of the events stay. */
    List<ParkedEvent> of(List<ParkedEvent> events) {
      List<ParkedEvent> left = new ArrayList<>();
      events.forEach(event -> rest(event).ifPresent(left::add));
      return left;
    }

    /** The events that are gone because a rule drops them now. */
    List<Envelope> dropped() {
      return dropped;
    }

    /** Why the first of them was refused, if one was. */
    Optional<Stuck> obstacle() {
      return obstacle;
    }

    private Optional<ParkedEvent> rest(ParkedEvent event) {
      Optional<Content> content = Optional.ofNullable(planned.get(event.place()));
      if (content.isEmpty()) {
        return Optional.of(event);
      }
      Set<String> marks = new HashSet<>(event.published());
      Cause cause = event.cause();
      boolean isLeft = false;
      for (Publication each : content.get().left()) {
        Cause refused = kept.get(each.asFinished());
        if (finished.contains(each.asFinished()) && refused == null) {
          marks.add(each.mark());
        } else {
          isLeft = true;
          if (refused != null && refused.reason() == ParkReason.REJECTED) {
            cause = refused;
            obstacle = obstacle.or(() -> Optional.of(new Stuck(refused.code(), refused.message())));
          }
        }
      }
      if (!isLeft) {
        dropped.addAll(content.get().dropped());
        return Optional.empty();
      }
      boolean isForAll = event.place().lane().target().equals(LaneKey.ALL_TARGETS);
      boolean isSame =
          cause.equals(event.cause()) && (!isForAll || marks.equals(event.published()));
      return Optional.of(
          isSame
              ? event
              : new ParkedEvent(
                  event.place(),
                  cause,
                  event.attempts(),
                  event.item(),
                  isForAll ? marks : event.published()));
    }
  }
}
