package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.relay.park.queue.QueueName;

/** Names of queues, for people. */
final class QueueNames {
  private QueueNames() {}

  static String of(QueueName queue) {
    return queue.fold(
        part -> "backlog, part " + part.part(),
        lane -> lane.lane().aggregate(),
        single -> "single events, part " + single.part());
  }
}
