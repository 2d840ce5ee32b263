package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.redrive.Purge.Found;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * A place in the list of queues of a part, from which the search for those of a target continues.
 */
record QueuePlace(int part, String target, Optional<QueueName> after) {
  /** How many are listed with one read. */
  private static final int QUEUES = 100;

  /**
   * A page of the list.
   *
   * @param queues the target's queues in it
   * @param next where the list continues; empty at its end
   */
  record Page(List<QueueSummary> queues, Optional<QueuePlace> next) {
    Found found() {
      return new Found(
          queues.size(),
          queues.stream()
              .flatMap(queue -> queue.counts().values().stream())
              .mapToLong(count -> count)
              .sum());
    }
  }

  /** The start of each part. */
  static List<QueuePlace> all(String target) {
    return IntStream.range(0, QueueName.PARTS)
        .mapToObj(part -> new QueuePlace(part, target, Optional.empty()))
        .toList();
  }

  CompletionStage<Page> page(QueueTable table) {
    return table.queues(part, after, QUEUES).thenApply(this::page);
  }

  private Page page(List<QueueSummary> all) {
    return new Page(
        all.stream().filter(each -> each.queue().target().equals(target)).toList(),
        all.size() < QUEUES
            ? Optional.empty()
            : Optional.of(
                new QueuePlace(part, target, Optional.of(all.get(all.size() - 1).queue()))));
  }
}
