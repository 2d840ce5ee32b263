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
import io.github.dynamooutbox.inbox.WholeEvent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  /** A CloudEvent carries four attributes more; JSON keeps its value, not its whitespace. */
  private static void assertIsTheEvent(ReceivedEvent event) {
    Map<String, String> attributes = new TreeMap<>();
    attributes.put("specversion", "1.0");
    attributes.put("id", "0193-1");
    attributes.put("source", "/shop/orders");
    attributes.put("type", "OrderPlaced");
    attributes.put("partitionkey", "Order#42");
    attributes.put("sequence", "0000000000000000007.000001");
    attributes.put("sequencecount", "2");
    attributes.put("channel", "web");
    Map<String, String> more = new TreeMap<>(attributes);
    more.put("time", "2026-11-21T10:15:30.120Z");
    more.put("datacontenttype", "application/json");
    more.put("subject", "42");
    more.put("aggregatetype", "Order");

    assertThat(event.attributes()).isIn(attributes, more);
    assertThat(event.aggregate()).contains(new AggregateKey("Order", "42"));
    assertThat(event.position()).contains(new EventPosition(7, 1, 2));
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
  void leavesOutAttributesOfAnotherForm() {
    assertIsTheEvent(
        Envelopes.sqs(
            "{\"Type\":\"Notification\",\"MessageAttributes\":{\"a\":1,\"b\":{},\"c\":{\"Value\":1}},"
                + "\"Message\":\""
                + CLOUD_EVENT.replace("\n", " ").replace("\"", "\\\"")
                + "\"}",
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
        "\"\u00e4\"",
        " \t\r\n1.50\n\r\t ",
        "  {\"b\": 1 }  ",
        "\n\n\"\u00e4\"\t\t",
        "  null  "
      })
  void keepsJsonAsItWas(String json) {
    assertThat(data("\"application/json\",\"data\":" + json)).isEqualTo(Payload.of(json));
  }

  private static Payload data(String contentTypeAndData) {
    ReceivedEvent event =
        Envelopes.cloudEvent(
            "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"T\","
                + "\"datacontenttype\":"
                + contentTypeAndData
                + "}");
    assertThat(event.attributes())
        .as("its payload is none of them")
        .doesNotContainKeys("data", "data_base64");
    return event.data();
  }

  @Test
  void readsBareBytes() {
    Map<String, String> attributes = new TreeMap<>(BARE);
    attributes.put("ce_datacontentencoding", "base64");

    assertThat(Envelopes.sqs("AP8H", attributes).data())
        .isEqualTo(Payload.of(new byte[] {0, -1, 7}));
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> Envelopes.sqs("not base64", attributes))
        .withMessage(
            "event 0193-1 of type OrderPlaced from /shop/orders: its payload is marked as base64,"
                + " but is not")
        .withNoCause();
  }

  /** Where {@code event} stands, the message begins with what is known of it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | the message's body is not a JSON object, but MISSING",
        "secret | NOT_JSON at character 0",
        "[\"secret\"] | the message's body is not a JSON object, but ARRAY",
        "\"secret\" | the message's body is not a JSON object, but STRING",
        "{\"a\":\"secret\"} | NO_CLOUD_EVENT",
        "{\"a\":secret} | NOT_JSON at character 5",
        "{\"a\":1} secret | NOT_JSON at character 8",
        "'{\"a\":\"secret\" ' | NOT_JSON at character 14",
        "[\"secret\" | NOT_JSON at character 9",
        "{\"detail\":{\"a\":\"secret\"}} | NO_CLOUD_EVENT",
        "{\"detail-type\":\"secret\"} | NO_CLOUD_EVENT",
        "{\"detail-type\":\"T\",\"detail\":{\"a\":\"secret\"}} | NO_DETAIL",
        "{\"Type\":\"Notification\",\"Message\":1} | NO_CLOUD_EVENT",
        "{\"Type\":\"Other\",\"Message\":\"secret\"} | NO_CLOUD_EVENT",
        "{\"specversion\":1,\"id\":\"secret\"} | NO_CLOUD_EVENT",
      })
  void refusesWhatIsNoEventWithoutQuotingIt(String body, String message) {
    assertRefused(
        message
            .replace("NOT_JSON", "the message's body is not JSON: fails")
            .replaceFirst(
                "(at character \\d+)", "$1; does something other than the relay send here?")
            .replace(
                "NO_CLOUD_EVENT",
                "the message is not a CloudEvent: it has no \"specversion\", and no ce_ attributes;"
                    + " does something other than the relay send here, or is the target's"
                    + " \"envelope\" \"data\"?")
            .replaceFirst("([A-Z]{5,})$", "$1.")
            .replaceFirst("([.?])$", "$1" + Json.BEHIND_A_BUS)
            .replace("NO_DETAIL.", NO_DETAIL)
            .replace(NO_DETAIL + Json.BEHIND_A_BUS, NO_DETAIL),
        () -> Envelopes.sqs(body, Map.of()));
  }

  private static final String NO_DETAIL =
      "the EventBridge event has no CloudEvent as its detail: a bare payload has no event id there,"
          + " and EventBridge's own id differs each time it is published; set the target's"
          + " \"envelope\" to \"cloudevent\", and let no rule transform its input";

  private static void assertRefused(String message, ThrowingCallable call) {
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(call)
        .withMessage(message)
        .withNoCause();
  }

  @Test
  void namesTheEventThatLacksSomething() {
    String event = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"T\",";
    assertRefused(
        "event 1 of type  from s: has no CloudEvents attribute \"type\"; without it no repeat can be"
            + " recognised. Does a rule or template on the way remove it?",
        () -> Envelopes.sqs(event.replace("\"T\"", "null") + "\"data\":\"secret\"}", Map.of()));
    assertRefused(
        "event 1 of type T from s: its payload is marked as base64, but is not",
        () -> Envelopes.sqs(event + "\"data_base64\":\"not secret\"}", Map.of()));
    for (String incomplete :
        new String[] {
          "\"datareflength\":\"7\"",
          "\"datarefsha256\":\"" + "0".repeat(64) + "\"",
          "\"datareflength\":\"x\",\"datarefsha256\":\"" + "0".repeat(64) + "\""
        }) {
      assertRefused(
          "event 1 of type T from s: refers to its payload with dataref, but its length or SHA-256"
              + " are missing",
          () -> Envelopes.sqs(event + "\"dataref\":\"s3://p/a\"," + incomplete + "}", Map.of()));
    }
  }

  @Test
  void readsReferences() {
    String hash = "0123456789abcdef".repeat(4);
    String reference =
        "\",\"dataref\":\"s3://p/a\",\"datareflength\":\"7\",\"datarefsha256\":\"" + hash + '"';
    String text = ",\"datareftype\":\"text\"";
    String bytes = ",\"datareftype\":\"bytes\"";
    for (String contentType : List.of("application/xml", "text/csv", "x")) {
      assertThat(data('"' + contentType + reference + text))
          .isEqualTo(new Payload.Reference("s3://p/a", 7, hash, true));
      assertThat(data('"' + contentType + reference + bytes))
          .isEqualTo(new Payload.Reference("s3://p/a", 7, hash, false));
    }
    // JSON that was committed as bytes is text in a message.
    assertThat(data("\"application/json" + reference + bytes))
        .isEqualTo(new Payload.Reference("s3://p/a", 7, hash, true));
    // As of a relay that does not say.
    assertThat(data("\"text/csv" + reference))
        .isEqualTo(new Payload.Reference("s3://p/a", 7, hash, true));
    assertThat(data("\"application/xml" + reference))
        .isEqualTo(new Payload.Reference("s3://p/a", 7, hash, false));
  }

  @Test
  void referencesAreWrittenAsTheyWereRead() {
    Map<String, String> attributes = new TreeMap<>();
    attributes.putAll(Map.of("specversion", "1.0", "id", "1", "source", "s", "type", "T"));
    attributes.put("dataref", "s3://p/a");
    attributes.put("datareflength", "7");
    attributes.put("datarefsha256", "0".repeat(64));
    attributes.put("datareftype", "text");
    ReceivedEvent event =
        ReceivedEvent.of(attributes, new Payload.Reference("s3://p/a", 7, "0".repeat(64), true));

    assertThat(WholeEvent.of(Envelopes.cloudEvent(Envelopes.toCloudEvent(event))))
        .isEqualTo(WholeEvent.of(event));
  }

  @Test
  void mediaTypeOfAKafkaRecordIsReadInAnyCase() {
    assertIsTheEvent(
        Envelopes.kafka(
            CLOUD_EVENT.getBytes(UTF_8),
            Map.of("content-type", "Application/CloudEvents+JSON; charset=UTF-8")));
  }

  @Test
  void refusesOtherKafkaRecordsByName() {
    assertRefused(
        "the record is a CloudEvent of media type application/cloudevents+avro; only"
            + " application/cloudevents+json is read",
        () -> Envelopes.kafka(new byte[0], Map.of("content-type", "application/cloudevents+avro")));
    assertRefused(
        "the record is not a CloudEvent: it has no header ce_id, and its content-type is not"
            + " application/cloudevents+json; does something other than the relay send here?",
        () -> Envelopes.kafka(new byte[] {1}, Map.of("content-type", "application/json")));
  }

  /** Text that claims to be JSON, and half of a surrogate pair. */
  @ParameterizedTest
  @ValueSource(strings = {"{", "1,\"data\":2", "", "1 2"})
  void whatIsWrittenIsAlwaysACloudEvent(String text) {
    ReceivedEvent event =
        ReceivedEvent.of(Map.of("id", "1\ud800", "source", "s", "type", "T"), Payload.of(text));

    ReceivedEvent read = Envelopes.cloudEvent(Envelopes.toCloudEvent(event));

    assertThat(read.id()).isEqualTo(event.id());
    assertThat(read.data().toBytes()).isEqualTo(text.getBytes(UTF_8));
  }

  @Test
  void saysWhyABarePayloadIsNoUseWithoutAnId() {
    assertRefused(NO_DETAIL, () -> Envelopes.eventBridge("{\"detail-type\":\"T\",\"detail\":{}}"));
    assertRefused(
        "the record's data is not UTF-8, so it is not a CloudEvent in JSON; the target's envelope"
            + " must be \"cloudevent\", because a bare payload has no event id at Kinesis"
            + Json.BEHIND_A_BUS,
        () -> Envelopes.kinesis(new byte[] {-1}));
  }
}
