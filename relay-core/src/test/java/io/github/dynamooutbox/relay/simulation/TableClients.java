package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.ParkingLot;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The control table as a relay sees it, from the run that the relay is in. */
final class TableClients implements ParkingLot, FinishedAheadStore, ReceiptBook {
  private final World world;
  private final Supplier<Run> current;

  /** Whose list this is: a run may go on trying to save it when the next one has begun. */
  private final IdentityHashMap<List<FinishedDelivery>, Run> savers = new IdentityHashMap<>();

  TableClients(World world, Supplier<Run> current) {
    this.world = world;
    this.current = current;
  }

  @Override
  public CompletionStage<Set<LaneKey>> closed(Collection<LaneKey> lanes) {
    List<LaneKey> asked = List.copyOf(lanes);
    return world.table.call(
        current.get(),
        Call.READ_LANES,
        "closed",
        () -> {
          Set<LaneKey> closed = new HashSet<>();
          asked.stream().filter(world.parked::isClosed).forEach(closed::add);
          return closed;
        },
        closed -> {});
  }

  @Override
  public CompletionStage<Void> park(ParkedEvent event) {
    world.contest.accept(current.get());
    return park(event, Call.PARK, () -> fits(event))
        .thenApply(
            parked -> {
              world.cover(Coverage.PARKED);
              return null;
            });
  }

  @Override
  public CompletionStage<Boolean> parkBehind(ParkedEvent event) {
    int lane = lane(event.place().lane());
    world.check(
        lane == CommittedEvent.ALL
            || world.plan.targets.get(Integer.numberOfTrailingZeros(lane)).ordered(),
        () -> "parks behind, where events do not wait: " + event.place());
    return park(event, Call.PARK_BEHIND, () -> world.parked.isClosed(event.place().lane()))
        .thenApply(
            parked -> {
              world.cover(parked ? Coverage.PARKED_BEHIND : Coverage.LANE_FOUND_OPEN);
              return parked;
            });
  }

  private CompletionStage<Boolean> park(
      ParkedEvent parked, Call call, Supplier<Boolean> condition) {
    Run run = current.get();
    Place place = parked.place();
    int lane = lane(place.lane());
    List<CommittedEvent> events = eventsAt(place);
    events.forEach(event -> world.ledger.parking(run, event, lane, call.toString()));
    List<Handling> handlings = new ArrayList<>(1);
    return world.table.call(
        run,
        call,
        call + " " + place.lane() + " " + events,
        () -> {
          if (!condition.get()) {
            return false;
          }
          if (world.parked.park(parked)) {
            events.forEach(event -> handlings.add(world.ledger.parked(run, event, lane)));
            world.cover("PARKED_" + parked.cause().reason());
            if (lane == CommittedEvent.ALL) {
              world.cover(Coverage.PARKED_FOR_ALL);
            }
          } else {
            handlings.addAll(before(events, run, lane));
          }
          return true;
        },
        done -> handlings.forEach(handling -> handling.known = true));
  }

  /** What an earlier attempt of the same call did without telling. */
  private static List<Handling> before(List<CommittedEvent> events, Run run, int lane) {
    return events.stream()
        .flatMap(event -> event.handlings.stream())
        .filter(handling -> handling.run == run && handling.target == lane && handling.parked)
        .toList();
  }

  private List<CommittedEvent> eventsAt(Place place) {
    Commit commit = world.history.commit(place.record());
    world.check(
        commit.position.equals(place.position())
            && place.lane().aggregate().equals("Order#" + commit.aggregate.id),
        () -> "parked at the wrong place: " + place);
    return place.index() == ParkedEvent.WHOLE_RECORD
        ? commit.events
        : commit.events.subList(place.index(), place.index() + 1);
  }

  private int lane(LaneKey lane) {
    if (lane.target().equals(LaneKey.ALL_TARGETS)) {
      return CommittedEvent.ALL;
    }
    return world.mask(lane.target());
  }

