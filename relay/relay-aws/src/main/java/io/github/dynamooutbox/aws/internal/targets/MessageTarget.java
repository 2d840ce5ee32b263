package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.internal.render.TargetKeys;
import io.github.dynamooutbox.aws.targets.OwnLimit;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * What topics and queues share: groups, deduplication, ids within a request, and a limit of their
 * own.
 *
 * @param <R> the service's type of an entry
 */
abstract class MessageTarget<R> extends AwsTarget<R> {
  static final String FIFO = ".fifo";

  private final String table;
  private final boolean fifo;
  private final boolean tenantGroups;
  private final OwnLimit limit;

  /**
   * @param resource name or ARN of the topic or queue
   * @param leastBytes the lowest value of its {@code MaximumMessageSize}
   * @param right the action that reads that
   * @param host runs the requests, which block
   */
  MessageTarget(
      String name,
      String resource,
      Sending sending,
      boolean tenantGroups,
      long leastBytes,
      String right,
      TargetHost host) {
    super(name, sending, host.executor());
    this.table = host.table();
    this.fifo = resource.endsWith(FIFO);
    this.tenantGroups = tenantGroups;
    this.limit = new OwnLimit(name, leastBytes, right, this::maximumMessageSize, host.clock());
  }

  abstract long maximumMessageSize();

  @Override
  final Optional<OwnLimit> ownLimit() {
    return Optional.of(limit);
  }

  final Optional<String> group(Envelope envelope) throws RefusedEvent {
    if (fifo) {
      return Optional.of(TargetKeys.group(envelope));
    }
    return tenantGroups ? TargetKeys.tenantGroup(envelope) : Optional.empty();
  }

  final Optional<String> deduplication(Envelope envelope) {
    return fifo ? Optional.of(TargetKeys.deduplication(table, envelope)) : Optional.empty();
  }

  /** The entries with their indexes as ids. */
  static <R> List<R> numbered(List<R> entries, BiFunction<R, String, R> withId) {
    List<R> batch = new ArrayList<>(entries.size());
    for (int i = 0; i < entries.size(); i++) {
      batch.add(withId.apply(entries.get(i), Integer.toString(i)));
    }
    return batch;
  }
}
