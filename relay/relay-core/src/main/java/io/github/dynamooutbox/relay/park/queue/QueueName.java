package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Optional;
import java.util.function.Function;

/**
 * Names a durable, ordered queue of parked events. All queues of a lane are in the same one of
 * {@link #PARTS} parts, so that one redrive of a part sees a lane as a whole.
 */
public sealed interface QueueName {
  /**
   * The number of parts among which the lanes of a target are spread. Determines where events are
   * stored: never change it.
   */
  int PARTS = 16;

  /** Applies the function for its kind. */
  <R> R fold(Function<Part, R> part, Function<Lane, R> lane, Function<Single, R> single);

  /** A target's name, or {@link LaneKey#ALL_TARGETS}. */
  String target();

  /** From 0, below {@link #PARTS}. */
  int part();

  /** Whether it is a target's backlog. */
  default boolean isBacklog() {
    return false;
  }

  /** The lane that it closes, if it is the queue of one lane. */
  default Optional<LaneKey> closedLane() {
    return Optional.empty();
  }

  /** Whether it holds events that do not wait for each other. */
  default boolean isUnordered() {
    return false;
  }

  /** Whether events of this aggregate, {@code type#id}, may be in it. */
  default boolean mayHold(String aggregate) {
    return part() == partOf(new LaneKey(target(), aggregate));
  }

  /**
   * The part of a lane, derived from its aggregate: the same for all targets and on every machine.
   */
  static int partOf(LaneKey lane) {
    int hash = lane.aggregate().hashCode();
    return Math.floorMod(hash ^ (hash >>> 16), PARTS);
  }

  /**
   * A target's backlog: the events that it cannot accept while it is down, for all lanes of a part.
   * While the backlog of an ordered target is held, later events of these lanes go behind it.
   */
  record Part(String target, int part) implements QueueName {
    public Part {
      checkPart(part);
    }

    /** The backlog that a lane belongs to. */
    public static Part of(LaneKey lane) {
      return new Part(lane.target(), partOf(lane));
    }

    @Override
    public <R> R fold(Function<Part, R> part, Function<Lane, R> lane, Function<Single, R> single) {
      return part.apply(this);
    }

    @Override
    public boolean isBacklog() {
      return true;
    }
  }

  /** One lane that is closed by itself, by an event that cannot be published. */
  record Lane(LaneKey lane) implements QueueName {
    @Override
    public String target() {
      return lane.target();
    }

    @Override
    public int part() {
      return partOf(lane);
    }

    @Override
    public <R> R fold(Function<Part, R> part, Function<Lane, R> lane, Function<Single, R> single) {
      return lane.apply(this);
    }

    @Override
    public Optional<LaneKey> closedLane() {
      return Optional.of(lane);
    }

    @Override
    public boolean mayHold(String aggregate) {
      return lane.aggregate().equals(aggregate);
    }
  }

  /** Single events of a target without order. They hold nothing back. */
  record Single(String target, int part) implements QueueName {
    public Single {
      checkPart(part);
    }

    public static Single of(LaneKey lane) {
      return new Single(lane.target(), partOf(lane));
    }

    @Override
    public <R> R fold(Function<Part, R> part, Function<Lane, R> lane, Function<Single, R> single) {
      return single.apply(this);
    }

    @Override
    public boolean isUnordered() {
      return true;
    }
  }

  private static void checkPart(int part) {
    if (part < 0 || part >= PARTS) {
      throw new IllegalArgumentException("part " + part + ": must be from 0 to " + (PARTS - 1));
    }
  }
}
