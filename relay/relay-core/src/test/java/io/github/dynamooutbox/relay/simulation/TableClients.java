package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.receipt.Receipt.Handled;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The control table as one run of a relay sees it. */
final class TableClients implements FinishedAheadStore, ReceiptBook {
  private final World world;
  private final Run run;

  /** Trying the same receipt again adds nothing to what the run knew when it first sent it. */
  private final IdentityHashMap<Receipt, SentReceipt> sent = new IdentityHashMap<>();

  TableClients(World world, Run run) {
    this.world = world;
    this.run = run;
  }

  private int lane(LaneKey lane) {
    if (lane.target().equals(LaneKey.ALL_TARGETS)) {
      return CommittedEvent.ALL;
    }
    return world.mask(lane.target());
  }

  @Override
  public CompletionStage<Set<FinishedDelivery>> load(StreamPosition from) {
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
    run.remembering(finished);
    finished.forEach(each -> isFinished(each));
    return world
        .table
        .call(
            run,
            Call.SAVE_AHEAD_LIST,
            "saves ahead list of " + finished.size() + " from " + firstUnfinished,
            () -> {
              world.ahead.save(finished);
              world.check(
                  world.ahead.from(firstUnfinished).containsAll(toldFrom(firstUnfinished)),
                  () -> "what was saved for " + run + " is lost");
              world.cover(Coverage.AHEAD_SAVED);
              return true;
            },
            saved -> run.remembered(finished))
        .thenApply(saved -> null);
  }

  @Override
  public CompletionStage<Void> add(
      StreamPosition firstUnfinished, List<FinishedDelivery> finished) {
    run.remembering(finished);
    finished.forEach(each -> isFinished(each));
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
            saved -> {
              world.cover(Coverage.AHEAD_ADDED);
              run.remembered(finished);
            })
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
    SentReceipt telling = sent.computeIfAbsent(receipt, this::firstSent);
    telling.begins();
    return world
        .table
        .call(
            run,
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
            done -> {
              world.cover(Coverage.RECEIPT);
              telling.isDurable(world.time.steps());
            })
        .whenComplete((done, failure) -> telling.ended(world.time.steps()))
        .thenApply(done -> null);
  }

  private SentReceipt firstSent(Receipt receipt) {
    SentReceipt telling = new SentReceipt(world.time.steps());
    receipt.events().stream().flatMap(this::known).forEach(each -> each.toldBy.add(telling));
    return telling;
  }

  /** What the run knew when it sent the receipt. What it learns meanwhile is not in it. */
  private Stream<Handling> known(Handled handled) {
    int accepted = handled.published().stream().mapToInt(world::mask).sum();
    return world.history.event(handled.id()).handlings.stream()
        .filter(
            handling ->
                handling.run == run
                    && handling.known
                    && (handling.booked || (accepted & handling.target) != 0));
  }

  private List<FinishedDelivery> toldFrom(StreamPosition from) {
    return run.toldAhead.stream().filter(each -> each.position().compareTo(from) >= 0).toList();
  }

  /** A list is about nothing else than what its run was given, and so it cannot grow for ever. */
  private void isFinished(FinishedDelivery delivery) {
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

  /** A receipt on its way to the control table, however often it is tried. */
  static final class SentReceipt {
    private final long firstSent;
    private long lastEnded = Long.MAX_VALUE;
    private long durableAt = Long.MAX_VALUE;

    SentReceipt(long firstSent) {
      this.firstSent = firstSent;
    }

    /** Another attempt is under way. */
    void begins() {
      lastEnded = Long.MAX_VALUE;
    }

    void ended(long step) {
      lastEnded = step;
    }

    void isDurable(long step) {
      durableAt = Math.min(durableAt, step);
    }

    long durableAt() {
      return durableAt;
    }

    /**
     * Since when a parking is told of that stands in one of these receipts. A receipt does not say
     * of which target an event was parked, so it is in the first one, and in a later one only if
     * that was first sent after the last attempt of the one before had failed.
     */
    static long durableSince(List<SentReceipt> inOrder) {
      @Nullable SentReceipt carrier = null;
      for (SentReceipt each : inOrder) {
        if (carrier == null || (!carrier.isDurable() && each.firstSent >= carrier.lastEnded)) {
          carrier = each;
        }
      }
      return carrier == null ? Long.MAX_VALUE : carrier.durableAt;
    }

    private boolean isDurable() {
      return durableAt != Long.MAX_VALUE;
    }
  }
}
