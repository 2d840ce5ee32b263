package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Content;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Publication;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Stuck;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What of a page stays in its queue. */
final class Rest {
  private final PagePlan plan;
  private final Set<FinishedDelivery> finished;
  private final Map<FinishedDelivery, Cause> kept;
  private final List<Envelope> dropped = new ArrayList<>();
  private Optional<Stuck> obstacle = Optional.empty();

  /**
   * The rest of a page.
   *
   * @param finished what is published, moved, or kept
   * @param kept what of that stays because it was refused, or is behind something that was
   */
  Rest(PagePlan plan, Set<FinishedDelivery> finished, Map<FinishedDelivery, Cause> kept) {
    this.plan = plan;
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
    Optional<Content> content = plan.of(event);
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
    boolean isSame = cause.equals(event.cause()) && (!isForAll || marks.equals(event.published()));
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
