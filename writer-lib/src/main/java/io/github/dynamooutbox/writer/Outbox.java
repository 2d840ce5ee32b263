package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.OutboxSettings.Attempts;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Commits business writes together with the events that they raise. Thread-safe; one per table is
 * enough. It opens nothing and needs no closing: the client is the caller's.
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
  private final BlockingCommit commits;
  private final Attempts attempts;
  private final CommitPlanner planner;

  private Outbox(DynamoDbClient client, OutboxSettings settings) {
    this.attempts = settings.attempts();
    this.commits = new BlockingCommit(client, attempts.sleeper());
    this.planner = new CommitPlanner(settings);
  }

  public static OutboxBuilder<Outbox> builder(DynamoDbClient client) {
    return new OutboxBuilder<>(
        settings -> new Outbox(client, settings),
        () -> client.serviceClientConfiguration().region());
  }

  /** Begins a transaction. Nothing is sent before its {@code commit}. */
  public OutboxTransaction transaction() {
    return new OutboxTransaction(planner, plan -> commits.run(attempts.begin(plan)));
  }
}
