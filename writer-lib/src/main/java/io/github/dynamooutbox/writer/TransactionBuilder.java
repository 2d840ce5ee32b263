package io.github.dynamooutbox.writer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * Collects what one transaction writes: the caller's actions, in order, and the events that they
 * raise. An action that names no table goes to the outbox's. Not thread-safe.
 *
 * <p>At most 100 actions, counting one for each aggregate with events, one for an idempotency key
 * and one for each fence of strict order, no two of them on one item; 4 MB together and 400 KB an
 * item (DynamoDB's limits). The events of one aggregate take at most 390 KB.
 *
 * @param <T> the kind of transaction
 */
public abstract sealed class TransactionBuilder<T extends TransactionBuilder<T>>
    permits OutboxTransaction, AsyncOutboxTransaction {
  private final CommitPlanner planner;
  private final TransactionDraft draft;
  private boolean committed;

  TransactionBuilder(CommitPlanner planner) {
    this.planner = planner;
    this.draft = new TransactionDraft(planner.table());
  }

  abstract T self();

  /** A transaction commits once, whether that succeeds or not. */
  final void begin() {
    if (committed) {
      throw new IllegalStateException(
          "this transaction was committed before; begin another with transaction()");
    }
    committed = true;
  }

  /**
   * The actions of this transaction, for callers who send them in a transaction of their own: with
   * the Enhanced Client, for example. Nothing is sent. All is checked that {@code commit} checks,
   * as far as it is about these actions; and as with {@code commit}, there is one such call.
   *
   * @throws InvalidTransactionException if the transaction breaks a rule or a limit
   * @throws PayloadSerializationException if a payload cannot be serialised
   * @throws IllegalStateException if the transaction has an idempotency key, which only {@code
   *     commit} can answer for, or was committed before
   */
  public final OutboxItems items() {
    if (draft.command().isPresent()) {
      throw new IllegalStateException(
          "this transaction has an idempotency key: only commit() can tell a repeat");
    }
    begin();
    return new OutboxItems(plan(), planner.schema());
  }

  final CommitPlan plan() {
    return planner.plan(draft);
  }

  /** Puts an item, whatever is there. */
  public final T put(Map<String, AttributeValue> item) {
    return put(put -> put.item(item));
  }

  /** Puts an item under a condition, which needs no placeholders. */
  public final T put(Map<String, AttributeValue> item, String condition) {
    return put(put -> put.item(item).conditionExpression(condition));
  }

  /** Puts an item, with all that the SDK's action offers: table, placeholders, returned values. */
  public final T put(Consumer<Put.Builder> put) {
    Put action = Put.builder().applyMutation(put).build();
    return add(TransactWriteItem.builder().put(action).build());
  }

  /** Updates an item, with all that the SDK's action offers. */
  public final T update(Consumer<Update.Builder> update) {
    Update action = Update.builder().applyMutation(update).build();
    return add(TransactWriteItem.builder().update(action).build());
  }

  /** Deletes an item, whatever is there. */
  public final T delete(Map<String, AttributeValue> key) {
    return delete(delete -> delete.key(key));
  }

  /** Deletes an item under a condition, which needs no placeholders. */
  public final T delete(Map<String, AttributeValue> key, String condition) {
    return delete(delete -> delete.key(key).conditionExpression(condition));
  }

  /** Deletes an item, with all that the SDK's action offers. */
  public final T delete(Consumer<Delete.Builder> delete) {
    Delete action = Delete.builder().applyMutation(delete).build();
    return add(TransactWriteItem.builder().delete(action).build());
  }

  /** Makes the transaction depend on a condition, which needs no placeholders. */
  public final T check(Map<String, AttributeValue> key, String condition) {
    return check(check -> check.key(key).conditionExpression(condition));
  }

  /** Makes the transaction depend on a condition, with all that the SDK's action offers. */
  public final T check(Consumer<ConditionCheck.Builder> check) {
    ConditionCheck action = ConditionCheck.builder().applyMutation(check).build();
    return add(TransactWriteItem.builder().conditionCheck(action).build());
  }

  /** Adds an action that was made elsewhere. */
  public final T add(TransactWriteItem action) {
    draft.addAction(action);
    return self();
  }

  /**
   * Adds events of an aggregate, in order. More calls for the same aggregate append.
   *
   * @throws InvalidTransactionException if there are no events, or if an earlier call gave the
   *     aggregate another version
   */
  public final T events(Aggregate aggregate, Event... events) {
    return events(aggregate, List.of(events));
  }

  /** As {@link #events(Aggregate, Event...)}. */
  public final T events(Aggregate aggregate, List<Event> events) {
    draft.addEvents(aggregate, events);
    return self();
  }

  /**
   * Makes the transaction a command that can be repeated: of all calls with this key, one commits,
   * and the others return {@link CommitResult.AlreadyCommitted} with its ids. The first commit's
   * mark is kept for at least the outbox's {@link OutboxBuilder#commandRetention}. It takes one
   * action of the transaction, and the right to {@code dynamodb:GetItem} on the outbox's table.
   *
   * <p>Commands are told apart by their aggregates, and by types, tenant and payloads of their
   * events; ids, times, versions, headers and the caller's actions may differ from try to try. If
   * payloads may differ, too, use {@link #idempotencyKey(String, String)}.
   *
   * @param key unique among the commands of the outbox's source; of any length, not empty; only its
   *     hash is stored
   */
  public final T idempotencyKey(String key) {
    draft.command(new Command(key, Optional.empty()));
    return self();
  }

  /**
   * As {@link #idempotencyKey(String)}, with what tells the command from others.
   *
   * @param command the same at each repetition, for example the body of the request; only its hash
   *     is stored
   */
  public final T idempotencyKey(String key, String command) {
    draft.command(new Command(key, Optional.of(command)));
    return self();
  }

  /** What the whole conversation is called that these events belong to. */
  public final T correlationId(String id) {
    draft.context().correlationId(id);
    return self();
  }

  /** The id of the message that caused these events. */
  public final T causationId(String id) {
    draft.context().causationId(id);
    return self();
  }

  /** Whose data it is. */
  public final T tenant(String tenant) {
    draft.context().tenant(tenant);
    return self();
  }

  /** Who asked for it. */
  public final T user(String user) {
    draft.context().user(user);
    return self();
  }

  /**
   * The W3C trace context of the caller. Unless given, it is OpenTelemetry's current one on the
   * thread that commits, if the service has OpenTelemetry on its class path.
   */
  public final T trace(String traceparent) {
    draft.context().traceparent(traceparent);
    return self();
  }

  /** The W3C trace context of the caller; an empty {@code tracestate} counts as none. */
  public final T trace(String traceparent, String tracestate) {
    draft.context().traceparent(traceparent);
    draft.context().tracestate(tracestate);
    return self();
  }
}
