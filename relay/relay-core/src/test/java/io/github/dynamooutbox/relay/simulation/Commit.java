package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.ArrayList;
import java.util.List;

/** One change of the table as it stands in a shard, and what is known about its events. */
final class Commit {
  /** What the change is to a relay. */
  enum Kind {
    EVENTS,
    MALFORMED,
    NEWER_VERSION,
    NOT_OURS
  }

  final Kind kind;
  final Aggregate aggregate;
  final List<CommittedEvent> events = new ArrayList<>();
  final long time;
  RecordKey key;
  SimShard shard;
  StreamPosition position;

  /** Its place in the shard, from 0. */
  int place;

  /** Whether it does not fit into the parking lot while it cannot be read. */
  boolean unparkable;

  /** When readers can see it. */
  long visibleAt;

  /** As a relay sees it that understands everything. */
  StreamRecord readable;

  /** As it is seen until the release that understands it. */
  StreamRecord unreadable;

  Commit(Kind kind, Aggregate aggregate, long time) {
    this.kind = kind;
    this.aggregate = aggregate;
    this.time = time;
  }

  @Override
  public String toString() {
    return shard.name() + "@" + position + (events.isEmpty() ? "" : "=" + events.get(0).id());
  }

  /** All commits of one aggregate. */
  static final class Aggregate {
    final String id;
    final boolean sequenced;

    /** The aggregate's place among the keys: decides its shard. */
    final int hash;

    /** Its events as the stream shows them, over all shards. */
    final List<CommittedEvent> inStream = new ArrayList<>();

    /** For each target, the first event in stream order that was not published. */
    final int[] unpublished;

    long version;
    int committedEvents;
    boolean inverted;

    Aggregate(String id, boolean sequenced, int hash, int targets) {
      this.id = id;
      this.sequenced = sequenced;
      this.hash = hash;
      this.unpublished = new int[targets];
    }
  }

  /** One event, and what became of it for each target: sets of targets are bit masks. */
  static final class CommittedEvent {
    /** Stands for all targets. */
    static final int ALL = 1 << 30;

    final Commit commit;
    final OutboxEvent event;
    final int index;

    /** Its place among its aggregate's events, as committed. */
    final int ordinal;

    /** Its place among its aggregate's events, as the stream shows them. */
    int streamOrdinal;

    /** Where it has to go, and where it may go. */
    int must;

    int may;

    /** Targets that will not take it before somebody mends that: three ways to refuse it. */
    int refusedBeforeSending;

    int rejected;
    int refusedRequest;

    /** Targets that throttle this event whenever it comes, until somebody mends that. */
    int failing;

    long mendedAt;
    int accepted;
    int everParked;

    /** Targets for which there is a receipt. */
    int receipted;

    final List<Handling> handlings = new ArrayList<>(2);

    CommittedEvent(Commit commit, OutboxEvent event, int index, int ordinal) {
      this.commit = commit;
      this.event = event;
      this.index = index;
      this.ordinal = ordinal;
    }

    String id() {
      return event.id();
    }

    @Override
    public String toString() {
      return event.id();
    }
  }
}
