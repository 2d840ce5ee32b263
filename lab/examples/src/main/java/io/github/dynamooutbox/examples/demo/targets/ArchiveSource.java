package io.github.dynamooutbox.examples.demo.targets;

import io.github.dynamooutbox.examples.demo.targets.ArchiveAcceptances.Line;
import io.github.dynamooutbox.examples.demo.totals.LambdaBatch;
import io.github.dynamooutbox.examples.demo.totals.OrderTotals;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * Passes the lines of an archive to its consumer, as messages in no particular order across
 * objects. Failed messages are delivered again, together with new ones.
 */
final class ArchiveSource implements Receiver.Source {
  private static final long PAUSE_MILLIS = 200;

  /** A batch of this size is handled well within its time limit. */
  private static final int BATCH = 500;

  private final ArchiveAcceptances archive;
  private final OrderTotals consumer;
  private final List<Line> waiting = new ArrayList<>();
  private int taken;

  ArchiveSource(ArchiveAcceptances archive, OrderTotals consumer) {
    this.archive = archive;
    this.consumer = consumer;
  }

  @Override
  public List<String> next() throws InterruptedException {
    List<Line> lines = archive.after(taken);
    taken += lines.size();
    waiting.addAll(lines);
    List<Line> batch = List.copyOf(waiting.subList(0, Math.min(BATCH, waiting.size())));
    Set<String> failed = consume(batch);
    waiting.subList(0, batch.size()).clear();
    List<String> ids = new ArrayList<>();
    for (Line line : batch) {
      if (failed.contains(line.place())) {
        waiting.add(line);
      } else {
        ids.add(line.id());
      }
    }
    if (ids.isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    return ids;
  }

  private Set<String> consume(List<Line> lines) {
    LambdaBatch batch = new LambdaBatch();
    for (Line line : lines) {
      if (OrderTotals.wants(Envelopes.sqs(line.text(), Map.of()))) {
        batch.add(Message.builder().messageId(line.place()).body(line.text()).build());
      }
    }
    return consumer.consume(batch);
  }
}
