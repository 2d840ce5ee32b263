package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.OutboxTransaction;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * Collects the writes of a handler, and the events that it raises, for the transaction that also
 * records the event as handled. An action without a table uses the inbox's table. Not thread-safe;
 * the inbox commits it when the handler returns.
 *
 * <p>At most 100 actions, counting those of the inbox (one or two; up to eleven for a large event
 * that was parked) and one for each aggregate with events, no two of them on the same item; at most
 * 4 MB in total (DynamoDB's limits).
 */
public final class InboxTransaction {
  private final OutboxTransaction transaction;
  private final InboxSettings settings;

  InboxTransaction(OutboxTransaction transaction, InboxSettings settings) {
    this.transaction = transaction;
    this.settings = settings;
  }

  /** Puts an item unconditionally. */
  public InboxTransaction put(Map<String, AttributeValue> item) {
    return put(put -> put.item(item));
  }

  /** Puts an item under a condition without placeholders. */
  public InboxTransaction put(Map<String, AttributeValue> item, String condition) {
    return put(put -> put.item(item).conditionExpression(condition));
  }

  /** Puts an item, with all options of the SDK's action. */
  public InboxTransaction put(Consumer<Put.Builder> put) {
    transaction.put(builder -> put.accept(builder.tableName(settings.table())));
    return this;
  }

  /** Updates an item, with all options of the SDK's action. */
  public InboxTransaction update(Consumer<Update.Builder> update) {
    transaction.update(builder -> update.accept(builder.tableName(settings.table())));
    return this;
  }

  /** Deletes an item unconditionally. */
  public InboxTransaction delete(Map<String, AttributeValue> key) {
    return delete(delete -> delete.key(key));
  }

  /** Deletes an item, with all options of the SDK's action. */
  public InboxTransaction delete(Consumer<Delete.Builder> delete) {
    transaction.delete(builder -> delete.accept(builder.tableName(settings.table())));
    return this;
  }

  /** Makes the transaction depend on a condition without placeholders. */
  public InboxTransaction check(Map<String, AttributeValue> key, String condition) {
    return check(check -> check.key(key).conditionExpression(condition));
  }

  /** Makes the transaction depend on a condition, with all options of the SDK's action. */
  public InboxTransaction check(Consumer<ConditionCheck.Builder> check) {
    transaction.check(builder -> check.accept(builder.tableName(settings.table())));
    return this;
  }

  /**
   * Adds an action that was built elsewhere. Like the others, it uses the inbox's table if it names
   * none.
   */
  public InboxTransaction add(TransactWriteItem action) {
    transaction.add(onTable(action));
    return this;
  }

  /** The outbox's own table, which it would use otherwise, may be another one. */
  private TransactWriteItem onTable(TransactWriteItem action) {
    String table = settings.table();
    TransactWriteItem.Builder named = action.toBuilder();
    if (action.put() != null && action.put().tableName() == null) {
      named.put(action.put().toBuilder().tableName(table).build());
    }
    if (action.update() != null && action.update().tableName() == null) {
      named.update(action.update().toBuilder().tableName(table).build());
    }
    if (action.delete() != null && action.delete().tableName() == null) {
      named.delete(action.delete().toBuilder().tableName(table).build());
    }
    if (action.conditionCheck() != null && action.conditionCheck().tableName() == null) {
      named.conditionCheck(action.conditionCheck().toBuilder().tableName(table).build());
    }
    return named.build();
  }

  /**
   * Names the action that was added last, for messages and for the failed conditions in an
   * exception.
   *
   * @param name for example {@code stock}; not empty
   */
  public InboxTransaction named(String name) {
    transaction.named(name);
    return this;
  }

  /**
   * Raises events of an aggregate, in order. Their causation id is the id of the handled event, and
   * they inherit its correlation id and trace context, if any.
   *
   * @throws InvalidInboxException if the inbox has no outbox
   */
  public InboxTransaction events(Aggregate aggregate, Event... events) {
    return events(aggregate, Arrays.asList(events));
  }

  /** As {@link #events(Aggregate, Event...)}. */
  public InboxTransaction events(Aggregate aggregate, List<Event> events) {
    if (!settings.raisesEvents()) {
      throw new InvalidInboxException(
          "inbox of consumer "
              + settings.consumer()
              + ": a handler raises events, but there is no outbox to write them; call"
              + " outbox(outbox) on the builder");
    }
    transaction.events(aggregate, events);
    return this;
  }

  /** The tenant that owns the data, for the events that are raised. */
  public InboxTransaction tenant(String tenant) {
    transaction.tenant(tenant);
    return this;
  }

  /** The user who caused the events that are raised. */
  public InboxTransaction user(String user) {
    transaction.user(user);
    return this;
  }
}
