package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.DescribeStreamSummaryRequest;
import software.amazon.awssdk.services.kinesis.model.DescribeStreamSummaryResponse;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequest;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResultEntry;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sns.model.PublishBatchRequest;
import software.amazon.awssdk.services.sns.model.PublishBatchResponse;
import software.amazon.awssdk.services.sns.model.PublishBatchResultEntry;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;

/** Answers that no service should give: an entry without a result counts as not published. */
class UnmatchedAnswersTest {
  private static final Sending SENDING =
      new Sending(true, EnvelopeForm.CLOUDEVENT, new BatchLimits(10, 10_000, 1), 5_000);

  @Test
  void anSnsEntryThatTheAnswerLeavesOutIsRetried() {
    SnsClient client =
        new FakeSns(
            PublishBatchResponse.builder().successful(accepted("1"), accepted("7")).build());
    assertThat(publish(topic(client)))
        .isEqualTo(new PerEntry(List.of(missing(), Published.INSTANCE)));
  }

  @Test
  void anSnsEntryThatBothFailedAndSucceededCountsAsFailed() {
    SnsClient client =
        new FakeSns(
            PublishBatchResponse.builder()
                .successful(accepted("0"), accepted("1"))
                .failed(
                    BatchResultErrorEntry.builder()
                        .id("0")
                        .code("InternalError")
                        .senderFault(false)
                        .build())
                .build());
    assertThat(publish(topic(client)))
        .isEqualTo(
            new PerEntry(List.of(new Retry("InternalError", "no message"), Published.INSTANCE)));
  }

  @Test
  void aKinesisAnswerOfAnotherLengthPublishesNothing() {
    KinesisClient client =
        new FakeKinesis(PutRecordsResponse.builder().records(recorded("1")).build());
    assertThat(
            publish(
                new KinesisTarget("t", "s", SENDING, client, Runnable::run, () -> Instant.EPOCH)))
        .isEqualTo(
            BatchOutcome.all(
                2, new Retry("ResultCountMismatch", "2 entries sent, 1 results received")));
  }

  @Test
  void aKinesisResultWithoutPositionIsRetried() {
    KinesisClient client =
        new FakeKinesis(
            PutRecordsResponse.builder()
                .records(recorded("1"), PutRecordsResultEntry.builder().build())
                .build());
    assertThat(
            publish(
                new KinesisTarget("t", "s", SENDING, client, Runnable::run, () -> Instant.EPOCH)))
        .isEqualTo(new PerEntry(List.of(Published.INSTANCE, missing())));
  }

  @Test
  void anSqsEntryThatTheAnswerLeavesOutIsRetried() {
    assertThat(publish(queue(SendMessageBatchResponse.builder().successful(sent("1")).build())))
        .isEqualTo(new PerEntry(List.of(missing(), Published.INSTANCE)));
  }

  @Test
  void anSqsEntryThatBothFailedAndSucceededCountsAsFailed() {
    assertThat(
            publish(
                queue(
                    SendMessageBatchResponse.builder()
                        .successful(sent("0"), sent("1"))
                        .failed(failed("InternalError", false))
                        .build())))
        .isEqualTo(
            new PerEntry(List.of(new Retry("InternalError", "no message"), Published.INSTANCE)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"InvalidMessageContents", "InvalidParameterValue", "InvalidAttributeName"})
  void anSqsEntryIsRejectedWhereSqsBlamesTheSender(String code) {
    assertThat(
            publish(
                queue(
                    SendMessageBatchResponse.builder()
                        .successful(sent("1"))
                        .failed(failed(code, true))
                        .build())))
        .isEqualTo(new PerEntry(List.of(new Rejected(code, "no message"), Published.INSTANCE)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "OverLimit",
        "KmsAccessDenied",
        "AccessDeniedException",
        "AWS.SimpleQueueService.NonExistentQueue",
        "QueueDoesNotExist"
      })
  void anSqsEntryIsNotGivenUpForTheEnvironmentThoughSqsBlamesTheSender(String code) {
    assertThat(
            publish(
                queue(
                    SendMessageBatchResponse.builder()
                        .successful(sent("1"))
                        .failed(failed(code, true))
                        .build())))
        .isEqualTo(new PerEntry(List.of(new Retry(code, "no message"), Published.INSTANCE)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RequestThrottled", "KMS.ThrottlingException", "KmsThrottled"})
  void anSqsEntryIsThrottledThoughSqsBlamesTheSender(String code) {
    assertThat(
            publish(
                queue(
                    SendMessageBatchResponse.builder()
                        .successful(sent("1"))
                        .failed(failed(code, true))
                        .build())))
        .isEqualTo(
            new PerEntry(
                List.of(
                    new Retry(code, "no message", Retry.Reason.THROTTLED), Published.INSTANCE)));
  }

  private static SnsTarget topic(SnsClient client) {
    return new SnsTarget(
        new SnsConfig("t", "arn:x", SENDING, false), client, new LentHost(Runnable::run));
  }

  private static SqsTarget queue(SendMessageBatchResponse answer) {
    return new SqsTarget(
        new SqsConfig("t", "work", SENDING, false),
        new FakeSqs(answer),
        new LentHost(Runnable::run));
  }

  private static SendMessageBatchResultEntry sent(String id) {
    return SendMessageBatchResultEntry.builder().id(id).build();
  }

  private static software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry failed(
      String code, boolean senderFault) {
    return software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry.builder()
        .id("0")
        .code(code)
        .senderFault(senderFault)
        .build();
  }

  private static PublishBatchResultEntry accepted(String id) {
    return PublishBatchResultEntry.builder().id(id).build();
  }

  private static PutRecordsResultEntry recorded(String sequenceNumber) {
    return PutRecordsResultEntry.builder().sequenceNumber(sequenceNumber).build();
  }

  private static Retry missing() {
    return new Retry("ResultMissing", "the response does not mention this entry");
  }

  private static <E extends Entry> BatchOutcome publish(Target<E> target) {
    Prepared<E> prepared = target.prepare(Samples.plain().envelope());
    E entry = ((Prepared.Ready<E>) prepared).entry();
    return target.publish(Collections.nCopies(2, entry)).toCompletableFuture().join();
  }

  private record FakeSns(PublishBatchResponse answer) implements SnsClient {
    @Override
    public PublishBatchResponse publishBatch(PublishBatchRequest request) {
      return answer;
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }

  private record FakeKinesis(PutRecordsResponse answer) implements KinesisClient {
    @Override
    public DescribeStreamSummaryResponse describeStreamSummary(
        DescribeStreamSummaryRequest request) {
      return DescribeStreamSummaryResponse.builder().streamDescriptionSummary(any -> {}).build();
    }

    @Override
    public PutRecordsResponse putRecords(PutRecordsRequest request) {
      return answer;
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }

  private record FakeSqs(SendMessageBatchResponse answer) implements SqsClient {
    @Override
    public GetQueueUrlResponse getQueueUrl(GetQueueUrlRequest request) {
      return GetQueueUrlResponse.builder().queueUrl("http://queue").build();
    }

    @Override
    public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
      return answer;
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
