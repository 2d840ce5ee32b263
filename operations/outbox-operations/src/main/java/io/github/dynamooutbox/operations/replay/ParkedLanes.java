package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.HashSet;
import java.util.Set;

/** Lanes in which something is parked: replayed events would be parked behind it. */
final class ParkedLanes {
  private final Set<QueueName> queues = new HashSet<>();

  ParkedLanes(ControlTable table, String what) {
    for (int part = 0; part < QueueName.PARTS; part++) {
      for (QueueSummary queue : AwsFailures.await(what, table.queues().queues(part))) {
        queues.add(queue.queue());
      }
    }
  }

  /** Whether an event of this lane would be parked behind others. */
  boolean include(LaneKey lane) {
    return queues.contains(new QueueName.Lane(lane))
        || queues.contains(QueueName.Part.of(lane))
        || queues.contains(new QueueName.Lane(new LaneKey(LaneKey.ALL_TARGETS, lane.aggregate())));
  }
}
