package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.stub.Accepted;
import io.github.dynamooutbox.localaws.stub.AcceptedMessage;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;

/** What standard and FIFO topics have in common. */
abstract class SnsContract extends AwsTargetContract<AwsEntry<PublishBatchRequestEntry>> {
  final String topic;
  private String arn = "";

  SnsContract(String suffix) {
    this.topic = AwsUnderTest.unique("topic") + suffix;
  }

  @Override
  Service service() {
    return Service.SNS;
  }

  @Override
  String action() {
    return "PublishBatch";
  }

  @Override
  void create() {
    arn = cloud.aws().createTopic(topic);
  }

  @Override
  void createLarge() {
    arn = cloud.aws().createTopic("large-" + topic, Map.of("MaximumMessageSize", "1048576"));
  }

  @Override
  Target<AwsEntry<PublishBatchRequestEntry>> target(
      Clients clients, boolean exists, Sending sending, ExecutorService on) {
    String target = exists ? arn : arn.replace(":" + topic, ":missing-" + topic);
    return new SnsTarget(
        new SnsConfig("news", target, sending, false),
        clients.get(SnsClient.class, SnsClient::builder),
        new LentHost(on));
  }

  final List<AcceptedMessage> accepted(int atLeast) {
    return cloud.aws().messages(topic, atLeast);
  }

  @Override
  List<String> bodies(int atLeast) {
    return accepted(atLeast).stream().map(Accepted::body).toList();
  }

  @Override
  Optional<String> entryFault() {
    return Optional.of("InvalidParameter");
  }

  @Override
  String requestFault() {
    return "InvalidParameter";
  }

  @Override
  String missingCode() {
    return "NotFound";
  }

  @ParameterizedTest
  @ValueSource(strings = {"Throttled", "AuthorizationError", "KMSThrottling", "NotFound"})
  void anEntryIsNotGivenUpForTheEnvironmentThoughSnsBlamesTheSender(String code) {
    fault(Fault.failEntries(entry -> true, new EntryError(code, "why", true)));
    assertThat(retryCodes(publish(target(), samples(1)))).containsExactly(code);
  }

  @Test
  void whatIsOverTheTopicsOwnLimitIsRefusedBeforeItIsSent() {
    assertThat(publish(unlimited(), List.of(large(), Samples.plain())))
        .isEqualTo(
            new BatchOutcome.RequestRefused(
                "TOO_LARGE", "300000 bytes as target news counts them, 262144 allowed"));
    assertThat(bodies(0)).isEmpty();
  }

  @Test
  void aTopicsOwnLimitNeedsNoSetting() {
    createLarge();
    assertThat(publish(unlimited(), List.of(large()))).isEqualTo(published(1));
  }

  @Test
  void whereATopicsLimitCannotBeReadTheTopicDecides() {
    createLarge();
    cloud
        .stub()
        .faults()
        .inject(
            When.on(Service.SNS).action("GetTopicAttributes"),
            Fault.fail(403, "AuthorizationError"));
    assertThat(publish(unlimited(), List.of(large()))).isEqualTo(published(1));
  }

  @Test
  void aTopicMayTakeLessThanOthersDo() {
    String small = "small-" + topic;
    arn = cloud.aws().createTopic(small, Map.of("MaximumMessageSize", "2048"));
    Target<AwsEntry<PublishBatchRequestEntry>> target = unlimited();
    assertThat(publish(target, List.of(ofBytes(2048)))).isEqualTo(published(1));
    assertThat(publish(target, List.of(ofBytes(2049))))
        .isEqualTo(
            new BatchOutcome.RequestRefused(
                "TOO_LARGE", "2049 bytes as target news counts them, 2048 allowed"));
    assertThat(cloud.aws().messages(small, 1)).hasSize(1);
  }

  @Test
  void aTopicsLimitIsReadOnceAndNotForWhatEveryTopicTakes() {
    Injection readings =
        cloud
            .stub()
            .faults()
            .inject(
                When.on(Service.SNS).action("GetTopicAttributes"),
                Fault.slow(Duration.ofMillis(1)));
    Target<AwsEntry<PublishBatchRequestEntry>> target = unlimited();
    assertThat(publish(target, List.of(ofBytes(1024)))).isEqualTo(published(1));
    assertThat(readings.fired()).isZero();
    for (int i = 0; i < 3; i++) {
      assertThat(publish(target, List.of(ofBytes(1025)))).isEqualTo(published(1));
    }
    assertThat(readings.fired()).isEqualTo(1);
  }

  /** As configured by default. */
  private Target<AwsEntry<PublishBatchRequestEntry>> unlimited() {
    BatchLimits limits = new BatchLimits(10, 256 * 1024, 4);
    Sending sending = new Sending(true, EnvelopeForm.CLOUDEVENT, limits, 1024 * 1024);
    return target(clients(PATIENT), true, sending, executor);
  }

  private Samples large() {
    return ofBytes(300_000);
  }

  private Samples ofBytes(int bytes) {
    int room = bytes - ready(unlimited(), Samples.plain().data("text/plain", "")).bytes();
    return Samples.plain().data("text/plain", "x".repeat(room));
  }

  @Test
  void barePayloadsCarryTheirAttributesBeside() {
    Samples sample = Samples.full();
    assertThat(publish(bare(), List.of(sample))).isEqualTo(published(1));
    AcceptedMessage message = accepted(1).get(0);
    assertThat(message.body()).isEqualTo("{\"total\": 1.50}");
    assertThat(message.attributes()).hasSize(10).containsKeys("ce_id", "ce_type", "ce");
    assertThat(message.attributes().get("ce_type").value()).isEqualTo("OrderPlaced");
  }

  @Test
  void bareBytesAreSentInBase64AndSaySo() {
    assertThat(
            publish(
                bare(), List.of(Samples.plain().data("application/avro", new byte[] {0, -1, 7}))))
        .isEqualTo(published(1));
    AcceptedMessage message = accepted(1).get(0);
    assertThat(message.body()).isEqualTo("AP8H");
    assertThat(message.attributes().get("ce_datacontentencoding").value()).isEqualTo("base64");
  }

  @Test
  void anEmptyBarePayloadIsRefused() {
    assertThat(bare().prepare(Samples.plain().data("text/plain", "").envelope()))
        .isInstanceOfSatisfying(
            Prepared.Refused.class,
            refused -> assertThat(refused.code()).isEqualTo("EMPTY_PAYLOAD"));
  }

  private Target<AwsEntry<PublishBatchRequestEntry>> bare() {
    return target(true, Duration.ofSeconds(30), EnvelopeForm.DATA);
  }
}
