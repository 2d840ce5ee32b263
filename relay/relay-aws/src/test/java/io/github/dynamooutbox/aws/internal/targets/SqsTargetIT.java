package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.aws.examine.Examination;
import io.github.dynamooutbox.aws.examine.Finding;
import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.internal.targets.SqsConfig.QueueExamination;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Prepared;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

class SqsTargetIT extends SqsContract {
  private static final Duration HASTY = Duration.ofMillis(500);

  SqsTargetIT() {
    super("", false);
  }

  @Test
  void barePayloadsCarryTheirAttributesBeside() {
    assertThat(publish(bare(), Samples.full())).isEqualTo(published());
    Message message = queues.take(queue, 1).get(0);
    assertThat(message.body()).isEqualTo("{\"total\": 1.50}");
    // SQS takes ten at most.
    assertThat(message.messageAttributes()).hasSize(10).containsKeys("ce_id", "ce_type", "ce");
    assertThat(message.messageAttributes().get("ce_type").stringValue()).isEqualTo("OrderPlaced");
  }

  @Test
  void bareBytesAreSentInBase64AndSaySo() {
    Samples bytes = Samples.plain().data("application/avro", new byte[] {0, -1, 7});
    assertThat(publish(bare(), bytes)).isEqualTo(published());
    Message message = queues.take(queue, 1).get(0);
    assertThat(message.body()).isEqualTo("AP8H");
    assertThat(message.messageAttributes().get("ce_datacontentencoding").stringValue())
        .isEqualTo("base64");
  }

  @Test
  void escapesInACloudEventWhatAMessageMayNotContain() throws IOException {
    Samples sample = Samples.plain().data("application/json", "{\"a\":\"\uffff \ufffe\"}");
    assertThat(publish(target(queue), sample)).isEqualTo(published());
    String body = queues.take(queue, 1).get(0).body();
    assertThat(body).contains("\\uffff \\ufffe");
    assertThat(new JsonMapper().readTree(body).at("/data/a").asText()).isEqualTo("\uffff \ufffe");
  }

  @Test
  void refusesABarePayloadThatAMessageMayNotContain() {
    assertThat(code(bare().prepare(Samples.plain().data("text/plain", "\u0007").envelope())))
        .isEqualTo("INVALID_CHARACTERS");
    assertThat(code(bare().prepare(Samples.plain().data("text/plain", "").envelope())))
        .isEqualTo("EMPTY_PAYLOAD");
  }

  @Test
  void sendsTheLargestEntryThatItPreparesAndRefusesMore() {
    SqsTarget target = target(queue);
    int room = MIB - ready(target, Samples.plain().data("text/plain", "")).bytes();
    Samples largest = Samples.plain().data("text/plain", "x".repeat(room));
    assertThat(ready(target, largest).bytes()).isEqualTo(MIB);
    assertThat(publish(target, largest)).isEqualTo(published());
    Samples larger = Samples.plain().data("text/plain", "x".repeat(room + 1));
    assertThat(code(target.prepare(larger.envelope()))).isEqualTo("TOO_LARGE");
  }

  @Test
  void countsAttributesToo() {
    SqsTarget target = bare();
    int room = MIB - ready(target, Samples.full().data("text/plain", "x")).bytes();
    Samples largest = Samples.full().data("text/plain", "x".repeat(room + 1));
    assertThat(ready(target, largest).bytes()).isEqualTo(MIB);
    assertThat(publish(target, largest)).isEqualTo(published());
  }

  @Test
  void aMissingQueueIsNoEventsFault() {
    assertThat(retryCode(publish(target("missing-" + queue), Samples.plain())))
        .matches(".*NonExistentQueue|QueueDoesNotExist");
  }

  @Test
  void retriesWhereNobodyAnswers() {
    assertThat(retryCode(publish(target(queue, at(silent), HASTY), Samples.plain())))
        .contains("Timeout");
  }

  @Test
  void retriesWhereNobodyListens() throws IOException {
    URI gone;
    try (ServerSocket nobody = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      gone = at(nobody);
    }
    assertThat(retryCode(publish(target(queue, gone, PATIENT), Samples.plain())))
        .isEqualTo("SdkClientException");
  }

  @Test
  void cancellingEndsTheCallAtOnce() throws Exception {
    SqsTarget target = target(queue, at(silent), Duration.ofMinutes(2));
    CompletableFuture<BatchOutcome> call = target.publish(List.of(ready(target, Samples.plain())));
    try (Socket accepted = silent.accept()) {
      assertThat(accepted.getInputStream().read()).isEqualTo('P');
      assertThat(call.cancel(true)).isTrue();
      // The call's only thread is free again long before its time-out.
      executor.submit(() -> {}).get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void itsExaminationFindsQueuesThatAreMissing() {
    assertThat(examined(queue)).singleElement().satisfies(f -> verdict(f, "FINE", "is there"));
    assertThat(examined("missing-" + queue))
        .singleElement()
        .satisfies(f -> verdict(f, "WRONG", "does not exist"));
  }

  private static void verdict(Finding finding, String verdict, String text) {
    assertThat(finding.verdict().name()).isEqualTo(verdict);
    assertThat(finding.text()).contains(text);
  }

  private List<Finding> examined(String name) {
    Examination examination = new Examination();
    TargetFindings findings = examination.about("target");
    SqsClient client = client();
    findings.look(
        "sqs",
        () -> new QueueExamination(name, sending(EnvelopeForm.CLOUDEVENT), findings).run(client));
    return examination.findings();
  }

  private static String code(Prepared<?> prepared) {
    return prepared.fold(ready -> "ready", refused -> refused.code());
  }
}
