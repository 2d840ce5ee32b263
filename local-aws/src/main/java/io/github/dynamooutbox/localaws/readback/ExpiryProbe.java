package io.github.dynamooutbox.localaws.readback;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Whether an expired item goes away by itself. */
public final class ExpiryProbe {
  private static final long PAUSE_NANOS = Duration.ofMillis(500).toNanos();
  private static final Map<String, AttributeValue> KEY = Map.of("PK", AttributeValue.fromS("gone"));

  private ExpiryProbe() {}

  /** Puts an item that has expired and waits for it to go. */
  public static Optional<String> lack(URI endpoint, Duration patience) {
    String table = AwsUnderTest.unique("expiry");
    try (DynamoDbClient client =
        AwsUnderTest.configure(DynamoDbClient.builder(), endpoint).build()) {
      create(client, table);
      try {
        return isGone(client, table, patience)
            ? Optional.empty()
            : Optional.of("an expired item was still there after " + patience);
      } finally {
        client.deleteTable(r -> r.tableName(table));
      }
    }
  }

  private static void create(DynamoDbClient client, String table) {
    client.createTable(
        r ->
            r.tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("PK")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .keySchema(
                    KeySchemaElement.builder().attributeName("PK").keyType(KeyType.HASH).build()));
    client.waiter().waitUntilTableExists(r -> r.tableName(table));
    client.updateTimeToLive(
        r -> r.tableName(table).timeToLiveSpecification(t -> t.attributeName("ttl").enabled(true)));
    String anHourAgo = Long.toString(Instant.now().minusSeconds(3600).getEpochSecond());
    client.putItem(
        r ->
            r.tableName(table)
                .item(Map.of("PK", KEY.get("PK"), "ttl", AttributeValue.fromN(anHourAgo))));
  }

  private static boolean isGone(DynamoDbClient client, String table, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() < deadline) {
      if (!client.getItem(r -> r.tableName(table).key(KEY).consistentRead(true)).hasItem()) {
        return true;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return false;
  }
}
