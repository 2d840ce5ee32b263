package io.github.dynamooutbox.cli.internal.doctor;

import io.github.dynamooutbox.operations.operate.RelayLease;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Finds the live workers of the KCL relay: those that increment their leases' counters, as a live
 * worker does every second.
 */
record LiveWorkers(DynamoDbClient client, String leaseTable) {
  /** Takes three seconds if any lease has an owner. */
  Set<String> names() {
    Map<String, RelayLease> before = RelayLease.in(client, leaseTable);
    if (before.values().stream().allMatch(lease -> lease.owner().isEmpty())) {
      return Set.of();
    }
    try {
      Thread.sleep(RelayLease.RENEWED_WITHIN.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Set.of();
    }
    Set<String> names = new TreeSet<>();
    RelayLease.in(client, leaseTable)
        .forEach(
            (shard, now) -> {
              RelayLease earlier = before.get(shard);
              if (earlier == null || now.isRenewedSince(earlier)) {
                now.owner().ifPresent(names::add);
              }
            });
    return names;
  }
}
