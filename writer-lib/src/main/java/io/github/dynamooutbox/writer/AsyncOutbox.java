package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.OutboxSettings.Attempts;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * {@link Outbox} for services that do not block. Thread-safe; it opens nothing and needs no
 * closing.
 */
public final class AsyncOutbox {
  private final DynamoDbAsyncClient client;
  private final CommitPlanner planner;
  private final Attempts attempts;

  private AsyncOutbox(DynamoDbAsyncClient client, OutboxSettings settings) {
    this.client = client;
    this.planner = new CommitPlanner(settings);
    this.attempts = settings.attempts();
  }

  public static OutboxBuilder<AsyncOutbox> builder(DynamoDbAsyncClient client) {
    return new OutboxBuilder<>(
        settings -> new AsyncOutbox(client, settings),
        () -> client.serviceClientConfiguration().region());
  }

  /** Begins a transaction. Nothing is sent before its {@code commit}. */
  public AsyncOutboxTransaction transaction() {
    return new AsyncOutboxTransaction(
        planner, plan -> new AsyncCommit(client, attempts.delay(), attempts.begin(plan)).start());
  }
}
