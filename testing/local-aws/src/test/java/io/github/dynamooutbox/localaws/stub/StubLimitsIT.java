package io.github.dynamooutbox.localaws.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.ExpiredIteratorException;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.ShardIteratorType;
import software.amazon.awssdk.services.sns.model.InvalidParameterException;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;
import software.amazon.awssdk.services.sns.model.PublishBatchResponse;

/** Limits and quirks that are too costly, too slow or too uncertain for the contract. */
class StubLimitsIT {
  private static final int MIB = 1024 * 1024;
  private static final String SIZE = "MaximumMessageSize";

  private final SettableClock clock = new SettableClock(Instant.parse("2026-11-21T10:00:00Z"));
  private final StubClients aws =
      new StubClients(AwsStub.builder().clock(clock).eventBridgeRequestBytes(1000).start());

  @AfterEach
  void stop() {
    aws.close();
  }

  @Test
  void theSizeOfEventsIsCountedAsTheServiceCountsIt() {
    // 14 for the time, 6 + 4 + 5 for source, detail type and resource, 971 in all for the detail.
    PutEventsRequestEntry exact =
        PutEventsRequestEntry.builder()
            .time(Instant.now())
            .source("source")
            .detailType("type")
            .resources("resou")
            .traceHeader("not counted")
            .detail("{\"ä\":\"" + "x".repeat(962) + "\"}")
            .build();

    assertThat(aws.eventBridge().putEvents(r -> r.entries(exact)).failedEntryCount()).isZero();
    AwsServiceException error =
        catchThrowableOfType(
            AwsServiceException.class,
            () ->
                aws.eventBridge()
                    .putEvents(r -> r.entries(exact.toBuilder().source("sourcee").build())));
    assertThat(error.awsErrorDetails().errorCode()).isEqualTo("ValidationException");
    assertThat(aws.stub().eventBridge().count()).isEqualTo(1);
  }

  @Test
  void aTopicTakesWhatItsOwnSettingSays() {
    String small = aws.sns().createTopic(r -> r.name("small")).topicArn();
    String large =
        aws.sns().createTopic(r -> r.name("large").attributes(Map.of(SIZE, "300000"))).topicArn();

    assertThat(aws.sns().getTopicAttributes(r -> r.topicArn(large)).attributes())
        .containsEntry(SIZE, "300000");
    aws.sns().publish(r -> r.topicArn(large).message("x".repeat(300_000)));
    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(() -> aws.sns().publish(r -> r.topicArn(large).message("x".repeat(300_001))));
    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(() -> aws.sns().publish(r -> r.topicArn(small).message("x".repeat(262_145))));
    assertThatExceptionOfType(InvalidParameterException.class)
        .isThrownBy(
            () -> aws.sns().createTopic(r -> r.name("huge").attributes(Map.of(SIZE, "1048577"))));
  }

  @Test
  void aStreamTakesWhatItsOwnSettingSays() {
    aws.kinesis().createStream(r -> r.streamName("small").shardCount(1));
    aws.kinesis().createStream(r -> r.streamName("large").shardCount(1).maxRecordSizeInKiB(2048));
    SdkBytes large = SdkBytes.fromByteArray(new byte[2 * MIB - 1]);

    assertThat(
            aws.kinesis()
                .describeStreamSummary(r -> r.streamName("large"))
                .streamDescriptionSummary()
                .maxRecordSizeInKiB())
        .isEqualTo(2048);
    aws.kinesis().putRecord(r -> r.streamName("large").partitionKey("k").data(large));
    assertThatExceptionOfType(AwsServiceException.class)
        .isThrownBy(
            () ->
                aws.kinesis().putRecord(r -> r.streamName("large").partitionKey("kk").data(large)));
    assertThatExceptionOfType(AwsServiceException.class)
        .isThrownBy(
            () ->
                aws.kinesis().putRecord(r -> r.streamName("small").partitionKey("k").data(large)));
  }

  @Test
  void eventsOfAwsItselfAreNotAccepted() {
    assertThat(
            aws.eventBridge()
                .putEvents(
                    r ->
                        r.entries(
                            PutEventsRequestEntry.builder()
                                .source("aws.orders")
                                .detailType("t")
                                .detail("{}")
                                .build()))
                .entries()
                .get(0)
                .errorCode())
        .isEqualTo("NotAuthorizedForSourceException");
  }

