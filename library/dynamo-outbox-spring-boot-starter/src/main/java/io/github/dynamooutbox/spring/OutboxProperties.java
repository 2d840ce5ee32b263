package io.github.dynamooutbox.spring;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.writer.OutboxBuilder;
import io.github.dynamooutbox.writer.TargetLimits;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import software.amazon.awssdk.regions.Region;

/**
 * Settings of the outbox; what is absent has the default of {@link OutboxBuilder}.
 *
 * @param table Table of all actions that name none, and of the outbox. Required.
 * @param outboxTable Separate table for the outbox, in the same region and account.
 * @param source CloudEvents source of this service's events: a URI reference, often a path.
 *     Required.
 * @param region Region that records name as their origin. Default: the client's region.
 * @param retention How long records are kept before TTL may delete them; at least 25 hours.
 *     Default: 7 days.
 * @param commitTimeout Longest time of a commit with all its attempts; at most 5 minutes. Default:
 *     10 seconds.
 * @param strictOrder Whether a commit at a version waits for its predecessor to be applied in full.
 * @param compressFrom Least size of payloads that are compressed in the record; at least 256 bytes.
 *     Default: none is.
 * @param targets Kinds of the relay's targets; an event that one of them could never accept is
 *     refused at commit.
 * @param schema Names of keys and attributes; the relay must have the same.
 * @param idempotency Commands that are repeated.
 * @param largePayloads Payloads that are stored in S3, beside the record.
 * @param problems Whether exceptions of commits are answered as problem details.
 */
@ConfigurationProperties("dynamo-outbox")
public record OutboxProperties(
    @DefaultValue("") String table,
    @Nullable String outboxTable,
    @DefaultValue("") String source,
    @Nullable String region,
    @Nullable Duration retention,
    @Nullable Duration commitTimeout,
    @DefaultValue("false") boolean strictOrder,
    @Nullable DataSize compressFrom,
    @DefaultValue List<Target> targets,
    @DefaultValue Schema schema,
    @DefaultValue Idempotency idempotency,
    @DefaultValue LargePayloads largePayloads,
    @DefaultValue("true") boolean problems) {

  /** A kind of targets, with its service's default limits. */
  public enum Target {
    EVENTBRIDGE,
    SNS,
    SQS,
    KINESIS,
    KAFKA;

    TargetLimits limits() {
      return switch (this) {
        case EVENTBRIDGE -> TargetLimits.eventBridge();
        case SNS -> TargetLimits.sns();
        case SQS -> TargetLimits.sqs();
        case KINESIS -> TargetLimits.kinesis();
        case KAFKA -> TargetLimits.kafka();
      };
    }
  }

  /**
   * Names in the table.
   *
   * @param partitionKey Name of the partition key, of type S. Default: PK.
   * @param sortKey Name of the sort key, of type S. Default: SK.
   * @param prefix Prefix of the records' partition keys. Default: OUTBOX#.
   * @param ttlAttribute Name of the TTL attribute. Default: ttl.
   */
  public record Schema(
      @Nullable String partitionKey,
      @Nullable String sortKey,
      @Nullable String prefix,
      @Nullable String ttlAttribute) {

    OutboxSchema toSchema() {
      OutboxSchema defaults = OutboxSchema.defaults();
      return new OutboxSchema(
          or(partitionKey, defaults.partitionKey()),
          or(sortKey, defaults.sortKey()),
          or(prefix, defaults.prefix()),
          or(ttlAttribute, defaults.ttlAttribute()));
    }

    private static String or(@Nullable String given, String other) {
      return given == null ? other : given;
    }
  }

  /**
   * Commands that are repeated.
   *
   * @param retention How long a repeat of a command with an idempotency key is recognised at least;
   *     an hour or more. Default: 7 days.
   */
  public record Idempotency(@Nullable Duration retention) {}

  /**
   * Payloads outside the record.
   *
   * @param bucket S3 bucket of large payloads. Default: none, so payloads that do not fit are
   *     refused.
   * @param prefix Prefix of the objects' keys.
   * @param threshold Least size of payloads that are stored there; at least 1 KB.
   */
  public record LargePayloads(
      @Nullable String bucket,
      @DefaultValue("") String prefix,
      @DefaultValue("100KB") DataSize threshold) {}

  /** Sets all of it but the store of large payloads, which needs a client. */
  <O> OutboxBuilder<O> applyTo(OutboxBuilder<O> outbox) {
    outbox
        .table(table)
        .source(source)
        .strictOrder(strictOrder)
        .schema(schema.toSchema())
        .targets(targets.stream().map(Target::limits).toArray(TargetLimits[]::new));
    if (outboxTable != null) {
      outbox.outboxTable(outboxTable);
    }
    if (region != null) {
      outbox.region(Region.of(region));
    }
    if (retention != null) {
      outbox.retention(retention);
    }
    if (commitTimeout != null) {
      outbox.commitTimeout(commitTimeout);
    }
    if (compressFrom != null) {
      outbox.compressPayloads(Math.toIntExact(compressFrom.toBytes()));
    }
    if (idempotency.retention() != null) {
      outbox.commandRetention(idempotency.retention());
    }
    return outbox;
  }

  /** The table that contains the records. */
  String tableOfRecords() {
    return outboxTable == null ? table : outboxTable;
  }
}
