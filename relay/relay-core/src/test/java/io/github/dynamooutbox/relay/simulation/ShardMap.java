package io.github.dynamooutbox.relay.simulation;

import java.util.ArrayList;
import java.util.List;

/** Which shard takes an aggregate's commits, while shards split and roll over. */
final class ShardMap {
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
