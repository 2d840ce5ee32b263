package io.github.dynamooutbox.inbox.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.UnusableEventException;
import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import io.github.dynamooutbox.inbox.lambda.LambdaEvents;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What subscribers of a Custom Event Bus deliver, in the forms of AWS's user guide ("Event
 * structure", "Transforming events", "Lambda function target"), to a function, a queue and a
 * stream.
 */
class BusEnvelopesTest {
  private static final String CLOUD_EVENT =
      """
      {"specversion":"1.0","id":"e-1","source":"/shop/orders","type":"OrderPlaced",
       "datacontenttype":"application/json","partitionkey":"Order#42","sequence":"7",
       "data":{"total": 1.50}}
      """;

  private static final String CLASSIC =
      """
      {"version":"0","id":"b-1","detail-type":"OrderPlaced","source":"/shop/orders",
       "account":"111122223333","time":"2026-11-21T10:15:30Z","region":"eu-west-1",
       "resources":["Order#42"],"detail":%s}
      """
          .formatted(CLOUD_EVENT);

  private static final String METADATA =
      """
      {"id":"e-1","source":"/shop/orders","type":"OrderPlaced","datacontenttype":"%s",
       "partitionkey":"Order#42","sequence":"7"}
      """;

  private static String withMetadata(String data, String metadata, String type, String delivery) {
    return """
        {"Data":%s,"Metadata":%s,
         "SystemMetadata":{"ContentType":"%s","aws:EventId":"b-1","aws:SequenceNumber":"18014398509481985",
          "aws:IngestionTime":"2026-11-21T10:15:31Z","aws:DeliveryType":"%s",
          "EventGroupId":"Order#42","DeduplicationId":"0a1b"}}
        """
        .formatted(data, metadata, type, delivery);
  }

  /** Ways to the consumer, which all hand on the same text. */
  static Stream<Named<Function<String, ReceivedEvent>>> ways() {
    return Stream.of(
        Named.of("to a function", Envelopes::customBus),
        Named.of("to a queue", text -> Envelopes.sqs(text, Map.of())),
        Named.of("to a topic", text -> Envelopes.sns(text, Map.of())),
        Named.of("to a stream", text -> Envelopes.kinesis(text.getBytes(UTF_8))));
  }

  /** The same, and each as the function is called: by the subscriber, or by what it delivers to. */
  static Stream<Named<Function<String, ReceivedEvent>>> deliveries() {
    return Stream.concat(
        ways(),
        Stream.of(
            Named.of("single", text -> handled(BatchSource.CUSTOM_BUS, text.getBytes(UTF_8))),
            Named.of(
                "batched",
                text -> handled(BatchSource.CUSTOM_BUS, ("[" + text + "]").getBytes(UTF_8))),
            Named.of(
                "from a queue",
                text -> handled(BatchSource.SQS, new LambdaEvents().sqs("m", text).toJson())),
            Named.of(
                "from a FIFO queue",
                text ->
                    handled(
                        BatchSource.SQS_FIFO,
                        new LambdaEvents().fifo("m", "Order#42", text).toJson())),
            Named.of(
                "from a stream",
                text ->
                    handled(
                        BatchSource.KINESIS,
                        new LambdaEvents().kinesis("1", "Order#42", text).toJson()))));
  }

