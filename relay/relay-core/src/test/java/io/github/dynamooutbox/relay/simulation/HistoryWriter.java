package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.relay.simulation.Commit.Aggregate;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import io.github.dynamooutbox.relay.simulation.Commit.Kind;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes a seed's history: commits over time, and the shards they end up in. */
final class HistoryWriter {
  private static final int HASHES = 1 << 10;

  private final World world;
  private final Plan plan;
  private final Dice dice;
  private final History history = new History();
  private final ShardMap shards;
  private final Set<Long> positions = new HashSet<>();

  HistoryWriter(World world, Dice dice) {
    this.world = world;
    this.plan = world.plan;
    this.dice = dice;
    this.shards = new ShardMap(world, history, HASHES, dice);
  }

  History write() {
    for (int i = 0; i < plan.aggregates; i++) {
      history.aggregates.add(
          new Aggregate(
              "a" + i,
              !dice.chance(plan.noSequenceShare),
              dice.between(0, HASHES - 1),
              plan.targets.size()));
    }
    long now = 0;
    long gap = 2 * plan.span / plan.records;
    for (int i = 0; i < plan.records; i++) {
      now += dice.between(0, gap);
      shards.changeUntil((double) i / plan.records);
      commit(now);
    }
    cover();
    history.shards.forEach(this::swapNeighbours);
    history.shards.forEach(this::number);
    return history;
  }

  private void cover() {
    long used = history.commits.stream().map(commit -> commit.aggregate).distinct().count();
    if (used >= 2_000) {
      world.cover(Coverage.THOUSANDS_OF_AGGREGATES);
    }
    if (plan.hotShare > 0.3 && used > 1) {
      world.cover(Coverage.HOT_AGGREGATE);
    }
    for (Commit commit : history.commits) {
      if (commit.kind == Kind.NOT_OURS) {
        world.cover(Coverage.NOT_OURS);
      } else if (commit.events.size() > 1) {
        world.cover(Coverage.SEVERAL_EVENTS);
      }
      if (!commit.aggregate.sequenced) {
        world.cover(Coverage.NO_SEQUENCE);
      }
    }
  }

  private void commit(long now) {
    Aggregate aggregate =
        dice.chance(plan.hotShare) ? history.aggregates.get(0) : dice.oneOf(history.aggregates);
    Kind kind = kind();
    Commit commit = new Commit(kind, aggregate, now);
    if (kind == Kind.NOT_OURS) {
      notOurs(commit);
    } else {
      events(commit);
    }
    commit.shard = shards.shardOf(aggregate.hash);
    commit.shard.commits.add(commit);
    history.add(commit);
  }

  private Kind kind() {
    if (dice.chance(plan.businessShare)) {
      return Kind.NOT_OURS;
    }
    if (dice.chance(plan.malformedShare)) {
      world.cover(Coverage.MALFORMED);
      return Kind.MALFORMED;
    }
    if (dice.chance(plan.newerShare)) {
      world.cover(Coverage.NEWER_VERSION);
      return Kind.NEWER_VERSION;
    }
    return Kind.EVENTS;
  }

  private void events(Commit commit) {
    long version = ++commit.aggregate.version;
    commit.key = Items.key(commit.aggregate, version);
    int events = dice.between(1, plan.eventsPerRecord);
    for (int i = 0; i < events; i++) {
      int type = Routes.randomType(dice);
      CommittedEvent event =
          Items.event(commit, version, i, type, dice.chance(0.1) ? dice.between(0, 200) : 0);
      event.must = world.routes.must(type);
      event.may = world.routes.may(type);
      event.mendedAt = commit.time + (long) (dice.skewed(0.01, plan.longestMend) * SimTime.SECONDS);
      if (Integer.bitCount(event.must) > 1) {
        world.cover(Coverage.FAN_OUT);
      }
      for (int target = 0; target < plan.targets.size(); target++) {
        refuseSometimes(event, 1 << target);
      }
      commit.events.add(event);
    }
    Item item = Items.record(commit, version, Items.OUR_REGION);
    commit.readable = insert(item);
    if (commit.kind == Kind.MALFORMED) {
      commit.unparkable = dice.chance(plan.unparkableShare);
      commit.unreadable = insert(Items.malformed(item));
    } else if (commit.kind == Kind.NEWER_VERSION) {
      commit.unreadable = insert(Items.newer(item));
    }
  }

  private void refuseSometimes(CommittedEvent event, int target) {
    if (dice.chance(plan.badShare)) {
      switch (dice.between(0, 3)) {
        case 0 -> event.refusedBeforeSending |= target;
        case 1 -> event.rejected |= target;
        case 2 -> event.refusedRequest |= target;
        default -> event.failing |= target;
      }
    }
  }

