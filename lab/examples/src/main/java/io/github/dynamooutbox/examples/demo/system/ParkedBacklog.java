package io.github.dynamooutbox.examples.demo.system;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What a deployment with a control table has in addition: a view of parked events, and the redrive
 * function. Thread-safe.
 */
public final class ParkedBacklog implements AutoCloseable {
  private final QueueTable queues;
  private final RedriveFunction redrive;

  /** For resources that have a control table. */
  public ParkedBacklog(Functions functions) {
    Resources resources = functions.resources();
    String table = resources.controlTable().orElseThrow();
    // Runs on the caller's thread, which may wait for the response.
    queues =
        ControlTable.builder(functions.aws().dynamoDb(), table, resources.table(), Runnable::run)
            .build()
            .queues();
    redrive = new RedriveFunction(functions);
  }

  public RedriveFunction redrive() {
    return redrive;
  }

  /** All queues that hold events. */
  public List<ParkedQueue> held() {
    List<ParkedQueue> held = new ArrayList<>();
    for (int part = 0; part < QueueName.PARTS; part++) {
      queues
          .queues(part)
          .toCompletableFuture()
          .join()
          .forEach(summary -> held.add(ParkedQueue.of(summary)));
    }
    held.sort(
        Comparator.comparing((ParkedQueue each) -> each.queue().target())
            .thenComparing(ParkedQueue::name));
    return held;
  }

  /** The queues whose first event is parked for this reason. */
  public List<ParkedQueue> held(ParkReason reason) {
    return held().stream().filter(each -> each.reason() == reason).toList();
  }

  /** The number of parked events. */
  public long events() {
    return held().stream().mapToLong(ParkedQueue::events).sum();
  }

  @Override
  public void close() {
    redrive.close();
  }

  /**
   * A queue that holds parked events.
   *
   * @param reason why its first event is parked
   * @param events number of events that it holds
   */
  public record ParkedQueue(QueueName queue, ParkReason reason, long events) {
    static ParkedQueue of(QueueSummary summary) {
      ParkReason reason =
          summary.counts().entrySet().stream()
              .filter(each -> each.getKey() != ParkReason.BEHIND && each.getValue() > 0)
              .map(Map.Entry::getKey)
              .min(ParkReason::compareTo)
              .orElse(ParkReason.BLOCKED);
      long events = summary.counts().values().stream().mapToLong(Long::longValue).sum();
      return new ParkedQueue(summary.queue(), reason, events);
    }

    /**
     * Name for display: a queue holds the backlog of a sixteenth of all aggregates, or of a single
     * one.
     */
    public String name() {
      return queue.fold(
          part -> "backlog, part %02d".formatted(part.part()),
          lane -> lane.lane().aggregate(),
          single -> "single, part %02d".formatted(single.part()));
    }
  }
}
