package io.github.dynamooutbox.inbox.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.UnusableEventException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopesTest {
  private static final String CLOUD_EVENT =
      """
      {"specversion":"1.0","id":"0193-1","source":"/shop/orders","type":"OrderPlaced",
       "time":"2026-11-21T10:15:30.120Z","datacontenttype":"application/json","subject":"42",
       "partitionkey":"Order#42","aggregatetype":"Order",
       "sequence":"0000000000000000007.000001","sequencecount":"2","channel":"web",
       "data":{"total": 1.50}}""";

  private static final Map<String, String> BARE =
      Map.of(
          "ce_id", "0193-1",
          "ce_source", "/shop/orders",
          "ce_type", "OrderPlaced",
          "ce_partitionkey", "Order#42",
          "ce_sequence", "0000000000000000007.000001",
          "ce", "{\"specversion\":\"1.0\",\"sequencecount\":\"2\",\"channel\":\"web\"}");

  private static void assertIsTheEvent(ReceivedEvent event) {
    assertThat(event.id()).isEqualTo("0193-1");
    assertThat(event.source()).isEqualTo("/shop/orders");
    assertThat(event.type()).isEqualTo("OrderPlaced");
    assertThat(event.aggregate()).contains(new AggregateKey("Order", "42"));
    assertThat(event.position()).contains(new EventPosition(7, 1, 2));
    assertThat(event.attribute("channel")).contains("web");
    assertThat(event.attributes()).doesNotContainKeys("data", "ce", "datacontentencoding");
    assertThat(event.data()).isIn(Payload.of("{\"total\":1.50}"), Payload.of("{\"total\": 1.50}"));
  }

  private static String eventBridge() {
    return "{\"version\":\"0\",\"id\":\"other\",\"detail-type\":\"OrderPlaced\",\"detail\":"
        + CLOUD_EVENT
        + "}";
  }

  private static String quoted(String json) throws Exception {
    return new ObjectMapper().writeValueAsString(json);
  }

  @Test
  void readsCloudEvents() {
    assertIsTheEvent(Envelopes.cloudEvent(CLOUD_EVENT));
    assertIsTheEvent(Envelopes.kinesis(CLOUD_EVENT.getBytes(UTF_8)));
  }

  @Test
  void readsEventBridgeAtLambdaAndBehindAQueue() {
    assertIsTheEvent(Envelopes.eventBridge(eventBridge()));
    assertIsTheEvent(Envelopes.sqs(eventBridge(), Map.of()));
  }

  @Test
  void readsSnsAtLambdaAndBehindAQueue() throws Exception {
    assertIsTheEvent(Envelopes.sns(CLOUD_EVENT, Map.of()));
    assertIsTheEvent(Envelopes.sns("{\"total\": 1.50}", BARE));
    assertIsTheEvent(Envelopes.sqs(CLOUD_EVENT, Map.of()));
    assertIsTheEvent(Envelopes.sqs("{\"total\": 1.50}", BARE));
    assertIsTheEvent(
        Envelopes.sqs(
            "{\"Type\":\"Notification\",\"Message\":" + quoted(CLOUD_EVENT) + "}", Map.of()));
    Map<String, Object> wrapped = new TreeMap<>();
    BARE.forEach((name, value) -> wrapped.put(name, Map.of("Type", "String", "Value", value)));
    assertIsTheEvent(
        Envelopes.sqs(
            "{\"Type\":\"Notification\",\"Message\":"
                + quoted("{\"total\": 1.50}")
                + ",\"MessageAttributes\":"
                + new ObjectMapper().writeValueAsString(wrapped)
                + "}",
            Map.of()));
  }

  @Test
  void readsPayloadsOfEveryKind() {
    assertThat(data("\"application/avro\",\"data_base64\":\"AP8H\""))
        .isEqualTo(Payload.of(new byte[] {0, -1, 7}));
    assertThat(data("\"text/plain\",\"data\":\"a\\\"b\"")).isEqualTo(Payload.of("a\"b"));
    assertThat(data("\"application/json\",\"data\":\"a\"")).isEqualTo(Payload.of("\"a\""));
    assertThat(data("\"application/json\",\"data\":null")).isEqualTo(Payload.of("null"));
    assertThat(data("\"application/json\"")).isEqualTo(Payload.of(""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.50",
        "123456789012345678901234567890",
        "0.1234567890123456789012345",
        "{\"b\":1,\"a\":[]}",
        "\"\u00e4\""
      })
  void keepsJsonAsItWas(String json) {
    assertThat(data("\"application/json\",\"data\":" + json)).isEqualTo(Payload.of(json));
  }

  private static Payload data(String contentTypeAndData) {
    return Envelopes.cloudEvent(
            "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"T\","
                + "\"datacontenttype\":"
                + contentTypeAndData
                + "}")
        .data();
  }

  @Test
  void readsBareBytes() {
    Map<String, String> attributes = new TreeMap<>(BARE);
    attributes.put("ce_datacontentencoding", "base64");

    assertThat(Envelopes.sqs("AP8H", attributes).data())
        .isEqualTo(Payload.of(new byte[] {0, -1, 7}));
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> Envelopes.sqs("not base64", attributes))
        .withMessageContaining("event 0193-1 of type OrderPlaced")
        .withMessageNotContaining("not base64");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "secret",
        "[\"secret\"]",
        "\"secret\"",
        "{\"a\":\"secret\"}",
        "{\"a\":secret}",
        "{\"detail-type\":\"T\",\"detail\":{\"a\":\"secret\"}}",
        "{\"Type\":\"Notification\",\"Message\":\"secret\"}",
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"data\":\"secret\"}",
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"\",\"data\":\"secret\"}"
      })
  void refusesWhatIsNoEventWithoutQuotingIt(String body) {
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> Envelopes.sqs(body, Map.of()))
        .withMessageNotContaining("secret")
        .withNoCause();
  }

  @Test
  void saysWhyABarePayloadIsNoUseWithoutAnId() {
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> Envelopes.eventBridge("{\"detail-type\":\"T\",\"detail\":{}}"))
        .withMessageContaining("set the target's \"envelope\" to \"cloudevent\"");
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> Envelopes.kinesis(new byte[] {-1}))
        .withMessageContaining("not UTF-8");
  }
}
