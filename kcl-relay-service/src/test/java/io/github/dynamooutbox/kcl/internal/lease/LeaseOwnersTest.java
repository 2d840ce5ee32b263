package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.internal.lease.LeaseOwners.Owned;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.retrieval.kpl.ExtendedSequenceNumber;

class LeaseOwnersTest {
  private static final Duration FAILOVER = Duration.ofSeconds(3);

  private final List<Lease> table = new ArrayList<>();
  private long now;
  private boolean broken;
  private final List<Shard> stream = new ArrayList<>();
  private int created;
  private final LeaseOwners owners =
      new LeaseOwners(
          this::read, new MissingLeases(() -> stream, () -> created++), () -> now, FAILOVER);

  @Test
  void aTableThatWasNeverReadCountsAsOneShardOnceTheFailoverTimeIsOver() {
    assertThat(owners.unowned()).isZero();
    pass(FAILOVER.plusMillis(1));
    assertThat(owners.unowned()).isOne();
    assertThat(owners.problem()).contains("leases have not been read yet");
  }

  @Test
  void eachShardHasAWorkerWhileLeasesAreRenewed() {
    Lease lease = lease("a", "one");
    owners.refresh();
    for (long renewed = 2; renewed < 10; renewed++) {
      lease.leaseCounter(renewed);
      pass(LeaseOwners.EVERY);
      owners.refresh();

      assertThat(owners.unowned()).isEqualTo(0);
      assertThat(owners.problem()).isEmpty();
    }
  }

  @Test
  void aShardWhoseOwnerIsDeadHasNoWorkerOnceTheFailoverTimeIsOver() {
    Lease living = lease("a", "one");
    lease("b", "dead");
    owners.refresh();
    assertThat(owners.unowned()).isEqualTo(0);

    living.leaseCounter(2L);
    pass(LeaseOwners.EVERY);
    owners.refresh();

    assertThat(owners.unowned()).isEqualTo(1);
    assertThat(owners.problem()).contains("1 of 2 shards have no worker");
  }

  @Test
  void aRenewedLeaseIsNotSilentBetweenTwoReads() {
    Lease lease = lease("a", "one");
    owners.refresh();
    lease.leaseCounter(2L);
    pass(LeaseOwners.EVERY);
    owners.refresh();
    pass(LeaseOwners.EVERY.minusMillis(1));

    assertThat(owners.owners()).extracting(Owned::silent).containsExactly(false);
    pass(Duration.ofMillis(1));
    owners.refresh();
    assertThat(owners.owners()).extracting(Owned::silent).containsExactly(true);
  }

  @Test
  void aShardThatIsTakenOverHasAWorkerAgain() {
    Lease lease = lease("a", "dead");
    owners.refresh();
    pass(LeaseOwners.EVERY);
    owners.refresh();
    lease.leaseOwner("two");
    owners.refresh();

    assertThat(owners.unowned()).isEqualTo(0);
  }

  @Test
  void aReleasedLeaseHasNoWorkerImmediately() {
    lease("a", null);
    owners.refresh();

    assertThat(owners.unowned()).isEqualTo(1);
  }

  @Test
  void aShardThatIsFinishedNeedsNoWorker() {
    Lease lease = lease("a", null);
    lease.checkpoint(ExtendedSequenceNumber.SHARD_END);
    lease("b", "one");
    owners.refresh();

    assertThat(owners.unowned()).isEqualTo(0);
    assertThat(owners.problem()).isEmpty();
  }

