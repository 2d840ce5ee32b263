package io.github.dynamooutbox.localaws.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.dynamooutbox.localaws.AwsStub;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.retry.RetryUtils;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResponse;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;
import software.amazon.awssdk.services.kinesis.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResultEntry;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;
import software.amazon.awssdk.services.sns.model.PublishBatchResponse;

/** Every fault as a real client sees it, in each service's protocol. */
class FaultInjectionIT {
  private final StubClients aws = new StubClients(AwsStub.start());
  private final Faults faults = aws.stub().faults();
  private final String topic = aws.sns().createTopic(r -> r.name("topic")).topicArn();

  FaultInjectionIT() {
    aws.eventBridge().createEventBus(r -> r.name("bus"));
    aws.kinesis().createStream(r -> r.streamName("stream").shardCount(1));
  }

  @AfterEach
  void stop() {
    aws.close();
  }

  private PutEventsResponse putEvents(int count) {
    List<PutEventsRequestEntry> entries =
        IntStream.range(0, count)
            .mapToObj(
                i ->
                    PutEventsRequestEntry.builder()
                        .eventBusName("bus")
                        .source("test")
                        .detailType("type-" + i)
                        .detail("{\"n\":" + i + "}")
                        .build())
            .toList();
    return aws.eventBridge().putEvents(r -> r.entries(entries));
  }

  private PublishBatchResponse publishBatch(int count) {
    List<PublishBatchRequestEntry> entries =
        IntStream.range(0, count)
            .mapToObj(i -> PublishBatchRequestEntry.builder().id("e" + i).message("m" + i).build())
            .toList();
    return aws.sns().publishBatch(r -> r.topicArn(topic).publishBatchRequestEntries(entries));
  }

  private PutRecordsResponse putRecords(int count) {
    List<PutRecordsRequestEntry> records =
        IntStream.range(0, count)
            .mapToObj(
                i ->
                    PutRecordsRequestEntry.builder()
                        .partitionKey("k" + i)
                        .data(SdkBytes.fromUtf8String("d" + i))
                        .build())
            .toList();
    return aws.kinesis().putRecords(r -> r.streamName("stream").records(records));
  }

  private void publish(Service service) {
    switch (service) {
      case EVENTBRIDGE -> putEvents(1);
      case SNS -> publishBatch(1);
      case KINESIS -> putRecords(1);
      case EVENTBRIDGEV2 -> throw new IllegalArgumentException("no client of it resolves here");
    }
  }

  private long accepted(Service service) {
    return switch (service) {
      case EVENTBRIDGE -> aws.stub().eventBridge().count();
      case SNS -> aws.stub().sns().count();
      case KINESIS -> aws.stub().kinesis().count();
      case EVENTBRIDGEV2 -> aws.stub().eventBridgeV2().count();
    };
  }

