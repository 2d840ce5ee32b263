package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.Rule;
import java.util.List;

/** Opens one {@link ShardRelay} for each shard that its host reads. Thread-safe. */
public interface Relay {
  /**
   * Starts to put a relay together.
   *
   * @param targets where events can go; their names are unique
   * @param rules which events go where
   * @param loop runs everything but the targets' requests; the caller closes it
   */
  static RelayBuilder builder(List<Target<?>> targets, List<Rule> rules, EventLoop loop) {
    return new RelayBuilder(targets, rules, loop);
  }

  /**
   * Opens a relay for a shard, or for a part of it that is read on its own.
   *
   * @param shard names the shard for people, in the {@code toString} of its relay; a host that does
   *     not know it may give any name. Neither what is parked nor what is finished ahead holds it:
   *     there, records are told apart by their keys
   */
  ShardRelay open(String shard);
}
