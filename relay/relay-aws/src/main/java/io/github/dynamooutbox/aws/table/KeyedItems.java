package io.github.dynamooutbox.aws.table;

import io.github.dynamooutbox.aws.internal.table.BatchGet;
import io.github.dynamooutbox.aws.internal.table.Calls;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items of a table, by their keys. Thread-safe. */
public final class KeyedItems {
  private final BatchGet reads;

  private KeyedItems(BatchGet reads) {
    this.reads = reads;
  }

  /**
   * Those of a table.
   *
   * @param executor runs the requests, which block
   */
  public static KeyedItems of(DynamoDbClient client, String table, Executor executor) {
    return new KeyedItems(new BatchGet(new Calls(client, table, executor)));
  }

  /**
   * Reads items consistently, in as few requests as possible, which are repeated while the table
   * has no capacity left.
   *
   * @param item receives each item that exists, one by one, in no particular order
   * @return completes after the last one; fails with the SDK's exception if a request fails
   */
  public CompletionStage<Void> each(
      List<Map<String, AttributeValue>> keys, Consumer<Map<String, AttributeValue>> item) {
    return reads.each(keys, item);
  }
}
