package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import java.util.List;

/** Opens a {@link ShardRelay} for each shard that the host reads. Thread-safe. */
public interface Relay {
  /**
   * Returns a builder.
   *
   * @param targets where events can go; their names are unique
   * @param rules rules that determine which events go to which targets
   * @param loop runs everything except requests to targets; the caller closes it
   */
  static RelayBuilder builder(List<Target<?>> targets, List<Rule> rules, EventLoop loop) {
    return new RelayBuilder(targets, rules, loop);
  }

  /**
   * Opens a relay for a shard, or for a part of it that is read on its own.
   *
   * @param shard name of the shard, under which its circuits and its finished-ahead lists are kept;
   *     a host that cannot tell shards apart passes the same name for all of them. Parked events do
   *     not contain it; like those lists, they identify records by key
   */
  ShardRelay open(String shard);
}
