package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseCoordinator;

class HeldLeasesTest {
  private static final LeaseTimes TIMES = new LeaseTimes(Duration.ofSeconds(5));
  private static final long LEASE = TIMES.failover().toNanos();

  /** Queries that would wait for KCL. */
  private final Queue<Runnable> waiting = new ArrayDeque<>();

  private final List<String> dropped = new ArrayList<>();
  private @Nullable Lease known = renewed(0);
  private final List<Duration> renewals = new ArrayList<>();
  private long now;

  private final HeldLeases leases =
      new HeldLeases(
          (LeaseCoordinator)
              Proxy.newProxyInstance(
                  getClass().getClassLoader(),
                  new Class<?>[] {LeaseCoordinator.class},
                  (self, method, arguments) -> {
                    if (method.getName().equals("dropLease")) {
                      dropped.add(((Lease) arguments[0]).leaseKey());
                      return null;
                    }
                    assertThat(method.getName()).isEqualTo("getCurrentlyHeldLease");
                    return known;
                  }),
          waiting::add,
          () -> now,
          TIMES.failover(),
          renewals::add);

  @Test
  void aLeaseIsHeldFromItsRenewalUntilItExpires() {
    assertThat(leases.holds("shard")).isTrue();
    now = LEASE - 1;
    assertThat(leases.holds("shard")).isTrue();
    now = LEASE;
    assertThat(leases.holds("shard")).isFalse();
  }

  @Test
  void reportsTheTimeBetweenTwoRenewals() {
    assertThat(leases.holds("shard")).isTrue();
    now = LEASE / 4;
    leases.refresh(List.of("shard"));
    runAll();
    assertThat(renewals).isEmpty();
    known = renewed(LEASE / 4);
    leases.refresh(List.of("shard"));
    runAll();
    assertThat(renewals).containsExactly(Duration.ofNanos(LEASE / 4));
  }

  @Test
  void aRenewalByKclExtendsIt() {
    assertThat(leases.holds("shard")).isTrue();
    now = LEASE / 2;
    known = renewed(now);
    leases.refresh(List.of("shard"));
    runAll();
    now = LEASE + 1;

    assertThat(leases.holds("shard")).isTrue();
  }

  @Test
  void itExpiresInTimeEvenIfKclDoesNotAnswer() {
    assertThat(leases.holds("shard")).isTrue();
    for (now = 0; now < LEASE; now += TIMES.stop().toNanos()) {
      leases.refresh(List.of("shard"));
    }

    assertThat(leases.holds("shard")).isFalse();
    assertThat(waiting).as("queries once, not repeatedly").hasSize(1);
  }

  @Test
  void aLeaseThatKclHasLostIsNotHeldEvenBeforeItExpires() {
    assertThat(leases.holds("shard")).isTrue();
    known = null;
    now = Duration.ofMillis(400).toNanos();
    leases.refresh(List.of("shard"));
    runAll();

    assertThat(leases.holds("shard")).isFalse();
  }

  @Test
  void aLeaseThatWasNeverHeldIsNot() {
    known = null;
    assertThat(leases.holds("shard")).isFalse();
  }

  @Test
  void dropsALeaseThatIsKnown() {
    leases.drop("shard");
    assertThat(dropped).isEmpty();

    assertThat(leases.holds("shard")).isTrue();
    leases.drop("shard");
    assertThat(dropped).containsExactly("shard");
  }

  @Test
  void aShardThatIsTakenAgainIsQueriedAgain() {
    assertThat(leases.holds("shard")).isTrue();
    leases.refresh(List.of());
    now = 2 * LEASE;
    known = renewed(now);

    assertThat(leases.holds("shard")).isTrue();
  }

  private void runAll() {
    while (!waiting.isEmpty()) {
      waiting.remove().run();
    }
  }

  private static Lease renewed(long at) {
    Lease lease = new Lease();
    lease.leaseKey("shard");
    lease.lastCounterIncrementNanos(at);
    return lease;
  }
}
