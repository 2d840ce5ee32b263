package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.internal.call.Failures;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.park.ParkedLanes.ParkedLane;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Obstacle;
import io.github.dynamooutbox.relay.redrive.RedriveResult.StillParked;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Redrives many lanes, several at the same time. If a target fails for a reason that is not the
 * event's fault, its other lanes are left for the next run. Thread-safe.
 */
public final class LanesRedrive {
  private final ParkedLanes lot;
  private final Redriver redriver;
  private final EventLoop loop;
  private final int atOnce;
  private final int maxEventsPerLane;

  /**
   * Creates a redrive of many lanes.
   *
   * @param loop the redriver's loop
   * @param atOnce number of lanes that are redriven at the same time
   * @param maxEventsPerLane maximum number of events for each lane; a lane with more stays closed
   */
  public LanesRedrive(
      ParkedLanes lot, Redriver redriver, EventLoop loop, int atOnce, int maxEventsPerLane) {
    this.lot = lot;
    this.redriver = redriver;
    this.loop = loop;
    this.atOnce = atOnce;
    this.maxEventsPerLane = maxEventsPerLane;
  }

  /**
   * Redrives the selected lanes, those over all targets last.
   *
   * @param goOn evaluated before each lane and each event; the redrive ends as soon as it returns
   *     false
   * @return completes exceptionally if the lanes cannot be listed; running it again is safe
   */
  public CompletionStage<RedriveSummary> run(Predicate<ParkedLane> selected, BooleanSupplier goOn) {
    return lot.lanes()
        .thenComposeAsync(
            lanes -> new Run(lanes.stream().filter(selected).toList(), goOn).start(),
            loop::execute);
  }

  /** One run. Belongs to the loop. */
  private final class Run {
    private final Deque<LaneKey> waiting = new ArrayDeque<>();
    private final BooleanSupplier goOn;
    private final CompletableFuture<RedriveSummary> done = new CompletableFuture<>();
    private final Set<String> failingTargets = new HashSet<>();
    private final Map<LaneKey, StillParked> stillParked = new HashMap<>();
    private int underWay;
    private int reopened;
    private int published;
    private int notTried;

    private Run(List<ParkedLane> lanes, BooleanSupplier goOn) {
      lanes.stream()
          .map(ParkedLane::lane)
          .sorted(
              Comparator.comparing((LaneKey lane) -> lane.target().equals(LaneKey.ALL_TARGETS))
                  .thenComparing(LaneKey::target)
                  .thenComparing(LaneKey::aggregate))
          .forEach(waiting::add);
      this.goOn = goOn;
    }

    private CompletionStage<RedriveSummary> start() {
      next();
      return done;
    }

    private void next() {
      while (underWay < atOnce && !waiting.isEmpty()) {
        LaneKey lane = waiting.remove();
        if (failingTargets.contains(lane.target()) || !goOn.getAsBoolean()) {
          notTried++;
        } else {
          underWay++;
          redriver
              .redrive(lane, maxEventsPerLane, goOn)
              .whenComplete((result, failure) -> loop.execute(() -> ended(lane, result, failure)));
        }
      }
      if (underWay == 0) {
        done.complete(new RedriveSummary(reopened, published, stillParked, notTried));
      }
    }

    private void ended(LaneKey lane, RedriveResult result, Throwable failure) {
      underWay--;
      if (failure != null) {
        // A problem with one lane must not delay the others.
        Throwable cause = Failures.cause(failure);
        stillParked.put(
            lane,
            new StillParked(
                0, Failures.code(cause), String.valueOf(cause.getMessage()), Obstacle.TIME));
        next();
        return;
      }
      published += result.published();
      result.when(open -> reopened++, parked -> stillParked(lane, parked));
      next();
    }

    private void stillParked(LaneKey lane, StillParked parked) {
      stillParked.put(lane, parked);
      if (parked.obstacle() == Obstacle.TARGET && !lane.target().equals(LaneKey.ALL_TARGETS)) {
        failingTargets.add(lane.target());
      }
    }
  }
}
