package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.replay.ReplayPlan.Amount;
import io.github.dynamooutbox.operations.replay.ReplayPlan.LaneAgain;
import io.github.dynamooutbox.operations.replay.ReplayPlan.LaneWaiting;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;

/** Writes a plan, line by line, and counts what is in it. Not thread-safe. */
final class Planner implements AutoCloseable {
  private final Path directory;
  private final PlanFile.Writer file;
  private final ParkedLanes parked;
  private final Set<String> ordered;
  private final Map<String, Amount> targets = new HashMap<>();
  private final List<LaneAgain> again = new ArrayList<>();
  private final Set<LaneWaiting> waiting = new HashSet<>();
  private long lanesAgain;
  private long gone;
  private long notConfigured;

  /**
   * Begins a plan.
   *
   * @param ordered the targets that keep the order of an aggregate
   */
  Planner(Path directory, ParkedLanes parked, Set<String> ordered) {
    this.directory = directory;
    this.file = new PlanFile.Writer(directory);
    this.parked = parked;
    this.ordered = ordered;
  }

  /**
   * Ends the planning if it should stop.
   *
   * @throws CancellationException if so
   */
  static void stopIfWanted(AuditProgress progress) {
    if (progress.isStopWanted()) {
      throw new CancellationException("the replay was interrupted while it was planned");
    }
  }

  boolean isOrdered(String target) {
    return ordered.contains(target);
  }

  /** Whether a lane can be replayed now; otherwise the plan lists it as waiting. */
  boolean isFree(String target, String aggregate) {
    boolean waits = isOrdered(target) && parked.include(new LaneKey(target, aggregate));
    if (waits) {
      waiting.add(new LaneWaiting(target, aggregate));
    }
    return !waits;
  }

  void add(PlanLine line) {
    if (!line.targets().isEmpty()) {
      file.add(line);
      line.targets().forEach((target, indexes) -> count(target, indexes.size(), 0));
    }
  }

  /** Counts the events of a lane that are in the plan although they were accepted before. */
  void again(LaneAgain lane) {
    count(lane.target(), 0, lane.events());
    lanesAgain++;
    if (again.size() < ReplayPlan.LISTED) {
      again.add(lane);
    }
  }

  void gone(long events) {
    gone += events;
  }

  void notConfigured(long events) {
    notConfigured += events;
  }

  private void count(String target, long events, long accepted) {
    targets.merge(
        target,
        new Amount(events, accepted),
        (one, other) -> new Amount(one.events() + other.events(), one.again() + other.again()));
  }

  /**
   * Completes the plan.
   *
   * @param isExclusive whether only one process at a time may follow it
   */
  ReplayPlan finish(String table, boolean isExclusive) {
    file.close();
    ReplayPlan plan =
        new ReplayPlan(
            directory,
            file.lines(),
            targets,
            again,
            lanesAgain,
            waiting.stream().limit(ReplayPlan.LISTED).toList(),
            waiting.size(),
            gone,
            notConfigured);
    ReplayState.create(directory, table, isExclusive, file.lines(), plan.events());
    return plan;
  }

  @Override
  public void close() {
    file.close();
  }
}
