package io.github.dynamooutbox.lambda.it;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.control.StoredReceipt;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/** The contents of the control table for the orders' stream. */
final class ControlView {
  private final ControlTable table;

  ControlView(RelaySystem system) {
    table =
        ControlTable.builder(
                system.dynamoDb, RelaySystem.CONTROL_TABLE, RelaySystem.TABLE, Runnable::run)
            .build();
  }

  /** Lanes with a queue of their own, as {@code target/aggregate}, with their contents. */
  Map<String, Map<ParkReason, Long>> lanes() {
    Map<String, Map<ParkReason, Long>> lanes = new TreeMap<>();
    for (QueueSummary each : queues()) {
      each.queue()
          .closedLane()
          .ifPresent(
              lane ->
                  lanes.put(lane.target() + "/" + lane.aggregate(), new TreeMap<>(each.counts())));
    }
    return lanes;
  }

  /** The parked events of an order for a target, in any queue. */
  List<ParkedEvent> parked(String target, String order) {
    LaneKey lane = new LaneKey(target, "Order#" + order);
    return queues().stream()
        .filter(each -> each.queue().target().equals(target))
        .flatMap(
            each ->
                join(
                    table
                        .queues()
                        .read(each.queue(), Optional.empty(), OptionalLong.empty(), 1_000))
                    .stream())
        .flatMap(segment -> segment.events().stream())
        .filter(event -> event.place().lane().equals(lane))
        .toList();
  }

  private List<QueueSummary> queues() {
    return IntStream.range(0, QueueName.PARTS)
        .boxed()
        .flatMap(part -> join(table.queues().queues(part)).stream())
        .toList();
  }

  /** How many publications the receipts contain. */
  int publicationsInReceipts() {
    List<StoredReceipt> receipts = new CopyOnWriteArrayList<>();
    Instant now = Instant.now();
    join(table.receiptReader().read(now.minusSeconds(3600), now.plusSeconds(3600), receipts::add));
    return receipts.stream()
        .flatMap(receipt -> receipt.events().orElseThrow().stream())
        .mapToInt(event -> event.published().size())
        .sum();
  }

  /** Who decided what, and how it ended, the latest first. */
  List<String> decisions() {
    return join(table.decisions().between(Instant.EPOCH, Instant.MAX, 100)).stream()
        .map(
            each ->
                "%s: %s %s: %s %d, because %s"
                    .formatted(
                        each.decision().by(),
                        each.decision().command(),
                        each.decision().selection(),
                        each.ended().orElseThrow().how(),
                        each.ended().orElseThrow().events().orElseThrow(),
                        each.decision().reason().orElseThrow()))
        .toList();
  }

  private static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
