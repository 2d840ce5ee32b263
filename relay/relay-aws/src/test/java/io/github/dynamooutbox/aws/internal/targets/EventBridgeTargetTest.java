package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.localaws.SettableClock;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;

class EventBridgeTargetTest {
  private final FakeEventBridge client = new FakeEventBridge();

  @Test
  void putsTheEventsNatureIntoTheEntrysOwnFields() {
    PutEventsRequestEntry entry = ready(Samples.full(), EnvelopeForm.CLOUDEVENT).request();
    assertThat(entry.eventBusName()).isEqualTo("orders");
    assertThat(entry.source()).isEqualTo("/shop/orders");
    assertThat(entry.detailType()).isEqualTo("OrderPlaced");
    assertThat(entry.time()).isEqualTo("2026-11-21T10:15:30.120Z");
    assertThat(entry.resources()).containsExactly("Order#42");
    assertThat(entry.traceHeader()).startsWith("Root=1-4bf92f35-");
    assertThat(entry.detail()).startsWith("{\"specversion\":\"1.0\"");
  }

  @Test
  void countsBytesAsTheServiceDoes() {
    AwsEntry<PutEventsRequestEntry> entry =
        ready(Samples.plain().type("Placed\u00e4"), EnvelopeForm.DATA);
    int detail = "{\"total\": 1.50}".length();
    assertThat(entry.bytes())
        .isEqualTo(14 + "/shop/orders".length() + 8 + "Order#42".length() + detail);
    assertThat(entry.bytes() - 22 - "/shop/orders".length() - "Order#42".length())
        .isEqualTo(entry.request().detail().getBytes(StandardCharsets.UTF_8).length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1]", "\"text\"", "null"})
  void bareDataMustBeAnObject(String json) {
    assertThat(
            target(EnvelopeForm.DATA)
                .prepare(Samples.plain().data("application/json", json).envelope()))
        .isInstanceOfSatisfying(
            Prepared.Refused.class,
            refused -> assertThat(refused.code()).isEqualTo("NOT_A_JSON_OBJECT"));
  }

  @Test
  void refusesASourceThatOnlyAwsMayUse() {
    assertThat(target(EnvelopeForm.DATA).prepare(Samples.plain().source("aws.orders").envelope()))
        .isInstanceOfSatisfying(
            Prepared.Refused.class,
            refused -> assertThat(refused.code()).isEqualTo("RESERVED_SOURCE"));
  }

  @Test
  void refusesWhatIsTooLargeAndSaysHowLarge() {
    String data = "{\"a\":\"" + "x".repeat(1000) + "\"}";
    assertThat(
            target(EnvelopeForm.DATA)
                .prepare(Samples.plain().data("application/json", data).envelope()))
        .isEqualTo(
            new Prepared.Refused<>(
                "TOO_LARGE", "1053 bytes as target bus counts them, 1000 allowed"));
  }

  @ParameterizedTest
  @CsvSource({
    "InternalFailure, false",
    "ThrottlingException, false",
    "AccessDeniedException, false",
    "InvalidAccountIdException, false",
    "SomethingNew, false",
    "NotAuthorizedForSourceException, true",
    "NotAuthorizedForDetailTypeException, true",
    "RedactionFailure, true",
    "InvalidArgument, true",
    "MalformedDetail, true"
  })
  void anEntrysCodeDecidesWhetherItIsGivenUp(String code, boolean rejected) {
    client.results =
        request ->
            List.of(
                PutEventsResultEntry.builder().eventId("e").build(),
                PutEventsResultEntry.builder().errorCode(code).errorMessage("why").build());
    Reason reason = code.equals("ThrottlingException") ? Reason.THROTTLED : Reason.UNKNOWN;
    PublishOutcome failed = rejected ? new Rejected(code, "why") : new Retry(code, "why", reason);
    assertThat(publish(2))
        .isEqualTo(new BatchOutcome.PerEntry(List.of(Published.INSTANCE, failed)));
  }

  @Test
  void anAnswerThatDoesNotMatchTheRequestPublishesNothing() {
    client.results = request -> List.of(PutEventsResultEntry.builder().eventId("e").build());
    assertThat(codes(publish(2))).containsExactly("ResultCountMismatch", "ResultCountMismatch");
    client.results = request -> Collections.nCopies(2, PutEventsResultEntry.builder().build());
    assertThat(codes(publish(2))).containsExactly("ResultMissing", "ResultMissing");
  }

  @Test
  void aProgrammingErrorIsNotHiddenAsAnOutcome() {
    client.results =
        request -> {
          throw new IllegalStateException("bug");
        };
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> publish(1))
        .isInstanceOf(CompletionException.class)
        .hasRootCauseMessage("bug");
  }

  private static List<String> codes(BatchOutcome outcome) {
    return ((BatchOutcome.PerEntry) outcome)
        .outcomes().stream().map(entry -> ((Retry) entry).code()).toList();
  }

  private BatchOutcome publish(int entries) {
    AwsEntry<PutEventsRequestEntry> entry = ready(Samples.plain(), EnvelopeForm.CLOUDEVENT);
    return target(EnvelopeForm.CLOUDEVENT).publish(Collections.nCopies(entries, entry)).join();
  }

  private AwsEntry<PutEventsRequestEntry> ready(Samples sample, EnvelopeForm form) {
    return ((Prepared.Ready<AwsEntry<PutEventsRequestEntry>>)
            target(form).prepare(sample.envelope()))
        .entry();
  }

  private EventBridgeTarget target(EnvelopeForm form) {
    Sending sending = new Sending(false, form, new BatchLimits(10, 2000, 4), 1000);
    return new EventBridgeTarget(
        "bus",
        "orders",
        sending,
        client,
        Runnable::run,
        new SettableClock(Instant.parse("2026-11-21T00:00:00Z")));
  }
}