  private static ReceivedEvent handled(BatchSource source, byte[] invocation) {
    List<ReceivedEvent> handled = new ArrayList<>();
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    BatchAdapter adapter =
        BatchAdapter.of(
                source,
                (event, left) -> {
                  handled.add(event);
                  return new HandleResult.Handled(Optional.empty(), false);
                })
            .build();
    try {
      adapter.handle(new ByteArrayInputStream(invocation), answer, () -> 60_000);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(answer.toString(UTF_8)).isEqualTo("{\"batchItemFailures\":[]}");
    assertThat(handled).hasSize(1);
    return handled.get(0);
  }

  @ParameterizedTest
  @MethodSource("deliveries")
  void areReadRawIfACloudEventWasPublished(Function<String, ReceivedEvent> read) {
    for (String raw : new String[] {CLOUD_EVENT, CLASSIC}) {
      assertThat(read.apply(raw).data()).isEqualTo(Payload.of("{\"total\": 1.50}"));
      assertThat(read.apply(raw).attribute("sequence")).contains("7");
      assertThat(read.apply(raw).isReplay()).as("RAW does not say").isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("deliveries")
  void areReadWithMetadataWhateverWasPublished(Function<String, ReceivedEvent> read) {
    String json = METADATA.formatted("application/json");
    for (String delivered :
        new String[] {
          withMetadata(CLOUD_EVENT, "{}", "application/json", "LIVE"),
          withMetadata(CLASSIC, "{}", "application/eventbridge+json", "LIVE"),
          withMetadata("{\"total\": 1.50}", json, "application/json", "LIVE")
        }) {
      ReceivedEvent event = read.apply(delivered);
      assertThat(event.id()).isEqualTo("e-1");
      assertThat(event.data()).isEqualTo(Payload.of("{\"total\": 1.50}"));
      assertThat(event.aggregate()).isPresent();
      assertThat(event.attribute("sequence")).contains("7");
      assertThat(event.isReplay()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("deliveries")
  void sayWhatIsDeliveredAgain(Function<String, ReceivedEvent> read) {
    ReceivedEvent event = read.apply(withMetadata(CLOUD_EVENT, "{}", "application/json", "REPLAY"));
    assertThat(event.isReplay()).isTrue();
    assertThat(Envelopes.cloudEvent(Envelopes.toCloudEvent(event)).isReplay())
        .as("also after it was parked")
        .isTrue();
  }

  @Test
  void bytesAreThoseThatWerePublished() {
    String bytes = METADATA.formatted("image/png");
    assertThat(
            Envelopes.customBus(withMetadata("\"AP8H\"", bytes, "application/octet-stream", "LIVE"))
                .data())
        .isEqualTo(Payload.of(new byte[] {0, -1, 7}));
    String text = METADATA.formatted("text/plain");
    assertThat(
            Envelopes.customBus(
                    withMetadata("\"aGVsbG8=\"", text, "application/octet-stream", "LIVE"))
                .data())
        .isEqualTo(Payload.of("hello"));
  }

  @Test
  void whatTheBusDecodedIsJson() {
    ReceivedEvent event =
        Envelopes.customBus(
            withMetadata(
                "{\"total\":2}",
                METADATA.formatted("application/avro"),
                "application/avro",
                "LIVE"));
    assertThat(event.data()).isEqualTo(Payload.of("{\"total\":2}"));
    assertThat(event.contentType()).isEqualTo("application/json");
  }

  @Test
  void aPayloadAloneIsRefusedWithWhatToDo() {
    for (String raw : new String[] {"{\"total\":2}", "[1]", "\"hello\"", "hello"}) {
      for (Named<Function<String, ReceivedEvent>> way : ways().toList()) {
        assertThatThrownBy(() -> way.getPayload().apply(raw))
            .isInstanceOf(UnusableEventException.class)
            .hasMessageContaining("WITH_METADATA")
            .hasMessageNotContaining("total");
      }
    }
    assertThatThrownBy(() -> Envelopes.kinesis(new byte[] {0, -1}))
        .hasMessageContaining("WITH_METADATA");
  }

  @Test
  void whatSomebodyElsePublishedIsRefused() {
    assertThatThrownBy(
            () ->
                Envelopes.customBus(
                    withMetadata("{\"a\":1}", "{\"tenant\":\"x\"}", "application/json", "LIVE")))
        .isInstanceOf(UnusableEventException.class)
        .hasMessageContaining("Metadata has no id");
    assertThatThrownBy(
            () ->
                Envelopes.customBus(
                    withMetadata(
                        "\"%%\"", METADATA.formatted("a/b"), "application/octet-stream", "LIVE")))
        .isInstanceOf(UnusableEventException.class)
        .hasMessageContaining("event e-1");
  }

  @Test
  void aFunctionIsInvokedWithOneOrWithAList() {
    String one = withMetadata(CLOUD_EVENT, "{}", "application/json", "LIVE");
    assertThat(Envelopes.customBusBatch(one)).hasSize(1);
    assertThat(Envelopes.customBusBatch("[" + one + "," + CLASSIC + "]"))
        .extracting(BusDelivery::id, BusDelivery::group)
        .containsExactly(tuple("b-1", "Order#42"), tuple("", ""));
    assertThat(Envelopes.customBusBatch("[]")).isEmpty();
    assertThat(Envelopes.customBusBatch("[1, \"a\"]"))
        .containsExactly(new BusDelivery("1", "", ""), new BusDelivery("\"a\"", "", ""));
    assertThatThrownBy(() -> Envelopes.customBusBatch("{\"Records\":[]}"))
        .hasMessageContaining("event source mapping");
    assertThatThrownBy(() -> Envelopes.customBusBatch("")).hasMessageContaining("is not JSON");
  }
}
