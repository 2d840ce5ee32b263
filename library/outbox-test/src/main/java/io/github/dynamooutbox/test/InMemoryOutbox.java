package io.github.dynamooutbox.test;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.OutboxBuilder;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A real outbox on an in-memory DynamoDB: rules, limits, versions and idempotency keys are those of
 * production. Thread-safe.
 *
 * <p>The in-memory DynamoDB accepts transactions and reads items by their key. Puts, updates,
 * deletes and checks succeed, unless a condition is {@code attribute_exists} or {@code
 * attribute_not_exists} of one name and does not hold; other conditions and update expressions are
 * not evaluated. For those, test against DynamoDB Local.
 */
public final class InMemoryOutbox {
  private final InMemoryDynamoDb dynamoDb;
  private final Outbox outbox;
  private final String table;

  private InMemoryOutbox(String table, String source) {
    this.table = table;
    this.dynamoDb = new InMemoryDynamoDb(OutboxSchema.defaults());
    this.outbox = builder(source).build();
  }

  /**
   * Creates an outbox with default settings.
   *
   * @param table table of the service's items and of the outbox
   * @param source the CloudEvents source
   */
  public static InMemoryOutbox of(String table, String source) {
    return new InMemoryOutbox(table, source);
  }

  /** The outbox for the service under test. */
  public Outbox outbox() {
    return outbox;
  }

  /** Builds an outbox with other settings on the same items. */
  public OutboxBuilder<Outbox> builder(String source) {
    return Outbox.builder(dynamoDb).table(table).source(source);
  }

  /** The in-memory DynamoDB, for a service that reads its items. */
  public DynamoDbClient client() {
    return dynamoDb;
  }

  /** All events that were committed, in the order of their commits. */
  public List<RecordedEvent> events() {
    return dynamoDb.events();
  }

  /** Deletes all items and events. */
  public void clear() {
    dynamoDb.clear();
  }
}
