package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The life of one {@code ShardRelay}, or of one redrive: what it could know and tell. */
final class Run {
  private static final long NEVER = Long.MAX_VALUE;

  /** So many requests in a row say that a target is up. */
  private static final int ENOUGH = 3;

  final SimProcess process;
  final SimShard shard;
  final String name;
  final long openedAt;

  /** The place from which on it got records. */
  final int from;

  /** Where the batches that it got have ended, as places in the shard. */
  final TreeSet<Integer> batchEnds = new TreeSet<>();

  /** What it was told to be finished ahead. */
  Set<FinishedDelivery> toldAhead = Set.of();

  /** Nothing that comes back after this is taken notice of, but for what is saved at the end. */
  boolean closing;

  /** When it had ended in good order. */
  long closedAt = NEVER;

  /**
   * Up to where everything was finished when it ended, or when its host went on without waiting for
   * that; empty: all that it was given.
   */
  Optional<StreamPosition> end = Optional.empty();

  /** Whether its host has gone on from that end. */
  boolean reported;

  /** Requests under way, by target. */
  final int[] inFlight = new int[Integer.SIZE];

  /** Of a redrive: whether it was cut off before it had taken out what it published. */
  boolean redriveFailed;

  /** Of a redrive: what it has read together last, by queue. */
  final Map<QueueName, List<CommittedEvent>> pages = new HashMap<>();

  /** By target, requests in a row that were wholly accepted, and when there were enough of them. */
  private final int[] acceptedInARow = new int[Integer.SIZE];

  private final long[] isUpSince = new long[Integer.SIZE];

  /** What it wanted to be remembered as finished. */
  private final Set<FinishedDelivery> toRemember = new HashSet<>();

  /** What it knows to be remembered. */
  private final Set<FinishedDelivery> remembered = new HashSet<>();

  Optional<StreamPosition> haltedAt = Optional.empty();

  Run(SimProcess process, SimShard shard, String name, int from, long openedAt) {
    this.process = process;
    this.shard = shard;
    this.name = name;
    this.from = from;
    this.openedAt = openedAt;
  }

  void accepted(int target, long now) {
    if (++acceptedInARow[target] == ENOUGH) {
      isUpSince[target] = now;
    }
  }

  void notAccepted(int target) {
    acceptedInARow[target] = 0;
  }

  /** Whether it knows at a time, and still, that a target is up. */
  boolean knowsToBeUp(int target, long then) {
    return acceptedInARow[target] >= ENOUGH && isUpSince[target] < then;
  }

  void closed(Optional<StreamPosition> at, long step) {
    if (!reported) {
      end = at;
    }
    closedAt = step;
  }

  /** Its host goes on from there. */
  void reported(Optional<StreamPosition> at) {
    end = at;
    reported = true;
  }

  void remembering(List<FinishedDelivery> finished) {
    toRemember.addAll(finished);
  }

  void remembered(List<FinishedDelivery> finished) {
    remembered.addAll(finished);
  }

  /** Whether it tried to have this remembered, and does not know that it is. */
  boolean couldNotRemember(FinishedDelivery finished) {
    return toRemember.contains(finished) && !remembered.contains(finished);
  }

  /** Whether this is a redrive. */
  boolean isRedrive() {
    return shard == null;
  }

  boolean isClosed() {
    return closedAt != NEVER;
  }

  /** The place behind the last record that it got. */
  int givenUntil() {
    return batchEnds.isEmpty() ? from : batchEnds.last();
  }

  /** Whether it got this commit's record. */
  boolean wasGiven(Commit commit) {
    return commit.shard == shard && from <= commit.place && commit.place < givenUntil();
  }

  /** Whether two places were handed in together. */
  boolean gotTogether(int first, int second) {
    Integer end = batchEnds.higher(first);
    return end != null && second < end;
  }

  boolean endedBefore(Run later) {
    return closedAt < later.openedAt;
  }

  @Override
  public String toString() {
    return name;
  }
}
