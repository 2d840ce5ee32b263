package io.github.dynamooutbox.aws.internal.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.target.EnvelopeForm;
import io.github.dynamooutbox.aws.target.Sending;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequest;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResultEntry;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sns.model.PublishBatchRequest;
import software.amazon.awssdk.services.sns.model.PublishBatchResponse;
import software.amazon.awssdk.services.sns.model.PublishBatchResultEntry;

/** Answers that no service should give: an entry without a result counts as not published. */
class UnmatchedAnswersTest {
  private static final Sending SENDING =
      new Sending(true, EnvelopeForm.CLOUDEVENT, new BatchLimits(10, 10_000, 1), 5_000);

  @Test
  void anSnsEntryThatTheAnswerLeavesOutIsRetried() {
    SnsClient client =
        new FakeSns(
            PublishBatchResponse.builder().successful(accepted("1"), accepted("7")).build());
    assertThat(
            publish(
                new SnsTarget("t", "arn:x", SENDING, client, Runnable::run, () -> Instant.EPOCH)))
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
    assertThat(
            publish(
                new SnsTarget("t", "arn:x", SENDING, client, Runnable::run, () -> Instant.EPOCH)))
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
}
