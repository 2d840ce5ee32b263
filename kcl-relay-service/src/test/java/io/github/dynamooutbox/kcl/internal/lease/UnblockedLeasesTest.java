package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseCoordinator;
import software.amazon.kinesis.leases.ShardInfo;
import software.amazon.kinesis.retrieval.kpl.ExtendedSequenceNumber;

@Timeout(30)
class UnblockedLeasesTest {
  private final CountDownLatch renewed = new CountDownLatch(1);
  private final AtomicInteger asked = new AtomicInteger();
  private final LeaseCoordinator kcl = UnblockedLeases.unblocked(renewing());

  /** A coordinator that has a lease more each time, and renews leases from the second time on. */
  private LeaseCoordinator renewing() {
    return (LeaseCoordinator)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {LeaseCoordinator.class},
            (self, method, arguments) -> {
              if (!method.getName().equals("getAssignments")) {
                return method.getName().equals("isRunning");
              }
              int time = asked.incrementAndGet();
              assertThat(time == 1 || renewed.await(20, TimeUnit.SECONDS)).isTrue();
              return List.of(lease("shard-1"), lease("shard-2")).subList(0, Math.min(time, 2));
            });
  }

  private static Lease lease(String shard) {
    Lease lease = new Lease();
    lease.leaseKey(shard);
    lease.concurrencyToken(UUID.nameUUIDFromBytes(new byte[0]));
    lease.checkpoint(ExtendedSequenceNumber.TRIM_HORIZON);
    lease.parentShardIds(Set.of());
    return lease;
  }

  @Test
  void saysWhichLeasesWereHeldWhileTheyAreRenewed() {
    assertThat(kcl.getCurrentAssignments())
        .extracting(ShardInfo::shardId)
        .containsExactly("shard-1");
    assertThat(kcl.getCurrentAssignments())
        .extracting(ShardInfo::shardId)
        .containsExactly("shard-1");
    assertThat(kcl.getAssignments()).extracting(Lease::leaseKey).containsExactly("shard-1");
    assertThat(asked).as("it waits for the answer to the second question").hasValue(2);

    renewed.countDown();
    while (kcl.getCurrentAssignments().size() < 2) {
      Thread.onSpinWait();
    }
  }

  @Test
  void passesEverythingElse() {
    assertThat(kcl.isRunning()).isTrue();
  }
}