  @Override
  public CompletionStage<Set<FinishedDelivery>> load(StreamPosition from) {
    Run run = current.get();
    return world.table.call(
        run,
        Call.LOAD_AHEAD_LIST,
        "loads ahead list from " + from,
        () -> world.ahead.from(from),
        found -> run.toldAhead = found);
  }

  @Override
  public CompletionStage<Void> save(
      StreamPosition firstUnfinished, List<FinishedDelivery> finished) {
    Run run = savers.computeIfAbsent(finished, list -> current.get());
    run.saves++;
    finished.forEach(each -> isFinished(run, each));
    return world
        .table
        .call(
            run,
            Call.SAVE_AHEAD_LIST,
            "saves ahead list of " + finished.size() + " from " + firstUnfinished,
            () -> {
              world.ahead.save(finished);
              world.check(
                  world.ahead.from(firstUnfinished).containsAll(toldFrom(run, firstUnfinished)),
                  () -> "what was saved for " + run + " is lost");
              run.savesDone++;
              world.cover(Coverage.AHEAD_SAVED);
              return true;
            },
            saved -> {})
        .thenApply(saved -> null);
  }

  @Override
  public CompletionStage<Void> add(
      StreamPosition firstUnfinished, List<FinishedDelivery> finished) {
    Run run = current.get();
    finished.forEach(each -> isFinished(run, each));
    return world
        .table
        .call(
            run,
            Call.ADD_TO_AHEAD_LIST,
            "adds " + finished.size() + " to the ahead list from " + firstUnfinished,
            () -> {
              world.ahead.save(finished);
              return true;
            },
            saved -> world.cover(Coverage.AHEAD_ADDED))
        .thenApply(saved -> null);
  }

  @Override
  public CompletionStage<Void> write(Receipt receipt) {
    receipt
        .published()
        .forEach(
            (target, ids) ->
                ids.forEach(
                    id ->
                        world.check(
                            (world.history.event(id).accepted & world.mask(target)) != 0,
                            () -> "a receipt for " + id + ", which is not published")));
    return world
        .table
        .call(
            current.get(),
            Call.WRITE_RECEIPT,
            "writes a receipt",
            () -> {
              receipt
                  .published()
                  .forEach(
                      (target, ids) ->
                          ids.forEach(
                              id -> world.history.event(id).receipted |= world.mask(target)));
              return true;
            },
            done -> world.cover(Coverage.RECEIPT))
        .thenApply(done -> null);
  }

  private static List<FinishedDelivery> toldFrom(Run run, StreamPosition from) {
    return run.toldAhead.stream().filter(each -> each.position().compareTo(from) >= 0).toList();
  }

  /** Some records are larger than a lot can hold. */
  private boolean fits(ParkedEvent event) {
    Commit commit = world.history.commit(event.place().record());
    boolean whole = event.place().index() == ParkedEvent.WHOLE_RECORD;
    if (whole && commit.unparkable && !world.faults.isCalm()) {
      world.cover(Coverage.UNPARKABLE);
      throw new UnparkableException("too large");
    }
    return true;
  }

  /** A list is about nothing else than what its run was given, and so it cannot grow for ever. */
  private void isFinished(Run run, FinishedDelivery delivery) {
    Commit commit = world.history.commit(delivery.record());
    world.check(
        run.wasGiven(commit) && commit.position.equals(delivery.position()),
        () -> run + " saves what it was not given: " + delivery);
    int lane = delivery.target().equals(LaneKey.ALL_TARGETS) ? CommittedEvent.ALL : lane(delivery);
    CommittedEvent event = commit.events.get(Math.max(delivery.index(), 0));
    world.check(
        ((event.accepted | event.everParked) & lane) != 0,
        () -> "saved as finished, but is not: " + delivery);
  }

  private int lane(FinishedDelivery delivery) {
    return lane(new LaneKey(delivery.target(), ""));
  }
}
