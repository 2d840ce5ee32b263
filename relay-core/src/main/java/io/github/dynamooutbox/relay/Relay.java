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
   * @param shard names the shard in logs and parked events
   */
  ShardRelay open(String shard);
}
