package io.github.dynamooutbox.listener;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.inbox.InboxBuilder;
import io.github.dynamooutbox.inbox.lambda.FailureKind;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of all listeners; what is absent has the default of {@link InboxBuilder}.
 *
 * @param table Table of the inbox, and of all writes that name none. Required.
 * @param retention How long the entry of a handled event is kept; at least as long as its message
 *     can be delivered again. Default: 14 days.
 * @param timeout Longest time of an event's transaction with all its attempts; at most 5 minutes.
 *     Default: 10 seconds.
 * @param parallel How many messages of a queue are handled at once.
 * @param deadLetterKinds Kinds of failures whose messages go to the listener's queue for dead
 *     letters.
 * @param startListeners Whether listeners start with the application.
 * @param schema Names of the table's keys and attributes.
 * @param largePayloads Payloads that are stored in S3.
 */
@ConfigurationProperties("dynamo-inbox")
public record InboxProperties(
    @DefaultValue("") String table,
    @Nullable Duration retention,
    @Nullable Duration timeout,
    @DefaultValue("20") int parallel,
    @DefaultValue({"unusable", "late"}) Set<FailureKind> deadLetterKinds,
    @DefaultValue("true") boolean startListeners,
    @DefaultValue Schema schema,
    @DefaultValue LargePayloads largePayloads) {

  /**
   * Names in the table.
   *
   * @param partitionKey Name of the partition key, of type S. Default: PK.
   * @param sortKey Name of the sort key, of type S. Default: SK.
   * @param ttlAttribute Name of the TTL attribute. Default: ttl.
   */
  public record Schema(
      @Nullable String partitionKey, @Nullable String sortKey, @Nullable String ttlAttribute) {

    OutboxSchema toSchema() {
      OutboxSchema defaults = OutboxSchema.defaults();
      return new OutboxSchema(
          or(partitionKey, defaults.partitionKey()),
          or(sortKey, defaults.sortKey()),
          defaults.prefix(),
          or(ttlAttribute, defaults.ttlAttribute()));
    }

    private static String or(@Nullable String given, String other) {
      return given == null ? other : given;
    }
  }

  /**
   * Payloads outside the message.
   *
   * @param bucket S3 bucket from which payloads are fetched. Default: none, so events with such a
   *     payload fail.
   * @param max Largest payload that is fetched.
   */
  public record LargePayloads(@Nullable String bucket, @DefaultValue("10MB") DataSize max) {}

  InboxBuilder applyTo(InboxBuilder inbox) {
    inbox.table(table).schema(schema.toSchema());
    if (retention != null) {
      inbox.retention(retention);
    }
    if (timeout != null) {
      inbox.timeout(timeout);
    }
    return inbox;
  }
}
