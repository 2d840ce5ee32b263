package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.aws.host.AwsTargets;
import io.github.dynamooutbox.aws.targets.FailedCalls;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.RelayBuilder;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.receipt.Receipt.Handled;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A relay for each target, because each target gets different events of a record. Events to publish
 * have the header that marks a replay; a rule leaves out everything else in the record.
 */
final class ReplayRelays {
  /** Small, so that little is in flight when the caller stops it. */
  private static final int EVENTS = 2_000;

  private static final long BYTES = 8L << 20;

  private final RecordCodec codec;
  private final String id;
  private final Map<String, ShardRelay> shards = new HashMap<>();

  /**
   * Opens the relays.
   *
   * @param id marks what is published
   */
  ReplayRelays(
      RelayConfig config,
      AwsTargets targets,
      AwsControl control,
      EventLoop loop,
      ReplayCounts counts,
      String id) {
    codec = new RecordCodec(config.table().schema());
    this.id = id;
    for (Target<?> target : targets.all()) {
      RelayBuilder relay =
          config
              .relayBuilder(targets.all(), rules(target.name()), loop)
              .window(EVENTS, BYTES)
              .observer(counts);
      control.equipOffStream(relay);
      if (config.control().orElseThrow().receipts()) {
        relay.receipts(
            new UnroutedReceipts(new StoppableReceipts(control.table().receipts(), counts)));
      }
      shards.put(target.name(), relay.build().open("replay-" + target.name()));
    }
  }

  private List<Rule> rules(String target) {
    String marked = "{\"headers\":{\"%s\":[\"%s\"]}}".formatted(WaysOut.REPLAY, id);
    return List.of(Rule.matching(marked, target), new Rule(Optional.empty(), Set.of()));
  }

  /**
   * Submits records.
   *
   * @param first the number of the first line, from 1
   * @param found the lines' records that still exist
   * @return completes when there is room for more
   */
  CompletionStage<Void> submit(
      long first, List<PlanLine> lines, Map<?, DecodeResult.Decoded> found) {
    Map<String, List<StreamRecord>> batches = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      DecodeResult.Decoded record = found.get(lines.get(i).record());
      StreamPosition position = new StreamPosition(Long.toString(first + i));
      if (record != null) {
        lines
            .get(i)
            .targets()
            .forEach(
                (target, indexes) ->
                    batches
                        .computeIfAbsent(target, any -> new ArrayList<>())
                        .add(streamRecord(position, record, indexes)));
      }
    }
    return all(
        shards.entrySet().stream()
            .filter(shard -> batches.containsKey(shard.getKey()))
            .map(
                shard -> shard.getValue().submit(batches.getOrDefault(shard.getKey(), List.of()))));
  }

  private StreamRecord streamRecord(
      StreamPosition position, DecodeResult.Decoded decoded, Set<Integer> indexes) {
    OutboxRecord record = decoded.record();
    List<OutboxEvent> events = new ArrayList<>(record.events());
    for (int index : indexes) {
      if (index < events.size()) {
        events.set(index, events.get(index).withHeader(WaysOut.REPLAY, id));
      }
    }
    ItemView image = codec.encode(decoded.key(), record.withEvents(events));
    return new StreamRecord(
        position, ChangeType.INSERT, image, Optional.of(image), Optional.of(Instant.now()));
  }

  /** Completes when everything that was submitted is done, or cannot be done. */
  CompletionStage<Void> settled() {
    return all(shards.values().stream().map(ShardRelay::settled));
  }

  /** The first line that is not done; empty if all submitted lines are. */
  Optional<Long> firstUnfinished() {
    return shards.values().stream()
        .flatMap(shard -> shard.firstUnfinished().stream())
        .map(position -> Long.parseLong(position.sequenceNumber()))
        .min(Long::compare);
  }

  /** Sends nothing more. */
  CompletionStage<Void> close() {
    return all(shards.values().stream().map(ShardRelay::close));
  }

  private static CompletionStage<Void> all(Stream<? extends CompletionStage<?>> stages) {
    return CompletableFuture.allOf(
        stages.map(CompletionStage::toCompletableFuture).toArray(CompletableFuture<?>[]::new));
  }

  /**
   * Receipts of a relay that has one target only: they must not claim that the rules name no other
   * one. For events that it leaves out, no receipt is written. Thread-safe.
   */
  private record UnroutedReceipts(ReceiptBook book) implements ReceiptBook {
    @Override
    public CompletionStage<Void> write(Receipt receipt) {
      List<Handled> events =
          receipt.events().stream()
              .filter(event -> !event.routed().map(Set::isEmpty).orElse(false))
              .map(
                  event ->
                      new Handled(
                          event.record(),
                          event.index(),
                          event.id(),
                          event.writtenAt(),
                          Optional.empty(),
                          event.published()))
              .toList();
      return events.isEmpty()
          ? CompletableFuture.completedStage(null)
          : book.write(new Receipt(receipt.at(), events));
    }
  }

  /**
   * Receipts of work that an operator waits for. Each failure is counted. Once receipts fail and
   * the work has stopped, writes are not attempted any more, because each would take seconds to
   * fail. Thread-safe.
   */
  static final class StoppableReceipts implements ReceiptBook {
    private final ReceiptBook book;
    private final ReplayCounts counts;
    private volatile boolean isFailing;

    StoppableReceipts(ReceiptBook book, ReplayCounts counts) {
      this.book = book;
      this.counts = counts;
    }

    @Override
    public CompletionStage<Void> write(Receipt receipt) {
      if (isFailing && counts.halted().isPresent()) {
        return CompletableFuture.failedStage(new CancellationException("it has stopped"));
      }
      return book.write(receipt).whenComplete((nothing, failure) -> ended(failure));
    }

    private void ended(@Nullable Throwable failure) {
      isFailing = failure != null;
      if (failure != null) {
        String code = FailedCalls.causeOf(failure).getClass().getSimpleName();
        counts.observe(new RelayEvent.ControlFailed("receipt", code, ""));
      }
    }
  }
}
