package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.ForeignFailures;
import io.github.dynamooutbox.writer.internal.plan.CommandId;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * Collects the content of a transaction: the caller's actions, in order, and the events that they
 * raise. An action without a table uses the outbox's table. Not thread-safe.
 *
 * <p>At most 100 actions, counting one for each aggregate with events, one for an idempotency key
 * and one for each check of strict order, no two of them on the same item; at most 4 MB in total
 * and 400 KB for each item (DynamoDB's limits). The events of one aggregate have at most 390 KB.
 *
 * @param <T> the kind of transaction
 */
public abstract sealed class TransactionBuilder<T extends TransactionBuilder<T>>
    permits OutboxTransaction, AsyncOutboxTransaction {
  private static final ForeignFailures TRACING =
      new ForeignFailures(
          System.getLogger(CommitTracing.class.getName()),
          "tracing failed, which the commit does not depend on; repetitions are not logged: {0}");

  private final CommitPlanner planner;
  private final TransactionDraft draft;
  private boolean committed;

  TransactionBuilder(CommitPlanner planner) {
    this.planner = planner;
    this.draft = new TransactionDraft(planner.actions());
  }

  abstract T self();

  /**
   * Checks the transaction, which may then be sent once, whether that succeeds or not. A
   * transaction that breaks a rule is not sent, and can be changed and committed again.
   */
  final CommitPlan begin() {
    checkNotBegun();
    CommitPlan plan = planner.plan(draft);
    committed = true;
    return plan;
  }

  /** Starts the span of the commit, whose context the records get; none if tracing fails. */
  final CommitTracing.Span startSpan() {
    CommitTracing.Span span = NoSpan.INSTANCE;
    // A commit that was refused may have left the context of its span, which has ended.
    draft.context().span(Optional.empty());
    try {
      span = Objects.requireNonNull(planner.startSpan(), "the span");
      draft.context().span(Objects.requireNonNull(span.context(), "the context of the span"));
    } catch (Throwable e) {
      TRACING.log("start of a span", e);
    }
    return span;
  }

  /** Ends the span of a commit, whose outcome stands whatever tracing makes of it. */
  static void endSpan(CommitTracing.Span span, Optional<Throwable> failure) {
    try {
      span.end(failure);
    } catch (Throwable e) {
      TRACING.log("end of a span", e);
    }
  }

  final void checkNotBegun() {
    if (committed) {
      throw new IllegalStateException(
          "this transaction has already been sent; start another with transaction()");
    }
  }

  /**
   * Returns the actions of this transaction, for callers that send them in a transaction of their
   * own, for example with the Enhanced Client. Checks these actions as {@code commit} does and,
   * like {@code commit}, may be called only once. Sends nothing, but stores large payloads ({@link
   * OutboxBuilder#largePayloads}) and waits until they are stored.
   *
   * @throws InvalidTransactionException if the transaction breaks a rule or a limit
   * @throws PayloadSerializationException if a payload cannot be serialised
   * @throws PayloadNotStoredException if a large payload could not be stored
   * @throws IllegalStateException if the transaction has an idempotency key, which only {@code
   *     commit} supports, or has already been sent
   */
  public final OutboxItems items() {
    if (draft.command().isPresent()) {
      throw new IllegalStateException(
          "this transaction has an idempotency key: only commit() recognises a repeat");
    }
    CommitPlan plan = begin();
    plan.uploads().run();
    return new OutboxItems(plan, planner.schema());
  }

  private String table() {
    return planner.actions().defaultTable();
  }

  /** Puts an item unconditionally. */
  public final T put(Map<String, AttributeValue> item) {
    Checks.notNull("the item of a put", item);
    return put(put -> put.item(item));
  }

  /** Puts an item under a condition without placeholders. */
  public final T put(Map<String, AttributeValue> item, String condition) {
    Checks.notNull("the item of a put", item);
    Checks.notNull("the condition of a put", condition);
    return put(Put.builder().tableName(table()).item(item).conditionExpression(condition).build());
  }

  /** Puts an item, with all options of the SDK's action: table, placeholders, returned values. */
  public final T put(Consumer<Put.Builder> put) {
    return put(Put.builder().tableName(table()).applyMutation(put).build());
  }

  private T put(Put action) {
    return add(TransactWriteItem.builder().put(action).build());
  }

  /** Updates an item, with all options of the SDK's action. */
  public final T update(Consumer<Update.Builder> update) {
    Update action = Update.builder().tableName(table()).applyMutation(update).build();
    return add(TransactWriteItem.builder().update(action).build());
  }

  /** Deletes an item unconditionally. */
  public final T delete(Map<String, AttributeValue> key) {
    Checks.notNull("the key of a delete", key);
    return delete(delete -> delete.key(key));
  }

  /** Deletes an item under a condition without placeholders. */
  public final T delete(Map<String, AttributeValue> key, String condition) {
    Checks.notNull("the key of a delete", key);
    Checks.notNull("the condition of a delete", condition);
    return delete(delete -> delete.key(key).conditionExpression(condition));
  }

  /** Deletes an item, with all options of the SDK's action. */
  public final T delete(Consumer<Delete.Builder> delete) {
    Delete action = Delete.builder().tableName(table()).applyMutation(delete).build();
    return add(TransactWriteItem.builder().delete(action).build());
  }

  /** Makes the transaction depend on a condition without placeholders. */
  public final T check(Map<String, AttributeValue> key, String condition) {
    Checks.notNull("the key of a condition check", key);
    Checks.notNull("the condition of a condition check", condition);
    return check(check -> check.key(key).conditionExpression(condition));
  }

  /** Makes the transaction depend on a condition, with all options of the SDK's action. */
  public final T check(Consumer<ConditionCheck.Builder> check) {
    ConditionCheck action =
        ConditionCheck.builder().tableName(table()).applyMutation(check).build();
    return add(TransactWriteItem.builder().conditionCheck(action).build());
  }

  /** Adds an action that was built elsewhere. */
  public final T add(TransactWriteItem action) {
    draft.addAction(Checks.notNull("an action", action));
    return self();
  }

  /**
   * Names the action that was added last, for messages and for {@link FailedCondition#action}.
   *
   * @param name for example {@code stock}; not empty
   */
  public final T named(String name) {
    draft.nameAction(Checks.text("the name of an action", name));
    return self();
  }

  /**
   * Adds events of an aggregate, in order. Further calls for the same aggregate append.
   *
   * @throws InvalidTransactionException if there are no events, or if an earlier call set another
   *     version for the aggregate
   */
  public final T events(Aggregate aggregate, Event... events) {
    return events(aggregate, Arrays.asList(Checks.notNull("the events", events)));
  }

  /** As {@link #events(Aggregate, Event...)}. */
  public final T events(Aggregate aggregate, List<Event> events) {
    draft.addEvents(aggregate, Checks.notNull("the events", events));
    return self();
  }

  /**
   * Accepts a transaction without events, which is refused otherwise, because a write without an
   * event is usually an error. For callers whose transactions do not always raise events.
   */
  public final T eventsOptional() {
    draft.eventsOptional();
    return self();
  }

  /**
   * Makes the transaction an idempotent command: of all calls with this key, one commits, and the
   * others return {@link CommitResult.AlreadyCommitted} with the ids of that commit. The marker of
   * the first commit is kept for at least the outbox's {@link OutboxBuilder#commandRetention}. This
   * uses one action of the transaction, and needs the permission {@code dynamodb:GetItem} on the
   * outbox's table.
   *
   * <p>A command is identified by its aggregates, and by types, tenant and payloads of their
   * events; ids, times, versions, headers and the caller's actions may differ between calls. If
   * payloads may also differ, use {@link #idempotencyKey(String, String)}.
   *
   * @param key unique among the commands of the outbox's table, source and, if the transaction has
   *     one, tenant; of any length, not empty; only its hash is stored
   */
  public final T idempotencyKey(String key) {
    draft.command(new CommandId(key, Optional.empty()));
    return self();
  }

  /**
   * As {@link #idempotencyKey(String)}, but identifies the command explicitly.
   *
   * @param command the same for each repeat, for example the body of the request; only its hash is
   *     stored
   */
  public final T idempotencyKey(String key, String command) {
    Checks.notNull("what identifies the command", command);
    draft.command(new CommandId(key, Optional.of(command)));
    return self();
  }

  /** Makes this the transaction of a command. */
  final T under(Command command) {
    draft.under(command);
    return self();
  }

  /**
   * Stores a result with the idempotency key, which a repeat of the command gets back: {@link
   * CommitResult#commandResult}. It is kept as long as the marker.
   *
   * @param result for example the body of the response; 1 to 4,096 bytes in UTF-8; never logged
   * @throws InvalidTransactionException if it is empty, too long or not Unicode
   */
  public final T commandResult(String result) {
    draft.commandResult(Checks.notNull("the result of the command", result));
    return self();
  }

  /**
   * Timeout of the commit, including all requests and delays, instead of {@link
   * OutboxBuilder#commitTimeout}. A shorter {@code apiCallTimeout} of the client remains in effect.
   *
   * @param timeout positive, at most 5 minutes
   */
  public final T timeout(Duration timeout) {
    draft.timeout(Checks.notNull("the timeout of the commit", timeout));
    return self();
  }

  /** The id of the conversation that these events belong to. */
  public final T correlationId(String id) {
    draft.context().set(ContextAttribute.CORRELATION_ID, id);
    return self();
  }

  /** The id of the message that caused these events. */
  public final T causationId(String id) {
    draft.context().set(ContextAttribute.CAUSATION_ID, id);
    return self();
  }

  /** The tenant that owns the data. */
  public final T tenant(String tenant) {
    draft.context().set(ContextAttribute.TENANT, tenant);
    return self();
  }

  /** The user who caused the events. */
  public final T user(String user) {
    draft.context().set(ContextAttribute.USER, user);
    return self();
  }

  /**
   * The W3C trace context of the caller. Default: that of the commit's span ({@link
   * OutboxBuilder#tracing}), or else OpenTelemetry's current context on the committing thread, if
   * OpenTelemetry is on the class path.
   */
  public final T trace(String traceparent) {
    draft.context().set(ContextAttribute.TRACEPARENT, traceparent);
    return self();
  }

  /** The W3C trace context of the caller; an empty {@code tracestate} counts as none. */
  public final T trace(String traceparent, String tracestate) {
    draft.context().trace(traceparent, tracestate);
    return self();
  }
}
