package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import io.github.dynamooutbox.relay.simulation.Commit.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The parking lot as one redrive sees it. */
final class RedriveClient implements ParkedLanes {
  private final World world;
  private final Run run;

  RedriveClient(World world, Run run) {
    this.world = world;
    this.run = run;
  }

  @Override
  public CompletionStage<List<ParkedLane>> lanes() {
    return call(
        Call.REDRIVE_READ,
        "lists lanes",
        () ->
            world.parked.lanes().stream()
                .map(
                    lane -> {
                      List<ParkedEvent> events =
                          world.parked.read(lane, Optional.empty(), Integer.MAX_VALUE);
                      return new ParkedLane(
                          lane, events.size(), events.get(0).cause().reason(), Instant.EPOCH);
                    })
                .toList());
  }

  @Override
  public CompletionStage<List<ParkedEvent>> read(LaneKey lane, Optional<Place> after, int max) {
    return call(
        Call.REDRIVE_READ,
        "reads lane " + lane,
        () -> {
          List<ParkedEvent> page = world.parked.read(lane, after, max);
          run.page = page.stream().flatMap(this::events).toList();
          return page.stream().map(this::repaired).toList();
        });
  }

  private Stream<CommittedEvent> events(ParkedEvent parked) {
    Place place = parked.place();
    return world.history.commit(place.record()).events.stream()
        .filter(event -> place.index() == ParkedEvent.WHOLE_RECORD || place.index() == event.index);
  }

  /** Somebody has corrected the parked copies of what could not be read. */
  private ParkedEvent repaired(ParkedEvent parked) {
    Commit commit = world.history.commit(parked.place().record());
    if (commit.kind == Kind.EVENTS
        || world.isBroken(commit.events.get(0))
        || !world.plan.repairsParked) {
      return parked;
    }
    world.cover(Coverage.REPAIRED);
    return new ParkedEvent(
        parked.place(),
        parked.cause(),
        parked.attempts(),
        commit.readable.newImage().orElseThrow(),
        parked.published());
  }

  @Override
  public CompletionStage<Boolean> remove(Place place) {
    return call(
        Call.REDRIVE_REMOVE,
        "removes " + place.lane() + " " + place.record().sort() + "/" + place.index(),
        () -> {
          isPublished(place);
          return world.parked.remove(place);
        });
  }

  private void isPublished(Place place) {
    Commit commit = world.history.commit(place.record());
    for (CommittedEvent event : commit.events) {
      if (place.index() == ParkedEvent.WHOLE_RECORD || place.index() == event.index) {
        int due =
            place.lane().target().equals(LaneKey.ALL_TARGETS)
                ? event.must
                : world.mask(place.lane().target());
        world.check(
            (due & ~event.accepted) == 0,
            () -> run + " takes " + event + " out of the lot, which is not published");
      }
    }
  }

  @Override
  public CompletionStage<Void> published(Place place, String mark) {
    return call(
            Call.REDRIVE_MARK,
            "marks " + mark + " of " + place.record().sort(),
            () -> {
              world.parked.mark(place, mark);
              return true;
            })
        .thenApply(done -> null);
  }

  @Override
  public CompletionStage<Boolean> reopen(LaneKey lane) {
    return call(
        Call.REDRIVE_REOPEN,
        "reopens " + lane,
        () -> {
          run.reopened = world.parked.reopen(lane);
          return run.reopened;
        });
  }

  @Override
  public CompletionStage<Boolean> isClosed(LaneKey lane) {
    return call(Call.REDRIVE_IS_CLOSED, "is closed: " + lane, () -> world.parked.isClosed(lane));
  }

  private <T> CompletionStage<T> call(Call kind, String what, Supplier<T> step) {
    return world.table.call(run, kind, what, step, done -> {});
  }
}
