package io.github.dynamooutbox.kcl.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.internal.lease.LeaseOwners;
import io.github.dynamooutbox.kcl.internal.lease.MissingLeases;
import io.github.dynamooutbox.kcl.internal.lease.ReadFailures;
import io.github.dynamooutbox.kcl.internal.shard.OpenShards;
import io.github.dynamooutbox.kcl.internal.shard.TestShard;
import io.github.dynamooutbox.localaws.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.retrieval.kpl.ExtendedSequenceNumber;

class WorkerHealthTest {
  private final SettableClock clock = new SettableClock(Instant.EPOCH);
  private final OpenShards shards = new OpenShards(clock);
  private final List<Lease> leases = new ArrayList<>();
  private final LeaseOwners owners =
      new LeaseOwners(
          () -> leases, new MissingLeases(List::of, () -> {}), () -> 0, Duration.ofSeconds(5));
  private final ReadFailures failures =
      new ReadFailures(() -> clock.instant().toEpochMilli() * 1_000_000);
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private Optional<String> unproven = Optional.empty();
  private Optional<String> stuck = Optional.empty();
  private final WorkerHealth health = health(Duration.ofMillis(100));

  @Test
  void isNotStartedUntilItHasProvedThatItCanWork() {
    TestShard.open(shards, "a").readNothing();
    unproven = Optional.of("dynamodb:UpdateItem fails");
    assertThat(health.notStarted()).isEqualTo(unproven);
    assertThat(health.notReady()).isEqualTo(unproven);
    assertThat(health.notAlive()).as("a restart would not help").isEmpty();

    unproven = Optional.empty();
    assertThat(health.notStarted()).isEmpty();
    stuck = Optional.of("the event loop has not run for 31 s");
    assertThat(health.notStarted()).isEqualTo(stuck);
    assertThat(health.notAlive()).isEqualTo(stuck);
  }

  @Test
  void isReadyWhileItsShardsAreReadEvenIfTheyAreEmpty() {
    TestShard shard = TestShard.open(shards, "a");
    for (int i = 0; i < 10; i++) {
      clock.advance(Duration.ofSeconds(10));
      shard.readNothing();
      assertThat(health.notReady()).isEmpty();
    }
  }

  @Test
  void isNotReadyThirteenSecondsAfterTheLastRead() {
    TestShard.open(shards, "a").readNothing();
    clock.advance(Duration.ofSeconds(12));
    assertThat(health.notReady()).isEmpty();

    clock.advance(Duration.ofSeconds(1));
    assertThat(health.notReady()).contains("a was last read 13 s ago");
    assertThat(health.notAlive()).isEmpty();
  }

  @Test
  void reportsWhyAShardIsNotReadIfReadsFail() {
    TestShard.open(shards, "a").readNothing();
    failures.failed(SdkClientException.create("Connect timed out"));
    clock.advance(Duration.ofSeconds(13));
    failures.failed(SdkClientException.create("Connect timed out"));

    assertThat(health.notReady())
        .contains(
            "a was last read 13 s ago; reads of the stream have failed for 13 s:"
                + " SdkClientException: Connect timed out");
  }

  @Test
  void oneShardThatIsNotReadIsEnough() {
    TestShard.open(shards, "a");
    TestShard other = TestShard.open(shards, "b");
    clock.advance(Duration.ofSeconds(13));
    other.readNothing();

    assertThat(health.notReady()).contains("a was last read 13 s ago");
  }

  @Test
  void allowsAWorkerThatReadsRarelyTenTimesItsPause() {
    WorkerHealth seldom = health(Duration.ofSeconds(5));
    TestShard.open(shards, "a");
    clock.advance(Duration.ofSeconds(50));
    assertThat(seldom.notReady()).isEmpty();

    clock.advance(Duration.ofSeconds(1));
    assertThat(seldom.notReady()).isPresent();
  }

  @Test
  void isNotReadyWithoutALeaseUntilEachShardHasAWorker() {
    assertThat(health.notReady()).contains("holds no lease: leases have not been read yet");

    Lease lease = freeLease();
    owners.refresh();
    assertThat(health.notReady()).contains("holds no lease: 1 of 1 shards have no worker");

    lease.leaseOwner("another");
    owners.refresh();
    assertThat(health.notReady()).isEmpty();
  }

  @Test
  void isReadyWithLeasesEvenIfAnotherShardHasNoWorker() {
    TestShard.open(shards, "a").readNothing();

    freeLease();
    owners.refresh();
    assertThat(owners.unowned()).isEqualTo(1);
    assertThat(health.notReady()).isEmpty();
  }

  @Test
  void isNeitherAliveNorReadyOnceItHasEnded() {
    TestShard.open(shards, "a").readNothing();
    ended.complete(null);

    assertThat(health.notAlive()).contains("the worker has ended");
    assertThat(health.notReady()).contains("the worker has ended");
  }

  private Lease freeLease() {
    Lease lease = new Lease();
    lease.leaseKey("free");
    lease.leaseCounter(1L);
    lease.checkpoint(new ExtendedSequenceNumber("1"));
    leases.add(lease);
    return lease;
  }

  private WorkerHealth health(Duration idle) {
    return new WorkerHealth(shards, owners, failures, idle, ended, () -> unproven, () -> stuck);
  }
}
