package io.github.dynamooutbox.relay.internal.queue;

import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.Appended;
import io.github.dynamooutbox.relay.park.queue.ParkedView;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The queues as one shard uses them. Each step of an append is retried on its own, so that an
 * append that fails midway still stores its events once. The retries end when the shard is closed,
 * and a stage may then never complete. Appends are confined to the relay's event loop.
 */
public final class AppendingQueues implements ParkingQueues {
  private final QueueTable table;
  private final RequiredCalls calls;
  private final InstantSource clock;
  private final Set<QueueName> known = new HashSet<>();

  /**
   * Creates the queues for one shard.
   *
   * @param calls retries the shard's calls to the control table
   */
  public AppendingQueues(QueueTable table, RequiredCalls calls, InstantSource clock) {
    this.table = table;
    this.calls = calls;
    this.clock = clock;
  }

  @Override
  public CompletionStage<ParkedView> view(String scope, Collection<LaneKey> lanes) {
    return table.view(scope, lanes);
  }

  @Override
  public CompletionStage<Appended> append(QueueName queue, List<ParkedEvent> events, boolean hold) {
    CompletableFuture<Appended> done = new CompletableFuture<>();
    new Append(table, calls, clock, queue, List.copyOf(events), hold, done, known).start();
    return done;
  }
}