  @Test
  void detailsThatAreNoJsonObjectsAreMalformed() {
    for (String detail : List.of("[]", "\"text\"", "{} {}", "{\"a\":}")) {
      assertThat(
              aws.eventBridge()
                  .putEvents(
                      r ->
                          r.entries(
                              PutEventsRequestEntry.builder()
                                  .source("s")
                                  .detailType("t")
                                  .detail(detail)
                                  .build()))
                  .entries()
                  .get(0)
                  .errorCode())
          .as(detail)
          .isEqualTo("MalformedDetail");
    }
  }

  @Test
  void messagesAtFaultFailAloneInABatch() {
    String topic = aws.sns().createTopic(r -> r.name("t")).topicArn();

    PublishBatchResponse response =
        aws.sns()
            .publishBatch(
                r ->
                    r.topicArn(topic)
                        .publishBatchRequestEntries(
                            PublishBatchRequestEntry.builder().id("good").message("m").build(),
                            PublishBatchRequestEntry.builder().id("empty").message("").build()));

    assertThat(response.successful()).extracting(e -> e.id()).containsExactly("good");
    assertThat(response.failed())
        .extracting(e -> e.id() + ' ' + e.code() + ' ' + e.senderFault())
        .containsExactly("empty InvalidParameter true");
  }

  private PutRecordsResponse put(List<PutRecordsRequestEntry> records) {
    return aws.kinesis().putRecords(r -> r.streamName("stream").records(records));
  }

  private static PutRecordsRequestEntry record(int bytes) {
    return PutRecordsRequestEntry.builder()
        .partitionKey("kk")
        .data(SdkBytes.fromByteArray(new byte[bytes]))
        .build();
  }

  @Test
  void recordsCountWithTheirKeys() {
    aws.kinesis().createStream(r -> r.streamName("stream").shardCount(1));

    assertThat(put(List.of(record(MIB - 2))).failedRecordCount()).isZero();
    AwsServiceException one =
        catchThrowableOfType(AwsServiceException.class, () -> put(List.of(record(MIB - 1))));
    assertThat(one.awsErrorDetails().errorCode()).isEqualTo("ValidationException");

    assertThat(put(Collections.nCopies(5, record(MIB - 2))).failedRecordCount()).isZero();
    AwsServiceException all =
        catchThrowableOfType(
            AwsServiceException.class, () -> put(Collections.nCopies(6, record(900_000))));
    assertThat(all.awsErrorDetails().errorCode()).isEqualTo("InvalidArgumentException");
  }

  @Test
  void iteratorsExpireAfterFiveMinutes() {
    aws.kinesis().createStream(r -> r.streamName("stream").shardCount(1));
    String iterator =
        aws.kinesis()
            .getShardIterator(
                r ->
                    r.streamName("stream")
                        .shardId("shardId-000000000000")
                        .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
            .shardIterator();

    clock.advance(Duration.ofMinutes(5));
    aws.kinesis().getRecords(r -> r.shardIterator(iterator));
    clock.advance(Duration.ofSeconds(1));

    assertThatExceptionOfType(ExpiredIteratorException.class)
        .isThrownBy(() -> aws.kinesis().getRecords(r -> r.shardIterator(iterator)));
  }

  @Test
  void anIteratorDoesNotSurviveItsStream() {
    aws.kinesis().createStream(r -> r.streamName("stream").shardCount(1));
    String iterator =
        aws.kinesis()
            .getShardIterator(
                r ->
                    r.streamName("stream")
                        .shardId("shardId-000000000000")
                        .shardIteratorType(ShardIteratorType.LATEST))
            .shardIterator();
    aws.kinesis().deleteStream(r -> r.streamName("stream"));
    clock.advance(Duration.ofSeconds(1));
    aws.kinesis().createStream(r -> r.streamName("stream").shardCount(1));

    AwsServiceException error =
        catchThrowableOfType(
            AwsServiceException.class,
            () -> aws.kinesis().getRecords(r -> r.shardIterator(iterator)));
    assertThat(error.awsErrorDetails().errorCode()).isEqualTo("InvalidArgumentException");
  }
}
