package io.github.dynamooutbox.kcl.internal.lease;

import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Reads from the lease table, without KCL, which leased shards are not finished. */
final class UnfinishedLeases {
  private static final String SHARD = "leaseKey";
  private static final String CHECKPOINT = "checkpoint";
  private static final String FINISHED = "SHARD_END";

  private UnfinishedLeases() {}

  /**
   * Returns the shards' ids; an empty set if the table does not exist yet.
   *
   * @throws CompletionException if the table cannot be read
   */
  static Set<String> in(DynamoDbAsyncClient client, String table) {
    Set<String> unfinished = new HashSet<>();
    ScanRequest next = ScanRequest.builder().tableName(table).consistentRead(true).build();
    try {
      ScanResponse page;
      do {
        page = client.scan(next).join();
        page.items().stream()
            .filter(UnfinishedLeases::hasMore)
            .map(lease -> lease.get(SHARD))
            .filter(Objects::nonNull)
            .forEach(shard -> unfinished.add(shard.s()));
        next = next.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
      } while (page.hasLastEvaluatedKey());
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof ResourceNotFoundException)) {
        throw e;
      }
    }
    return unfinished;
  }

  private static boolean hasMore(Map<String, AttributeValue> lease) {
    AttributeValue checkpoint = lease.get(CHECKPOINT);
    return checkpoint == null || !FINISHED.equals(checkpoint.s());
  }
}
