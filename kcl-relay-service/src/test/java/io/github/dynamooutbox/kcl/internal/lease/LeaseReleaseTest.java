package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseRefresher;
import software.amazon.kinesis.leases.exceptions.ProvisionedThroughputException;

class LeaseReleaseTest {
  private final List<String> released = new ArrayList<>();
  private boolean throttled;

  private final LeaseRefresher table =
      (LeaseRefresher)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {LeaseRefresher.class},
              (self, method, arguments) -> {
                if (method.getName().equals("listLeases")) {
                  return List.of(lease("a", "this"), lease("b", "other"), lease("c", "this"));
                }
                assertThat(method.getName()).isEqualTo("evictLease");
                if (throttled) {
                  throw new ProvisionedThroughputException("throttled", null);
                }
                return released.add(((Lease) arguments[0]).leaseKey());
              });

  private static Lease lease(String shard, String owner) {
    Lease lease = new Lease();
    lease.leaseKey(shard);
    lease.leaseOwner(owner);
    return lease;
  }

  @Test
  void releasesTheLeasesOfThisWorkerOnly() {
    assertThat(KclWorker.releaseLeases(table, "this", List.of())).isTrue();
    assertThat(released).containsExactly("a", "c");
  }

  @Test
  void keepsTheLeasesOfShardsThatAreStillRelayed() {
    assertThat(KclWorker.releaseLeases(table, "this", List.of("a"))).isTrue();
    assertThat(released).containsExactly("c");
  }

  @Test
  void reportsThatLeasesCouldNotBeReleased() {
    throttled = true;

    assertThat(KclWorker.releaseLeases(table, "this", List.of())).isFalse();
  }
}
