package io.github.dynamooutbox.operations.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutboxStatusTest {
  private static final Instant AT = Instant.parse("2026-11-21T10:15:30Z");

  @Test
  void namesTheShardsWhoseOwnersDoNotRenewTheirLeases() {
    OutboxStatus status =
        status(
            Map.of(
                "dead", lease("a", 5),
                "alive", lease("a", 5),
                "taken", lease("a", 5),
                "finished", lease("a", 5),
                "unowned", new RelayLease(Optional.empty(), 5, "1")));

    assertThat(
            status.unrenewed(
                Map.of(
                    "dead", lease("a", 5),
                    "alive", lease("a", 6),
                    "taken", lease("b", 5),
                    "unowned", new RelayLease(Optional.empty(), 5, "1"))))
        .containsExactly("dead");
  }

  @Test
  void noEventIsPublishedBeforeItIsCommittedWhateverTheClocksSay() {
    assertThat(new PublishedEvent("bus", AT.plusMillis(7), AT).age())
        .isEqualTo(Duration.ofMillis(7));
    assertThat(new PublishedEvent("bus", AT, AT.plusMillis(7)).age()).isZero();
  }

  private static RelayLease lease(String owner, long counter) {
    return new RelayLease(Optional.of(owner), counter, "1");
  }

  private static OutboxStatus status(Map<String, RelayLease> leases) {
    List<ShardLag> shards =
        leases.entrySet().stream()
            .map(
                each -> new ShardLag(each.getKey(), Optional.of(each.getValue()), Optional.empty()))
            .toList();
    return new OutboxStatus(
        AT, shards, Map.of(), List.of(), Optional.empty(), Duration.ZERO, Optional.empty());
  }
}
