package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Receipts of what a shard has done, and what waits for them. */
class ShardReceiptsTest extends BusBench {
  @Test
  void writesAReceiptOfWhatWasPublishedWhereAndOfWhatWasDropped() {
    List<Receipt> receipts = new ArrayList<>();
    ShardRelay shard =
        Relay.builder(
                List.of(target),
                List.of(
                    Rule.matching("{\"type\":[\"Known\"]}", "bus"),
                    Rule.dropping("{\"type\":[\"Noise\"]}")),
                loop)
            .clock(loop)
            .receipts(
                receipt -> {
                  receipts.add(receipt);
                  return CompletableFuture.completedStage(null);
                })
            .build()
            .open("shard");
    shard.submit(
        List.of(
            Records.record(1, "Order", "a", 1, Instant.EPOCH, 1, "Known"),
            Records.record(2, "Order", "b", 1, Instant.EPOCH, 1, "Noise")));

    settle(shard);

    assertThat(receipts)
        .singleElement()
        .satisfies(
            receipt -> {
              assertThat(receipt.published()).isEqualTo(Map.of("bus", List.of("a-1.0")));
              assertThat(receipt.dropped()).containsExactly("b-1.0");
              assertThat(receipt.events())
                  .filteredOn(event -> event.id().equals("a-1.0"))
                  .singleElement()
                  .satisfies(event -> assertThat(event.routed()).contains(Set.of("bus")));
            });
  }

  @Test
  void namesTheFailureOfAReceiptAndNotWhatAStageWrapsAroundIt() {
    ShardRelay shard =
        builder(Rule.all("bus"))
            .receipts(
                receipt ->
                    CompletableFuture.failedStage(
                        new CompletionException(new IllegalStateException("no"))))
            .build()
            .open("shard");
    shard.submit(List.of(order(1, "a")));

    loop.runFor(Duration.ofMillis(400));

    assertThat(told.lost).containsExactly("receipt of 1: IllegalStateException");
  }

  @Test
  void passesNothingWhoseReceiptIsNotDurableAndTriesUntilItIs() {
    AtomicInteger failures = new AtomicInteger(10);
    List<Receipt> receipts = new ArrayList<>();
    ShardRelay shard =
        builder(Rule.all("bus"))
            .receipts(
                receipt -> {
                  if (failures.getAndDecrement() > 0) {
                    return CompletableFuture.failedStage(new IllegalStateException("no"));
                  }
                  receipts.add(receipt);
                  return CompletableFuture.completedStage(null);
                })
            .build()
            .open("shard");
    shard.submit(List.of(order(1, "a"), order(2, "b")));

    loop.runFor(Duration.ofSeconds(1));
    assertThat(target.accepted).hasSize(2);
    assertThat(shard.firstUnfinished()).contains(position(1));
    settle(shard);

    assertThat(shard.firstUnfinished()).isEmpty();
    assertThat(receipts).singleElement().satisfies(all -> assertThat(all.events()).hasSize(2));
  }

  @Test
  void goesOnFromAnEventWhoseReceiptFailsToTheEnd() {
    ShardRelay shard =
        builder(Rule.all("bus"))
            .receipts(receipt -> CompletableFuture.failedStage(new IllegalStateException("no")))
            .build()
            .open("shard");
    shard.submit(List.of(order(1, "a")));
    loop.runFor(Duration.ofSeconds(10));

    Optional<StreamPosition> closed = close(shard);

    assertThat(closed).contains(position(1));
  }
}
