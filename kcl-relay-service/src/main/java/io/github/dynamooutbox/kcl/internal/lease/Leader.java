package io.github.dynamooutbox.kcl.internal.lease;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Identifies the leader, which assigns the leases: the worker that owns the lock in the coordinator
 * table. Thread-safe.
 */
public final class Leader {
  static final String KEY = "key";
  static final Map<String, AttributeValue> LOCK = Map.of(KEY, AttributeValue.fromS("Leader"));

  private static final String OWNER = "ownerName";
  private static final Logger LOG = LoggerFactory.getLogger(Leader.class);

  private final DynamoDbAsyncClient client;
  private final String table;
  private volatile Optional<String> name = Optional.empty();

  /**
   * @param table the coordinator table
   */
  public Leader(DynamoDbAsyncClient client, String table) {
    this.client = client;
    this.table = table;
  }

  /** Reads the lock again, with one request. Never throws, so that a timer continues to call it. */
  public void refresh() {
    try {
      name =
          Optional.ofNullable(
                  client
                      .getItem(request -> request.tableName(table).key(LOCK))
                      .join()
                      .item()
                      .get(OWNER))
              .map(AttributeValue::s);
    } catch (CompletionException e) {
      LOG.debug("The leader cannot be read", e);
      name = Optional.empty();
    }
  }

  /** The worker's name; empty while that is not known. */
  public Optional<String> name() {
    return name;
  }
}
