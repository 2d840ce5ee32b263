package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.writer.internal.commit.Delay;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * The complete settings of an outbox.
 *
 * @param timeout of a commit that sets none
 * @param clientTimeout the client's own, which limits every commit
 * @param eventIds generates ids for events that have none
 * @param ownIds generates keys of records without a version, which sort by time, and tokens of
 *     requests, neither of which may depend on the caller's generator
 */
record OutboxSettings(
    RecordDefaults records,
    PayloadSerializer serializer,
    InstantSource clock,
    EventTypeResolver eventTypes,
    EventIdGenerator eventIds,
    EventIdGenerator ownIds,
    Attempts attempts,
    Duration timeout,
    Optional<Duration> clientTimeout,
    List<TargetLimits> targets,
    Optional<LargePayloads> largePayloads,
    int compressFrom,
    CommitTracing tracing) {

  /** How commits are retried, and how they wait. */
  record Attempts(
      CommitRetry retry,
      CommitRetry decisions,
      Optional<CommitListener> listener,
      RandomGenerator random,
      LongSupplier nanoTime,
      Sleeper sleeper,
      Delay delay,
      String table,
      String source) {

    Attempts with(Optional<CommitListener> other) {
      return new Attempts(retry, decisions, other, random, nanoTime, sleeper, delay, table, source);
    }
  }

  /**
   * The settings that all records of an outbox share.
   *
   * @param table the outbox's table
   * @param actionsTable the table of the caller's actions that name none
   */
  record RecordDefaults(
      String table,
      String actionsTable,
      String source,
      String region,
      Duration retention,
      Duration commandRetention,
      boolean strictOrder,
      OutboxSchema schema) {}
}
