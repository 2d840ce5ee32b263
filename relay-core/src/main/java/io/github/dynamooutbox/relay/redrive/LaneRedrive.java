package io.github.dynamooutbox.relay.redrive;

import static java.util.concurrent.CompletableFuture.completedStage;

import io.github.dynamooutbox.relay.internal.lane.SequenceSort;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.redrive.ParkedContent.Content;
import io.github.dynamooutbox.relay.redrive.ParkedContent.Publication;
import io.github.dynamooutbox.relay.redrive.ParkedContent.Stuck;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Obstacle;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Reopened;
import io.github.dynamooutbox.relay.redrive.RedriveResult.StillParked;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One redrive of one lane: read, publish, take out, and at the end reopen. */
final class LaneRedrive {
  /** Read at once; more is read when these are published. */
  private static final int PAGE = 25;

  /** How often in a row a lane may turn out not to be empty while nothing can be read in it. */
  private static final int MOST_REFUSALS = 8;

  /** Why an event could not be published. */
  private record Failure(String code, String message, Obstacle obstacle) {}

  private final RedriveParts parts;
  private final ParkedLanes lot;
  private final Executor loop;
  private final LaneKey lane;
  private final int maxEvents;
  private final BooleanSupplier goOn;
  private final Republished receipt = new Republished();
  private int published;
  private int refusals;
  private @Nullable Failure firstFailure;

  LaneRedrive(RedriveParts parts, LaneKey lane, int maxEvents, BooleanSupplier goOn) {
    this.parts = parts;
    this.lot = parts.lot();
    this.loop = parts.loop()::execute;
    this.lane = lane;
    this.maxEvents = maxEvents;
    this.goOn = goOn;
  }

  /** Runs it; however it ends, what was published is written down. */
  CompletionStage<RedriveResult> run() {
    CompletionStage<RedriveResult> result = nextPage(Optional.empty());
    return result
        .handleAsync((ended, failure) -> receipt.write(parts), loop)
        .thenCompose(written -> written)
        .thenCompose(written -> result);
  }

  private CompletionStage<RedriveResult> nextPage(Optional<Place> after) {
    return lot.read(lane, after, PAGE)
        .thenComposeAsync(
            page -> page.isEmpty() ? atEnd() : eachOf(inOrder(page).iterator(), after), loop);
  }

  private List<ParkedEvent> inOrder(List<ParkedEvent> page) {
    return isOrdered() ? SequenceSort.sorted(page, parts.content()::sequence) : page;
  }

  private CompletionStage<RedriveResult> eachOf(
      Iterator<ParkedEvent> page, Optional<Place> before) {
    if (published >= maxEvents) {
      return completedStage(
          new StillParked(published, "LIMIT", "more than " + maxEvents + " events", Obstacle.TIME));
    }
    if (!page.hasNext()) {
      return nextPage(before);
    }
    if (!goOn.getAsBoolean()) {
      return completedStage(new StillParked(published, "TIME", "time ran out", Obstacle.TIME));
    }
    ParkedEvent event = page.next();
    return publish(event).thenComposeAsync(failure -> published(event, failure, page), loop);
  }

  private CompletionStage<RedriveResult> published(
      ParkedEvent event, Optional<Failure> failure, Iterator<ParkedEvent> page) {
    if (failure.isPresent()) {
      if (firstFailure == null) {
        firstFailure = failure.get();
      }
      return isOrdered() ? stillParked(firstFailure) : eachOf(page, Optional.of(event.place()));
    }
    return lot.remove(event.place())
        .thenComposeAsync(
            removed -> {
              published++;
              refusals = 0;
              return removed
                  ? eachOf(
                      page, firstFailure == null ? Optional.empty() : Optional.of(event.place()))
                  : nextPage(Optional.empty());
            },
            loop);
  }

  private CompletionStage<RedriveResult> atEnd() {
    if (firstFailure != null) {
      return stillParked(firstFailure);
    }
    return lot.reopen(lane)
        .thenComposeAsync(
            open -> open ? completedStage(new Reopened(published)) : notEmpty(), loop);
  }

  /** The relay has parked something more. It will be there, but nobody asks without pause. */
  private CompletionStage<RedriveResult> notEmpty() {
    if (++refusals == MOST_REFUSALS) {
      return completedStage(
          new StillParked(
              published,
              "NOT_EMPTY",
              "the lane's count differs from its number of events",
              Obstacle.TIME));
    }
    CompletableFuture<Optional<Place>> paused = new CompletableFuture<>();
    parts
        .loop()
        .schedule(
            parts.backoff().delayAfter(refusals), () -> paused.complete(Optional.<Place>empty()));
    return paused.thenComposeAsync(this::nextPage, loop);
  }

  private CompletionStage<RedriveResult> stillParked(Failure failure) {
    return completedStage(
        new StillParked(published, failure.code(), failure.message(), failure.obstacle()));
  }

  private boolean isOrdered() {
    Target<?> target = parts.targets().get(lane.target());
    return target == null || target.ordered();
  }

  private CompletionStage<Optional<Failure>> publish(ParkedEvent event) {
    Content what = parts.content().of(event);
    if (what.stuck().isPresent()) {
      Stuck stuck = what.stuck().get();
      return completedStage(
          Optional.of(new Failure(stuck.code(), stuck.message(), Obstacle.EVENT)));
    }
    receipt.dropped(what.dropped());
    return publish(event.place(), what.left().iterator());
  }

  private CompletionStage<Optional<Failure>> publish(Place place, Iterator<Publication> left) {
    if (!left.hasNext()) {
      return completedStage(Optional.empty());
    }
    Publication next = left.next();
    return publish(next)
        .thenComposeAsync(
            failure -> {
              if (failure.isEmpty()) {
                receipt.published(next.target(), next.envelope().event().id());
              }
              if (failure.isPresent() || !left.hasNext()) {
                return completedStage(failure);
              }
              return lot.published(place, next.mark())
                  .thenComposeAsync(done -> publish(place, left), loop);
            },
            loop);
  }

  private CompletionStage<Optional<Failure>> publish(Publication publication) {
    Target<?> target = parts.targets().get(publication.target());
    if (target == null) {
      return completedStage(
          Optional.of(
              new Failure(
                  "NO_TARGET", "no target \"" + publication.target() + "\"", Obstacle.EVENT)));
    }
    if (!lane.target().equals(LaneKey.ALL_TARGETS) || !target.ordered()) {
      return SinglePublish.of(target, publication.envelope()).thenApply(LaneRedrive::failure);
    }
    // What is parked for this one target came before what is parked for all of them.
    return lot.isClosed(new LaneKey(target.name(), lane.aggregate()))
        .thenComposeAsync(
            closed ->
                closed
                    ? completedStage(
                        Optional.of(
                            new Failure(
                                "LANE_CLOSED",
                                "earlier events are parked for " + target.name(),
                                Obstacle.TIME)))
                    : SinglePublish.of(target, publication.envelope())
                        .thenApply(LaneRedrive::failure),
            loop);
  }

  private static Optional<Failure> failure(PublishOutcome outcome) {
    return outcome.fold(
        published -> Optional.empty(),
        retry -> Optional.of(new Failure(retry.code(), retry.message(), Obstacle.TARGET)),
        rejected -> Optional.of(new Failure(rejected.code(), rejected.message(), Obstacle.EVENT)));
  }
}