  /** Business items, changes and removals of records, and records of other regions. */
  private void notOurs(Commit commit) {
    int which = dice.between(0, 3);
    long version = ++commit.aggregate.version;
    if (which == 0) {
      commit.readable = insert(Items.business(version));
      return;
    }
    commit.key = Items.key(commit.aggregate, version);
    commit.events.add(Items.event(commit, version, 0, Routes.randomType(dice), 0));
    Item item = Items.record(commit, version, which == 1 ? "us-east-1" : Items.OUR_REGION);
    ChangeType change =
        which == 1 ? ChangeType.INSERT : which == 2 ? ChangeType.MODIFY : ChangeType.REMOVE;
    Optional<Item> image = which == 3 ? Optional.empty() : Optional.of(item);
    commit.readable =
        new StreamRecord(
            new StreamPosition("0"), change, Items.keys(commit.key), image.map(each -> each));
  }

  private static StreamRecord insert(Item item) {
    return new StreamRecord(new StreamPosition("0"), ChangeType.INSERT, item, Optional.of(item));
  }

  private void swapNeighbours(SimShard shard) {
    for (int i = 0; i + 1 < shard.commits.size(); i++) {
      if (dice.chance(plan.swapRate)) {
        Commit first = shard.commits.get(i);
        Commit second = shard.commits.get(i + 1);
        world.cover(Coverage.SWAPPED);
        if (first.aggregate == second.aggregate) {
          world.cover(Coverage.SWAPPED_IN_AGGREGATE);
          first.aggregate.inverted = true;
        }
        Collections.swap(shard.commits, i, i + 1);
      }
    }
  }

  private void number(SimShard shard) {
    long position = shard.positionsFrom;
    long visibleAt = 0;
    for (int i = 0; i < shard.commits.size(); i++) {
      Commit commit = shard.commits.get(i);
      position += dice.between(1, 3);
      visibleAt = Math.max(visibleAt, commit.time + dice.between(0, 10 * SimTime.MILLIS));
      if (!positions.add(position)) {
        world.cover(Coverage.POSITION_COLLISION);
      }
      commit.place = i;
      commit.visibleAt = visibleAt;
      commit.position = new StreamPosition(Long.toString(position));
      commit.readable = at(commit, commit.readable);
      if (commit.unreadable != null) {
        commit.unreadable = at(commit, commit.unreadable);
      }
      if (commit.kind != Kind.NOT_OURS) {
        commit.events.forEach(
            event -> {
              event.streamOrdinal = commit.aggregate.inStream.size();
              commit.aggregate.inStream.add(event);
            });
      }
    }
    shard.children.forEach(child -> child.positionsFrom = position(shard));
  }

  private static long position(SimShard shard) {
    return shard.commits.isEmpty()
        ? shard.positionsFrom
        : Long.parseLong(shard.commits.get(shard.commits.size() - 1).position.sequenceNumber());
  }

  private static StreamRecord at(Commit commit, StreamRecord record) {
    return new StreamRecord(
        commit.position,
        record.change(),
        record.keys(),
        record.newImage(),
        Optional.of(SimTime.instantAt(commit.visibleAt)));
  }

  /** Which shard takes an aggregate's commits, while shards split and roll over. */
  private static final class ShardMap {
    /** Close to where positions get one digit more. */
    private static final long FIRST_POSITION = 95;

    private final World world;
    private final History history;
    private final Dice dice;
    private final List<SimShard> open = new ArrayList<>();
    private int changes;

    ShardMap(World world, History history, int hashes, Dice dice) {
      this.world = world;
      this.history = history;
      this.dice = dice;
      int roots = world.plan.rootShards;
      for (int i = 0; i < roots; i++) {
        SimShard shard = add(hashes * i / roots, hashes * (i + 1) / roots);
        shard.positionsFrom = FIRST_POSITION;
        history.roots.add(shard);
      }
    }

    SimShard shardOf(int hash) {
      for (SimShard shard : open) {
        if (shard.covers(hash)) {
          return shard;
        }
      }
      throw new IllegalStateException("no shard covers " + hash);
    }

    /** Makes the changes that are planned for this part of the history. */
    void changeUntil(double part) {
      while (changes < world.plan.shardChanges
          && part >= (changes + 1.0) / (world.plan.shardChanges + 1)) {
        changes++;
        change(dice.oneOf(open));
      }
    }

    private void change(SimShard shard) {
      open.remove(shard);
      int width = shard.toHash - shard.fromHash;
      if (width > 1 && dice.chance(0.6)) {
        int middle = shard.fromHash + dice.between(1, width - 1);
        shard.children.add(add(shard.fromHash, middle));
        shard.children.add(add(middle, shard.toHash));
        world.cover(Coverage.SHARD_SPLIT);
      } else {
        shard.children.add(add(shard.fromHash, shard.toHash));
        world.cover(Coverage.SHARD_ROLLOVER);
      }
    }

    private SimShard add(int from, int to) {
      SimShard shard = new SimShard("shard-" + history.shards.size(), from, to);
      history.shards.add(shard);
      open.add(shard);
      return shard;
    }
  }
}