  @Test
  void reportsWhichWorkerRelaysAShardSinceWhenAndHowManyMovesThereWere() {
    Lease lease = lease("a", "one");
    owners.refresh();
    pass(LeaseOwners.EVERY);
    lease.leaseCounter(2L);
    owners.refresh();
    assertThat(owners.owners())
        .containsExactly(new Owned("a", Optional.of("one"), LeaseOwners.EVERY, true, false));
    assertThat(owners.moves()).isZero();

    lease.leaseOwner("two");
    owners.refresh();
    pass(Duration.ofSeconds(1));
    assertThat(owners.owners())
        .containsExactly(new Owned("a", Optional.of("two"), Duration.ofSeconds(1), false, false));
    assertThat(owners.moves()).isEqualTo(1);

    lease.leaseOwner(null);
    owners.refresh();
    assertThat(owners.owners())
        .containsExactly(new Owned("a", Optional.empty(), Duration.ZERO, false, true));
    lease.leaseOwner("one");
    owners.refresh();
    assertThat(owners.moves()).as("a release and a takeover are one move").isEqualTo(2);
  }

  @Test
  void havingNoLeasesIsAProblem() {
    owners.refresh();

    assertThat(owners.unowned()).isEqualTo(0);
    assertThat(owners.problem()).contains("there are no leases");
  }

  @Test
  void whileTheTableCannotBeReadNoLeaseCanBeRenewed() {
    lease("a", "one");
    owners.refresh();
    broken = true;
    owners.refresh();

    assertThat(owners.unowned()).isZero();
    assertThat(owners.problem()).isEqualTo(Optional.of("the lease table cannot be read"));
    pass(FAILOVER.plusMillis(1));
    assertThat(owners.unowned()).isOne();
  }

  @Test
  void aShardWithoutALeaseHasNoWorkerAndGetsALease() {
    lease("a", "one");
    shard("a", null, false);
    shard("b", null, false);
    owners.refresh();
    assertThat(owners.unowned()).as("it may have begun just now").isEqualTo(0);

    renewAndRefresh();
    assertThat(owners.unowned()).isEqualTo(1);
    assertThat(owners.problem()).contains("1 of 2 shards have no worker");
    assertThat(created).isEqualTo(1);

    lease("b", "one");
    renewAndRefresh();
    assertThat(owners.unowned()).isEqualTo(0);
    assertThat(created).isEqualTo(1);
  }

  @Test
  void aShardWhoseParentIsNotFinishedNeedsNoLeaseYet() {
    lease("grandparent", "one");
    shard("grandparent", null, true);
    shard("parent", "grandparent", true);
    shard("child", "parent", false);
    owners.refresh();
    renewAndRefresh();

    assertThat(owners.unowned()).isEqualTo(0);
  }

  @Test
  void aShardWhoseParentIsFinishedNeedsALease() {
    Lease parent = lease("parent", "one");
    parent.checkpoint(ExtendedSequenceNumber.SHARD_END);
    shard("parent", null, true);
    shard("child", "parent", false);
    owners.refresh();
    renewAndRefresh();

    assertThat(owners.unowned()).isEqualTo(1);
  }

  @Test
  void aShardThatHasEndedAndWhoseLeaseIsGoneIsFinished() {
    lease("child", "one");
    shard("parent", null, true);
    shard("child", "parent", false);
    owners.refresh();
    renewAndRefresh();

    assertThat(owners.unowned()).isEqualTo(0);
  }

  /** Lets leases be renewed until the stream is described again. */
  private void renewAndRefresh() {
    for (int i = 0; i < 3; i++) {
      pass(LeaseOwners.EVERY);
      table.forEach(lease -> lease.leaseCounter(lease.leaseCounter() + 1));
      owners.refresh();
    }
  }

  private void shard(String id, @Nullable String parent, boolean ended) {
    stream.add(
        Shard.builder()
            .shardId(id)
            .parentShardId(parent)
            .sequenceNumberRange(
                range -> range.startingSequenceNumber("1").endingSequenceNumber(ended ? "2" : null))
            .build());
  }

  private List<Lease> read() {
    if (broken) {
      throw new IllegalStateException("no answer");
    }
    return table;
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  private Lease lease(String shard, String owner) {
    Lease lease = new Lease();
    lease.leaseKey(shard);
    lease.leaseOwner(owner);
    lease.leaseCounter(1L);
    lease.checkpoint(new ExtendedSequenceNumber("1"));
    table.add(lease);
    return lease;
  }
}