  @ParameterizedTest
  @EnumSource(value = Service.class, mode = EnumSource.Mode.EXCLUDE, names = "EVENTBRIDGEV2")
  void clientsRecogniseThrottling(Service service) {
    faults.inject(When.on(service).next(1), Fault.throttle());

    AwsServiceException error =
        catchThrowableOfType(AwsServiceException.class, () -> publish(service));

    assertThat(error.awsErrorDetails().errorCode()).isEqualTo(service.throttlingCode());
    assertThat(RetryUtils.isThrottlingException(error)).isTrue();
    assertThat(accepted(service)).isZero();
    publish(service);
    assertThat(accepted(service)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(value = Service.class, mode = EnumSource.Mode.EXCLUDE, names = "EVENTBRIDGEV2")
  void aRequestFailsWithAnyStatusAndCode(Service service) {
    faults.inject(When.on(service).next(1), Fault.fail(503, "ServiceUnavailable"));
    faults.inject(When.on(service).next(1), Fault.fail(403, "AccessDeniedException"));

    AwsServiceException first =
        catchThrowableOfType(AwsServiceException.class, () -> publish(service));
    AwsServiceException second =
        catchThrowableOfType(AwsServiceException.class, () -> publish(service));

    assertThat(first.statusCode()).isEqualTo(503);
    assertThat(first.awsErrorDetails().errorCode()).isEqualTo("ServiceUnavailable");
    assertThat(second.statusCode()).isEqualTo(403);
    assertThat(second.awsErrorDetails().errorCode()).isEqualTo("AccessDeniedException");
    assertThat(accepted(service)).isZero();
  }

  @ParameterizedTest
  @EnumSource(value = Service.class, mode = EnumSource.Mode.EXCLUDE, names = "EVENTBRIDGEV2")
  void aLostAnswerLeavesWhatWasAccepted(Service service) {
    faults.inject(When.on(service).next(1), Fault.loseAnswer());

    assertThatExceptionOfType(SdkClientException.class).isThrownBy(() -> publish(service));

    assertThat(accepted(service)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(value = Service.class, mode = EnumSource.Mode.EXCLUDE, names = "EVENTBRIDGEV2")
  void aBrokenConnectionLeavesNothing(Service service) {
    faults.inject(When.on(service).next(1), Fault.breakConnection());

    assertThatExceptionOfType(SdkClientException.class).isThrownBy(() -> publish(service));

    assertThat(accepted(service)).isZero();
    publish(service);
    assertThat(accepted(service)).isEqualTo(1);
  }

  @Test
  void aSlowAnswerRunsIntoTheClientsTimeoutAfterTheRequestTookEffect() {
    faults.inject(When.on(Service.SNS).next(1), Fault.slow(Duration.ofSeconds(20)));

    assertThatExceptionOfType(ApiCallAttemptTimeoutException.class)
        .isThrownBy(
            () ->
                aws.sns()
                    .publish(
                        r ->
                            r.topicArn(topic)
                                .message("m")
                                .overrideConfiguration(
                                    o -> o.apiCallAttemptTimeout(Duration.ofSeconds(2)))));

    assertThat(accepted(Service.SNS)).isEqualTo(1);
  }

  @Test
  void chosenEventsFailInTheirPlaces() {
    faults.inject(
        When.on(Service.EVENTBRIDGE).target("bus").next(1),
        Fault.failEntries(
            e -> e.index() == 1 || e.key().equals("type-3"),
            EntryError.throttled(Service.EVENTBRIDGE)));

    PutEventsResponse response = putEvents(5);

    assertThat(response.failedEntryCount()).isEqualTo(2);
    assertThat(response.entries())
        .extracting(PutEventsResultEntry::errorCode)
        .containsExactly(null, "ThrottlingException", null, "ThrottlingException", null);
    assertThat(aws.stub().eventBridge().accepted("bus"))
        .extracting(AcceptedEvent::body)
        .containsExactly("{\"n\":0}", "{\"n\":2}", "{\"n\":4}");
  }

  @Test
  void chosenMessagesFailUnderTheirIdsAndTellWhoIsAtFault() {
    faults.inject(
        When.on(Service.SNS),
        Fault.failEntries(e -> e.body().equals("m0"), EntryError.rejected("InvalidParameter")));
    faults.inject(
        When.on(Service.SNS),
        Fault.failEntries(e -> e.body().equals("m2"), EntryError.internal(Service.SNS)));

    PublishBatchResponse response = publishBatch(3);

    assertThat(response.successful()).extracting(e -> e.id()).containsExactly("e1");
    assertThat(response.failed())
        .extracting(e -> e.id() + ' ' + e.code() + ' ' + e.senderFault())
        .containsExactly("e0 InvalidParameter true", "e2 InternalError false");
    assertThat(aws.stub().sns().accepted()).extracting(AcceptedMessage::body).containsExactly("m1");
  }

  @Test
  void chosenRecordsFailInTheirPlaces() {
    faults.inject(
        When.on(Service.KINESIS),
        Fault.failEntries(e -> e.key().equals("k1"), EntryError.throttled(Service.KINESIS)));

    PutRecordsResponse response = putRecords(3);

    assertThat(response.failedRecordCount()).isEqualTo(1);
    assertThat(response.records())
        .extracting(PutRecordsResultEntry::errorCode)
        .containsExactly(null, "ProvisionedThroughputExceededException", null);
    assertThat(response.records().get(1).sequenceNumber()).isNull();
    assertThat(aws.stub().kinesis().accepted())
        .extracting(AcceptedRecord::partitionKey)
        .containsExactly("k0", "k2");
  }

  @Test
  void aSinglePublicationFailsAsARequest() {
    faults.inject(
        When.on(Service.KINESIS).action("PutRecord"),
        Fault.failEntries(1, EntryError.throttled(Service.KINESIS)));
    faults.inject(
        When.on(Service.SNS).action("Publish"),
        Fault.failEntries(1, EntryError.internal(Service.SNS)));

    assertThatExceptionOfType(ProvisionedThroughputExceededException.class)
        .isThrownBy(
            () ->
                aws.kinesis()
                    .putRecord(
                        r ->
                            r.streamName("stream")
                                .partitionKey("k")
                                .data(SdkBytes.fromUtf8String("d"))));
    AwsServiceException error =
        catchThrowableOfType(
            AwsServiceException.class,
            () -> aws.sns().publish(r -> r.topicArn(topic).message("m")));
    assertThat(error.statusCode()).isEqualTo(500);
  }

  @Test
  void onlyTheTargetThatIsDownIsDown() {
    String other = aws.sns().createTopic(r -> r.name("other")).topicArn();
    Injection outage =
        faults.inject(When.on(Service.SNS).target("topic"), Fault.fail(503, "ServiceUnavailable"));

    assertThatExceptionOfType(AwsServiceException.class).isThrownBy(() -> publishBatch(1));
    aws.sns().publish(r -> r.topicArn(other).message("m"));
    outage.cancel();
    publishBatch(1);

    assertThat(outage.fired()).isEqualTo(1);
    assertThat(aws.stub().sns().accepted())
        .extracting(AcceptedMessage::target)
        .containsExactly("other", "topic");
  }
}
