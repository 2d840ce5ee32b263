package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.internal.call.RequestErrors;
import io.github.dynamooutbox.aws.internal.render.TargetKeys;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.OwnLimit;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.render.BarePayload;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequest;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResultEntry;

/**
 * A Kinesis data stream. An entry's size is that of its data and its partition key (Kinesis API
 * reference, PutRecords).
 */
public final class KinesisTarget extends AwsTarget<PutRecordsRequestEntry> {
  /** Kinesis API reference, PutRecordsRequestEntry: 256 Unicode characters. */
  private static final int MAX_PARTITION_KEY = 256;

  private final String stream;
  private final KinesisClient client;
  private final OwnLimit limit;
  private final StreamOrder order;

  /**
   * @param stream name or ARN
   * @param client does not retry, and has timeouts
   * @param executor runs the requests, which block
   * @param clock says when the stream's size limit has to be read again
   */
  public KinesisTarget(
      String name,
      String stream,
      Sending sending,
      KinesisClient client,
      Executor executor,
      InstantSource clock) {
    super(name, sending, executor);
    this.stream = stream;
    this.client = client;
    this.order = new StreamOrder(name, stream, sending.ordered(), client, clock);
    this.limit =
        new OwnLimit(
            name,
            KinesisFactory.RECORD_BYTES,
            "kinesis:DescribeStreamSummary",
            this::maxRecordSize,
            clock);
  }

  @Override
  Optional<OwnLimit> ownLimit() {
    return Optional.of(limit);
  }

  private long maxRecordSize() {
    Integer given = KinesisSettings.read(client, stream).summary().maxRecordSizeInKiB();
    return given == null ? KinesisFactory.RECORD_BYTES : given * 1024L;
  }

  @Override
  AwsEntry<PutRecordsRequestEntry> render(Envelope envelope) throws RefusedEvent {
    byte[] data =
        sending().envelope() == EnvelopeForm.CLOUDEVENT
            ? CloudEventJson.render(envelope)
            : BarePayload.bytes(envelope.event());
    String key = TargetKeys.aggregate(envelope, MAX_PARTITION_KEY, c -> true);
    PutRecordsRequestEntry entry =
        PutRecordsRequestEntry.builder()
            .data(SdkBytes.fromByteArrayUnsafe(data))
            .partitionKey(key)
            .build();
    return new AwsEntry<>(entry, data.length + RecordSize.utf8Length(key));
  }

  @Override
  BatchOutcome send(List<PutRecordsRequestEntry> entries) throws InterruptedException {
    Optional<PublishOutcome.Retry> unordered = order.refusal();
    if (unordered.isPresent()) {
      return BatchOutcome.all(entries.size(), unordered.get());
    }
    PutRecordsRequest.Builder request = PutRecordsRequest.builder().records(entries);
    if (ResourceKind.isArn(stream)) {
      request.streamARN(stream);
    } else {
      request.streamName(stream);
    }
    List<PutRecordsResultEntry> results = client.putRecords(request.build()).records();
    return EntryResults.inOrder(entries.size(), results, KinesisTarget::outcome);
  }

  /**
   * Kinesis has two codes for a single record, throughput and internal failure, both temporary.
   * Errors of the stream's KMS key are temporary too: they end once the key is repaired. So none of
   * them is the record's fault.
   */
  private static PublishOutcome outcome(PutRecordsResultEntry result) {
    String code = result.errorCode();
    if (code == null) {
      return result.sequenceNumber() == null
          ? EntryResults.missing()
          : PublishOutcome.Published.INSTANCE;
    }
    return RequestErrors.retry(code, EntryResults.message(result.errorMessage()));
  }
}
