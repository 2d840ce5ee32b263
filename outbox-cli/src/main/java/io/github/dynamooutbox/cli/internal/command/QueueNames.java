package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.relay.park.queue.QueueName;

/** Queues, as people call them. */
final class QueueNames {
  private QueueNames() {}

  static String of(QueueName queue) {
    return queue.fold(
        part -> "backlog, part " + part.part(),
        lane -> lane.lane().aggregate(),
        single -> "single events, part " + single.part());
  }
}
