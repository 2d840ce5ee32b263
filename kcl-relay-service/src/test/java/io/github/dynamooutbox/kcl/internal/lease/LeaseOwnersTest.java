package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.internal.lease.LeaseOwners.Owned;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.retrieval.kpl.ExtendedSequenceNumber;

class LeaseOwnersTest {
  private final List<Lease> table = new ArrayList<>();
  private long now;
  private boolean broken;
  private final List<Shard> stream = new ArrayList<>();
  private int created;
  private final LeaseOwners owners =
      new LeaseOwners(this::read, new MissingLeases(() -> stream, () -> created++), () -> now);

  @Test
  void isNotKnownUntilItHasLooked() {
    assertThat(owners.unowned()).isEmpty();
    assertThat(owners.problem()).contains("leases have not been read yet");
  }

  @Test
  void eachShardHasAWorkerWhileLeasesAreRenewed() {
    Lease lease = lease("a", "one");
    owners.look();
    for (long renewed = 2; renewed < 10; renewed++) {
      lease.leaseCounter(renewed);
      pass(LeaseOwners.EVERY);
      owners.look();

      assertThat(owners.unowned()).hasValue(0);
      assertThat(owners.problem()).isEmpty();
    }
  }

  @Test
  void aShardWhoseOwnerIsDeadHasNoWorkerOnceTheFailoverTimeIsOver() {
    Lease living = lease("a", "one");
    lease("b", "dead");
    owners.look();
    assertThat(owners.unowned()).hasValue(0);

    living.leaseCounter(2L);
    pass(LeaseOwners.EVERY);
    owners.look();

    assertThat(owners.unowned()).hasValue(1);
    assertThat(owners.problem()).contains("1 of 2 shards have no worker");
  }

  @Test
  void aRenewedLeaseIsNotSilentBetweenTwoLooks() {
    Lease lease = lease("a", "one");
    owners.look();
    lease.leaseCounter(2L);
    pass(LeaseOwners.EVERY);
    owners.look();
    pass(LeaseOwners.EVERY.minusMillis(1));

    assertThat(owners.owners()).extracting(Owned::silent).containsExactly(false);
    pass(Duration.ofMillis(1));
    owners.look();
    assertThat(owners.owners()).extracting(Owned::silent).containsExactly(true);
  }

  @Test
  void aShardThatIsTakenOverHasAWorkerAgain() {
    Lease lease = lease("a", "dead");
    owners.look();
    pass(LeaseOwners.EVERY);
    owners.look();
    lease.leaseOwner("two");
    owners.look();

    assertThat(owners.unowned()).hasValue(0);
  }

  @Test
  void aLeaseThatWasGivenBackHasNoWorkerAtOnce() {
    lease("a", null);
    owners.look();

    assertThat(owners.unowned()).hasValue(1);
  }

  @Test
  void aShardThatIsFinishedNeedsNoWorker() {
    Lease lease = lease("a", null);
    lease.checkpoint(ExtendedSequenceNumber.SHARD_END);
    lease("b", "one");
    owners.look();

    assertThat(owners.unowned()).hasValue(0);
    assertThat(owners.problem()).isEmpty();
  }

  @Test
  void knowsWhoRelaysAShardSinceWhenAndHowOftenThatChanged() {
    Lease lease = lease("a", "one");
    owners.look();
    pass(LeaseOwners.EVERY);
    lease.leaseCounter(2L);
    owners.look();
    assertThat(owners.owners())
        .containsExactly(new Owned("a", Optional.of("one"), LeaseOwners.EVERY, true, false));
    assertThat(owners.moves()).isZero();

    lease.leaseOwner("two");
    owners.look();
    pass(Duration.ofSeconds(1));
    assertThat(owners.owners())
        .containsExactly(new Owned("a", Optional.of("two"), Duration.ofSeconds(1), false, false));
    assertThat(owners.moves()).isEqualTo(1);

    lease.leaseOwner(null);
    owners.look();
    assertThat(owners.owners())
        .containsExactly(new Owned("a", Optional.empty(), Duration.ZERO, false, true));
    lease.leaseOwner("one");
    owners.look();
    assertThat(owners.moves()).as("given back and taken is one move").isEqualTo(2);
  }

  @Test
  void noLeasesAtAllAreAProblem() {
    owners.look();

    assertThat(owners.unowned()).hasValue(0);
    assertThat(owners.problem()).contains("there are no leases");
  }

  @Test
  void isNotKnownWhileTheTableCannotBeRead() {
    lease("a", "one");
    owners.look();
    broken = true;
    owners.look();

    assertThat(owners.unowned()).isEqualTo(OptionalInt.empty());
    assertThat(owners.problem()).isEqualTo(Optional.of("the lease table cannot be read"));
  }

  @Test
  void aShardWithoutALeaseHasNoWorkerAndIsGivenOne() {
    lease("a", "one");
    shard("a", null, false);
    shard("b", null, false);
    owners.look();
    assertThat(owners.unowned()).as("it may have begun just now").hasValue(0);

    lookAgain();
    assertThat(owners.unowned()).hasValue(1);
    assertThat(owners.problem()).contains("1 of 2 shards have no worker");
    assertThat(created).isEqualTo(1);

    lease("b", "one");
    lookAgain();
    assertThat(owners.unowned()).hasValue(0);
    assertThat(created).isEqualTo(1);
  }

  @Test
  void aShardWhoseParentIsNotFinishedNeedsNoLeaseYet() {
    lease("grandparent", "one");
    shard("grandparent", null, true);
    shard("parent", "grandparent", true);
    shard("child", "parent", false);
    owners.look();
    lookAgain();

    assertThat(owners.unowned()).hasValue(0);
  }

  @Test
  void aShardWhoseParentIsFinishedNeedsALease() {
    Lease parent = lease("parent", "one");
    parent.checkpoint(ExtendedSequenceNumber.SHARD_END);
    shard("parent", null, true);
    shard("child", "parent", false);
    owners.look();
    lookAgain();

    assertThat(owners.unowned()).hasValue(1);
  }

  @Test
  void aShardThatHasEndedAndWhoseLeaseIsGoneIsFinished() {
    lease("child", "one");
    shard("parent", null, true);
    shard("child", "parent", false);
    owners.look();
    lookAgain();

    assertThat(owners.unowned()).hasValue(0);
  }

  /** Leases are renewed, and the stream is described again. */
  private void lookAgain() {
    for (int i = 0; i < 3; i++) {
      pass(LeaseOwners.EVERY);
      table.forEach(lease -> lease.leaseCounter(lease.leaseCounter() + 1));
      owners.look();
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
