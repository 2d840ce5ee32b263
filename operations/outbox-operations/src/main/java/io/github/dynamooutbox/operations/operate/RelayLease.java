package io.github.dynamooutbox.operations.operate;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * A worker's lease of a shard, as the KCL relay stores it. The owner increases the counter about
 * once a second as long as it is alive, so two reads tell whether it is.
 *
 * @param owner the worker that relays the shard; empty if nobody does
 * @param counter how often the lease was renewed
 * @param checkpoint a sequence number of the stream, or one of the KCL's keywords
 */
public record RelayLease(Optional<String> owner, long counter, String checkpoint) {
  /** A lease that is not renewed in this time has no live owner. */
  public static final Duration RENEWED_WITHIN = Duration.ofSeconds(3);

  private static final AttributeValue NO_TEXT = AttributeValue.fromS("");
  private static final AttributeValue ZERO = AttributeValue.fromN("0");

  /**
   * All leases, by shard. Scans the table.
   *
   * @param table need not exist
   * @throws DynamoDbException if it cannot be read
   */
  public static Map<String, RelayLease> in(DynamoDbClient client, String table) {
    Map<String, RelayLease> leases = new HashMap<>();
    try {
      client
          .scanPaginator(request -> request.tableName(table).consistentRead(true))
          .items()
          .forEach(item -> leases.put(item.getOrDefault("leaseKey", NO_TEXT).s(), of(item)));
    } catch (ResourceNotFoundException noKclRelay) {
      return Map.of();
    }
    return leases;
  }

  private static RelayLease of(Map<String, AttributeValue> item) {
    return new RelayLease(
        Optional.ofNullable(item.get("leaseOwner")).map(AttributeValue::s),
        Long.parseLong(item.getOrDefault("leaseCounter", ZERO).n()),
        item.getOrDefault("checkpoint", NO_TEXT).s());
  }

  /** Whether its owner has renewed it, or another one has taken it, since an earlier read. */
  public boolean isRenewedSince(RelayLease before) {
    return counter != before.counter || !owner.equals(before.owner);
  }
}
