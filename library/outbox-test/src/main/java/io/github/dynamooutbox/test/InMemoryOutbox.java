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
 * <p>The in-memory DynamoDB accepts transactions of puts, deletes and checks in tables whose keys
 * are {@code PK} and {@code SK}, or those of a schema, and reads items by their key. It refuses
 * requests and items that DynamoDB refuses, and applies a request that is sent again under its
 * token once. The only conditions are {@code attribute_exists} or {@code attribute_not_exists} of
 * one name: of a key, or of a placeholder, because any other name may be a reserved word. Whatever
 * else a test asks for, such as other conditions, updates or queries, throws {@link
 * NotEvaluatedError}: it must not pass here and fail in production. For that, use {@link #on} with
 * DynamoDB Local.
 */
public final class InMemoryOutbox {
  private final InMemoryDynamoDb memory;
  private final Recording recording;
  private final DynamoDbClient client;
  private final Outbox outbox;
  private final String table;
  private final OutboxSchema schema;

  private InMemoryOutbox(
      InMemoryDynamoDb memory,
      DynamoDbClient to,
      String table,
      String source,
      OutboxSchema schema) {
    this.memory = memory;
    this.recording = new Recording(to, schema);
    this.client = recording.client();
    this.table = table;
    this.schema = schema;
    this.outbox = builder(source).build();
  }

  /**
   * Creates an outbox with default settings.
   *
   * @param table table of the service's items and of the outbox
   * @param source the CloudEvents source
   */
  public static InMemoryOutbox of(String table, String source) {
    return of(table, source, OutboxSchema.defaults());
  }

  /**
   * As {@link #of(String, String)}, with other names of keys and attributes.
   *
   * @param schema that of the service's outbox; the names of the keys are those of all tables
   */
  public static InMemoryOutbox of(String table, String source, OutboxSchema schema) {
    InMemoryDynamoDb memory = new InMemoryDynamoDb(schema);
    return new InMemoryOutbox(memory, memory, table, source, schema);
  }

  /**
   * Creates an outbox on a table of another client, for example that of DynamoDB Local, which
   * evaluates every expression. Only the list of committed events is in memory, and {@link #clear}
   * clears nothing else.
   *
   * @param other belongs to the caller
   * @param table table of the service's items and of the outbox
   * @param source the CloudEvents source
   */
  public static InMemoryOutbox on(DynamoDbClient other, String table, String source) {
    return on(other, table, source, OutboxSchema.defaults());
  }

  /**
   * As {@link #on(DynamoDbClient, String, String)}, with other names of keys and attributes.
   *
   * @param schema that of the service's outbox
   */
  public static InMemoryOutbox on(
      DynamoDbClient other, String table, String source, OutboxSchema schema) {
    return new InMemoryOutbox(new InMemoryDynamoDb(schema), other, table, source, schema);
  }

  /** The outbox for the service under test. */
  public Outbox outbox() {
    return outbox;
  }

  /** Builds an outbox with other settings on the same items. */
  public OutboxBuilder<Outbox> builder(String source) {
    return Outbox.builder(client).table(table).source(source).schema(schema);
  }

  /** The client, for a service that reads its items; what is committed through it is listed. */
  public DynamoDbClient client() {
    return client;
  }

  /** All events that were committed, in the order of their commits. */
  public List<RecordedEvent> events() {
    return recording.events();
  }

  /** Deletes all items and events. */
  public void clear() {
    memory.clear();
    recording.clear();
  }
}
