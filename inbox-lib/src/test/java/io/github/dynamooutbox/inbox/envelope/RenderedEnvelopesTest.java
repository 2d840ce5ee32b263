package io.github.dynamooutbox.inbox.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.render.BarePayload;
import io.github.dynamooutbox.format.render.CloudEventAttributes;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.MessageAttributes;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.WholeEvent;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the relay renders for its targets is read as the event that was committed. */
class RenderedEnvelopesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<OutboxEvent> EVENTS =
      List.of(
          event("e-1", "application/json", Payload.of("{\"total\":1.50,\"name\":\"\u00e4\"}")),
          event("e-2", "application/json", Payload.of("null")),
          event("e-3", "application/vnd.shop+json", Payload.of("[123456789012345678901,0.10]")),
          event("e-4", "text/plain", Payload.of("a \"quoted\"\nline")),
          event("e-5", "application/avro", Payload.of(new byte[] {0, -1, 7})));

  private static OutboxEvent event(String id, String contentType, Payload data) {
    return new OutboxEvent(
        id,
        "OrderPlaced",
        Instant.parse("2026-11-21T10:15:30.120Z"),
        contentType,
        Optional.of("https://schemas.example/order"),
        data,
        Optional.empty(),
        Map.of("channel", "web", "attempt", "2"));
  }

  /** Each event, of an aggregate with versions and of one without. */
  static Stream<Envelope> envelopes() {
    return Stream.of(OptionalLong.of(7), OptionalLong.empty())
        .flatMap(
            sequence ->
                Stream.iterate(0, i -> i + 1)
                    .limit(EVENTS.size())
                    .map(index -> envelope(sequence, index)));
  }

  private static Envelope envelope(OptionalLong sequence, int index) {
    CommitContext context =
        CommitContext.of("/shop/orders", Instant.parse("2026-11-21T10:15:30.125Z"), "eu-central-1")
            .with(
                ContextAttribute.TRACEPARENT,
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
            .with(ContextAttribute.CORRELATION_ID, "corr-1")
            .with(ContextAttribute.TENANT, "tenant-1");
    return envelope("a#b/\u00e4", sequence, EVENTS, context, index);
  }

  static Envelope envelope(
      String id,
      OptionalLong sequence,
      List<OutboxEvent> events,
      CommitContext context,
      int index) {
    OutboxRecord record =
        new OutboxRecord(
            new AggregateKey("Order", id),
            sequence,
            events,
            context,
            Instant.parse("2026-11-28T00:00:00Z"),
            new NoAttributes());
    return new Envelope(
        new StreamPosition("100000000000000000001"),
        new RecordKey("OUTBOX#Order#" + id, "0193-record"),
        record,
        index);
  }

  private record NoAttributes() implements ItemView {
    @Override
    public Set<String> names() {
      return Set.of();
    }

    @Override
    public AttributeView get(String name) {
      throw new IllegalArgumentException(name);
    }
  }

  private static void assertIs(Envelope sent, ReceivedEvent received) {
    OutboxEvent event = sent.event();
    assertThat(received.id()).isEqualTo(event.id());
    assertThat(received.source()).isEqualTo("/shop/orders");
    assertThat(received.type()).isEqualTo(event.type());
    assertThat(received.contentType()).isEqualTo(event.contentType());
    assertThat(received.aggregate()).contains(sent.aggregate());
    assertThat(received.position()).isEqualTo(sent.eventPosition());
    assertThat(received.attribute("channel")).contains("web");
    assertThat(received.attribute("correlationid")).contains("corr-1");
    assertThat(received.attribute("tenant")).contains("tenant-1");
    assertThat(received.data()).isEqualTo(event.data());
  }

  /** As at a queue behind a topic without raw delivery. */
  private static String notification(String message, Map<String, String> attributes) {
    ObjectNode json = JSON.createObjectNode().put("Type", "Notification").put("Message", message);
    if (!attributes.isEmpty()) {
      ObjectNode members = json.putObject("MessageAttributes");
      attributes.forEach(
          (name, value) -> members.putObject(name).put("Type", "String").put("Value", value));
    }
    return json.toString();
  }

  @ParameterizedTest
  @MethodSource("envelopes")
  void cloudEvents(Envelope sent) throws Exception {
    byte[] bytes = CloudEventJson.render(sent);
    String text = new String(bytes, UTF_8);
    String eventBridge =
        "{\"version\":\"0\",\"id\":\"its own\",\"detail-type\":\"OrderPlaced\",\"source\":\"x\","
            + "\"resources\":[],\"detail\":"
            + text
            + "}";

    assertIs(sent, Envelopes.kinesis(bytes));
    assertIs(sent, Envelopes.eventBridge(eventBridge));
    assertIs(sent, Envelopes.sqs(eventBridge, Map.of()));
    assertIs(sent, Envelopes.sns(text, Map.of()));
    assertIs(sent, Envelopes.sqs(text, Map.of()));
    assertIs(sent, Envelopes.sqs(notification(text, Map.of()), Map.of()));
    assertIs(sent, Envelopes.sqs(notification(eventBridge, Map.of()), Map.of()));
    assertIs(sent, Envelopes.sns(eventBridge, Map.of()));
    assertIs(sent, Envelopes.kinesis(eventBridge.getBytes(UTF_8)));
    Map<String, String> structured =
        Map.of("content-type", "application/cloudevents+json; charset=UTF-8");
    assertIs(sent, Envelopes.kafka(bytes, structured));
    ReceivedEvent received = Envelopes.cloudEvent(text);
    assertThat(WholeEvent.of(Envelopes.cloudEvent(Envelopes.toCloudEvent(received))))
        .isEqualTo(WholeEvent.of(received));
  }

  @ParameterizedTest
  @MethodSource("envelopes")
  void kafkaInBinaryMode(Envelope sent) throws Exception {
    Map<String, String> headers = new TreeMap<>();
    CloudEventAttributes.of(sent)
        .forEach(
            (name, value) ->
                headers.put(name.equals("datacontenttype") ? "content-type" : "ce_" + name, value));

    assertIs(sent, Envelopes.kafka(sent.event().data().toBytes(), headers));
  }

  @ParameterizedTest
  @MethodSource("envelopes")
  void barePayloadsWithAttributes(Envelope sent) throws Exception {
    BarePayload.Body body = BarePayload.text(sent.event());
    Map<String, String> attributes = MessageAttributes.of(sent, body.base64());

    assertIs(sent, Envelopes.sns(body.text(), attributes));
    assertIs(sent, Envelopes.sqs(body.text(), attributes));
    assertIs(sent, Envelopes.sqs(notification(body.text(), attributes), Map.of()));
  }
}
