package io.github.dynamooutbox.operations.operate;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.aws.control.ReceiptReader;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.relay.park.queue.ParkedView;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.Shard;

/** Reads the status of an outbox. */
record StatusReader(
    RelayConfig config, ControlTable control, String controlName, SourceClients clients) {
  private static final Duration RATE_OVER = Duration.ofMinutes(5);

  /** After this time, a saved circuit says nothing about its target any more. */
  private static final Duration CIRCUITS_LAST = Duration.ofHours(1);

  /** Receipts are read from the heartbeat's commit on; those of older heartbeats are not read. */
  private static final Duration HEARTBEATS_COUNT = Duration.ofHours(1);

  /**
   * A younger heartbeat may not have a receipt yet: the one before tells whether the relay has
   * stalled.
   */
  private static final Duration RECEIPTS_TAKE = Duration.ofSeconds(5);

  /** The heartbeats of a quarter of an hour, by default. */
  private static final int HEARTBEATS = 16;

  OutboxStatus status(List<QueueSummary> parked, String leaseTable, Instant now) {
    return status(parked, leaseTable, now, published(now), Optional.empty());
  }

  /** Reads no receipts except for a heartbeat that had not arrived before. */
  OutboxStatus status(
      List<QueueSummary> parked, String leaseTable, Instant now, OutboxStatus before) {
    return status(parked, leaseTable, now, Optional.empty(), before.heartbeat());
  }

  private OutboxStatus status(
      List<QueueSummary> parked,
      String leaseTable,
      Instant now,
      Optional<Map<String, Long>> published,
      Optional<OutboxStatus.Heartbeat> before) {
    Optional<ShardLags> stream = stream(leaseTable);
    List<ShardLag> shards =
        AwsFailures.of(
            "the stream of " + clients.records().name(),
            () -> stream.map(each -> each.lags(now)).orElse(List.of()));
    return new OutboxStatus(
        now,
        shards,
        circuits(stream, now),
        parked,
        published,
        RATE_OVER,
        clients.records().heartbeats(1).stream()
            .findFirst()
            .map(each -> heartbeat(each, before, now)));
  }

  private Optional<ShardLags> stream(String leaseTable) {
    return clients
        .streamArn()
        .map(arn -> new ShardLags(clients.dynamoDb(), clients.streams(), arn, leaseTable));
  }

  /**
   * The KCL relay's circuits are kept by shard; Lambda does not name shards, so its functions share
   * them.
   */
  private Map<String, SavedCircuit> circuits(Optional<ShardLags> stream, Instant now) {
    List<CompletionStage<Map<String, SavedCircuit>>> reads = new ArrayList<>();
    stream.stream()
        .flatMap(
            each ->
                Stream.concat(
                    Stream.of(each.streamArn().substring(each.streamArn().indexOf('/') + 1)),
                    each.shards().stream().map(Shard::shardId)))
        .forEach(
            scope ->
                reads.add(
                    control.queues().view(scope, Set.of()).thenApply(ParkedView::circuitsNow)));
    Map<String, SavedCircuit> worst = new HashMap<>();
    for (CompletionStage<Map<String, SavedCircuit>> read : reads) {
      AwsFailures.await(controlName, read)
          .forEach(
              (target, circuit) -> {
                if (circuit.savedAt().isAfter(now.minus(CIRCUITS_LAST))) {
                  worst.merge(target, circuit, StatusReader::worse);
                }
              });
    }
    return worst;
  }

  private static SavedCircuit worse(SavedCircuit one, SavedCircuit other) {
    return other.state() == SavedCircuit.State.OPEN ? other : one;
  }

  private Optional<Map<String, Long>> published(Instant now) {
    if (!config.control().orElseThrow().receipts()) {
      return Optional.empty();
    }
    Map<String, Long> published = new HashMap<>();
    config.targets().forEach(target -> published.put(target.name(), 0L));
    publications(
        now.minus(RATE_OVER),
        now.plusSeconds(1),
        each -> published.merge(each.target(), 1L, Long::sum));
    return Optional.of(published);
  }

  void publications(Instant from, Instant to, Consumer<PublishedEvent> each) {
    AwsFailures.await(
        controlName,
        control
            .receiptReader()
            .read(
                from,
                to,
                receipt ->
                    receipt.events().orElse(List.of()).stream()
                        .flatMap(
                            event ->
                                event.published().stream()
                                    .map(
                                        target ->
                                            new PublishedEvent(
                                                target, receipt.at(), event.writtenAt())))
                        .forEach(each)));
  }

  private OutboxStatus.Heartbeat heartbeat(
      DecodeResult.Decoded record, Optional<OutboxStatus.Heartbeat> before, Instant now) {
    Instant committed = committed(record);
    Optional<OutboxStatus.Heartbeat> known =
        before.filter(each -> each.committed().equals(committed) && each.arrived().isPresent());
    return known.orElseGet(() -> search(committed, now));
  }

  private OutboxStatus.Heartbeat search(Instant newest, Instant now) {
    if (!newest.isAfter(now.minus(HEARTBEATS_COUNT))) {
      return new OutboxStatus.Heartbeat(newest, Optional.empty());
    }
    boolean isDue = newest.isBefore(now.minus(RECEIPTS_TAKE));
    OutboxStatus.Heartbeat found = search(isDue ? HEARTBEATS : 2, now);
    boolean stalledEarlier = !isDue && found.committed().isBefore(newest);
    return stalledEarlier ? search(HEARTBEATS, now) : found;
  }

  /**
   * The newest heartbeat if it has arrived, otherwise the first that has not, of at most this many.
   */
  private OutboxStatus.Heartbeat search(int most, Instant now) {
    List<DecodeResult.Decoded> last =
        clients.records().heartbeats(most).stream()
            .filter(each -> committed(each).isAfter(now.minus(HEARTBEATS_COUNT)))
            .toList();
    ReceiptSearch receipts = new ReceiptSearch(control.receiptReader(), controlName, () -> now);
    receipts.run(
        last.stream().map(StatusReader::mark).collect(Collectors.toSet()),
        ReceiptReader.earliest(committed(last.get(last.size() - 1)), now));
    DecodeResult.Decoded newest = last.get(0);
    DecodeResult.Decoded oldestOpen = newest;
    for (DecodeResult.Decoded each : last) {
      Optional<Instant> arrived = arrived(receipts, each);
      if (arrived.isPresent()) {
        return each.equals(newest)
            ? new OutboxStatus.Heartbeat(committed(newest), arrived)
            : new OutboxStatus.Heartbeat(committed(oldestOpen), Optional.empty());
      }
      oldestOpen = each;
    }
    return new OutboxStatus.Heartbeat(committed(oldestOpen), Optional.empty());
  }

  private static Optional<Instant> arrived(ReceiptSearch receipts, DecodeResult.Decoded heartbeat) {
    EventMark mark = mark(heartbeat);
    return receipts
        .dropped(mark)
        .or(() -> receipts.published(mark).values().stream().min(Instant::compareTo));
  }

  private static EventMark mark(DecodeResult.Decoded heartbeat) {
    return ReceiptSearch.mark(heartbeat, 0);
  }

  private static Instant committed(DecodeResult.Decoded heartbeat) {
    return heartbeat.record().context().writtenAt();
  }
}
