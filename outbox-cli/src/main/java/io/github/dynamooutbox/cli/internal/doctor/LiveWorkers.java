package io.github.dynamooutbox.cli.internal.doctor;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * The workers of the KCL relay that live: those whose leases' counters rise, which they do every
 * second.
 */
record LiveWorkers(DynamoDbClient client, String leaseTable) {
  private static final Duration RENEWED_WITHIN = Duration.ofSeconds(3);

  private record Renewal(String owner, String counter) {}

  /** Takes three seconds if somebody has leases. */
  Set<String> names() {
    Map<String, Renewal> before = renewals();
    if (before.isEmpty()) {
      return Set.of();
    }
    try {
      Thread.sleep(RENEWED_WITHIN.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Set.of();
    }
    Set<String> names = new TreeSet<>();
    renewals()
        .forEach(
            (lease, now) -> {
              if (!now.equals(before.get(lease))) {
                names.add(now.owner());
              }
            });
    return names;
  }

  private Map<String, Renewal> renewals() {
    Map<String, Renewal> renewals = new HashMap<>();
    try {
      client
          .scanPaginator(request -> request.tableName(leaseTable).consistentRead(true))
          .items()
          .forEach(
              item -> {
                if (item.containsKey("leaseOwner")) {
                  renewals.put(text(item, "leaseKey"), renewal(item));
                }
              });
    } catch (ResourceNotFoundException noKclRelay) {
      return Map.of();
    }
    return renewals;
  }

  private static Renewal renewal(Map<String, AttributeValue> item) {
    AttributeValue counter = item.getOrDefault("leaseCounter", AttributeValue.fromN("0"));
    return new Renewal(text(item, "leaseOwner"), counter.n());
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    return item.getOrDefault(name, AttributeValue.fromS("")).s();
  }
}
