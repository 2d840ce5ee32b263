package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.OutboxSettings.Attempts;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Commits business writes together with the events that they raise. Thread-safe; one for each table
 * is enough. Owns no resources and need not be closed: the client belongs to the caller.
 *
 * <pre>{@code
 * Outbox outbox = Outbox.builder(dynamoDbClient).table("orders").source("/shop/orders").build();
 * CommitResult result = outbox.transaction()
 *     .put(orderItem, "attribute_not_exists(PK)")
 *     .events(Aggregate.of("Order", id).at(version), Event.of("OrderPlaced", placed))
 *     .commit();
 * }</pre>
 */
public final class Outbox {
  private final DynamoDbClient client;
  private final Attempts attempts;
  private final CommitPlanner planner;
  private final Decisions decisions;

  private Outbox(DynamoDbClient client, OutboxSettings settings) {
    this.attempts = settings.attempts();
    this.client = client;
    this.planner = new CommitPlanner(settings);
    this.decisions = new Decisions(attempts);
  }

  public static OutboxBuilder<Outbox> builder(DynamoDbClient client) {
    return new OutboxBuilder<>(
        settings -> new Outbox(client, settings), client::serviceClientConfiguration);
  }

  /**
   * Loads, decides and commits, and repeats all of it if another transaction was faster ({@link
   * PreconditionFailedException}): a limited number of times, with random pauses, see {@link
   * OutboxBuilder#decisions}. Any other exception ends it.
   *
   * @param decision loads what it needs and returns the transaction without committing it; called
   *     once for each attempt
   * @throws PreconditionFailedException if the last attempt also fails with it
   */
  public CommitResult commit(Supplier<OutboxTransaction> decision) {
    return commit(decision, refusal -> true);
  }

  /**
   * As {@link #commit(Supplier)}, but lets the caller choose which refusals to decide again after.
   *
   * @param again true to decide again after this refusal, false to throw it
   */
  public CommitResult commit(
      Supplier<OutboxTransaction> decision, Predicate<PreconditionFailedException> again) {
    return decisions.run(decision, again);
  }

  /**
   * As {@link #commit(Supplier)}, for a command that may be repeated: of all calls with its key,
   * one commits, and the others return {@link CommitResult.AlreadyCommitted}, with the result that
   * the first has stored ({@link TransactionBuilder#commandResult}). That holds even if the
   * decision refuses the repeat, because it sees what the first call has written: if the decision
   * throws or the commit fails, the command's marker is read, and a known command yields its result
   * instead of the exception. A call that succeeds needs no read more.
   *
   * @param decision has no side effects, because it may be called for a command that is already
   *     committed; sets no idempotency key, and no other tenant than the command's
   * @throws IdempotencyKeyMisusedException if the key belongs to another command
   * @throws CommitOutcomeUnknownException also if the marker cannot be read after a refusal, which
   *     is then the cause
   */
  public CommitResult commit(Command command, Supplier<OutboxTransaction> decision) {
    try {
      return commit(() -> decision.get().under(command));
    } catch (IdempotencyKeyMisusedException
        | UnreadableMarkerException
        | CommitOutcomeUnknownException known) {
      throw known;
    } catch (RuntimeException refusal) {
      CommitRun lookup = new CommitRun(planner.lookup(command), attempts);
      return new BlockingCommit(client, attempts.sleeper(), lookup).known(refusal);
    }
  }

  /** Starts a transaction. Nothing is sent before its {@code commit}. */
  public OutboxTransaction transaction() {
    return new OutboxTransaction(planner, attempts.listener(), this::commit);
  }

  private CommitResult commit(CommitPlan plan, Optional<CommitListener> listener) {
    plan.uploads().run();
    return new BlockingCommit(
            client, attempts.sleeper(), new CommitRun(plan, attempts.with(listener)))
        .run();
  }
}
