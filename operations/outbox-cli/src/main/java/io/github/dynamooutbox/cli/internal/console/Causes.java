package io.github.dynamooutbox.cli.internal.console;

import io.github.dynamooutbox.cli.internal.command.ParkedGroup;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the target said about the event that has waited longest, for each target and reason. A queue
 * is read once, not at each poll. Used by one thread.
 */
final class Causes {
  private static final int MOST = 50;

  private record First(QueueName queue, Instant since) {}

  private final OutboxOperator operator;
  private Map<First, Optional<ParkedEvent>> known = Map.of();

  Causes(OutboxOperator operator) {
    this.operator = operator;
  }

  /** The causes of the first fifty groups, as far as they can be read. */
  Map<ParkedGroup, ParkedEvent> of(List<ParkedGroup> groups) {
    Map<First, Optional<ParkedEvent>> read = new HashMap<>();
    Map<ParkedGroup, ParkedEvent> causes = new HashMap<>();
    for (ParkedGroup group : groups.subList(0, Math.min(MOST, groups.size()))) {
      First first = new First(group.oldest().queue(), group.oldest().since());
      Optional<ParkedEvent> event =
          known.getOrDefault(first, Optional.empty()).or(() -> read(first.queue()));
      read.put(first, event);
      event.ifPresent(found -> causes.put(group, found));
    }
    known = read;
    return causes;
  }

  private Optional<ParkedEvent> read(QueueName queue) {
    return operator.events(queue, event -> true, 1).stream().findFirst();
  }
}
