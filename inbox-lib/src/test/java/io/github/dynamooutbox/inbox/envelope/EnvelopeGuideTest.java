package io.github.dynamooutbox.inbox.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.render.BarePayload;
import io.github.dynamooutbox.format.render.CloudEventAttributes;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.MessageAttributes;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The messages on the page for consumers without the library are what the relay renders. */
class EnvelopeGuideTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Instant TIME = Instant.parse("2026-11-21T10:15:30.120Z");
  private static final Envelope SENT =
      RenderedEnvelopesTest.envelope(
          "42",
          OptionalLong.of(7),
          List.of(event("0193-1"), event("0193-2")),
          CommitContext.of("/shop/orders", TIME, "eu-central-1")
              .with(ContextAttribute.TENANT, "acme"),
          1);

  private static OutboxEvent event(String id) {
    return new OutboxEvent(
        id,
        "OrderPlaced",
        TIME,
        "application/json",
        Optional.empty(),
        Payload.of("{\"total\":10.10}"),
        Optional.empty(),
        Map.of("channel", "web"));
  }

  private static String sample(String name) throws Exception {
    String page =
        Files.readString(
            Path.of(System.getProperty("basedir", ".")).resolve("../docs/envelope.md"));
    Matcher sample =
        Pattern.compile("<!-- sample: " + name + " -->\n```json\n(.*?)\n```", Pattern.DOTALL)
            .matcher(page);
    assertThat(sample.find()).as(name).isTrue();
    return sample.group(1);
  }

  private static void assertIsTheEvent(ReceivedEvent event) {
    assertThat(event.id()).isEqualTo("0193-2");
    assertThat(event.position()).contains(new EventPosition(7, 1, 2));
    assertThat(event.attribute("channel")).contains("web");
    assertThat(event.attribute("tenant")).contains("acme");
    assertThat(event.data()).isEqualTo(Payload.of("{\"total\":10.10}"));
  }

  @Test
  void structuredMessages() throws Exception {
    String rendered = new String(CloudEventJson.render(SENT), UTF_8);

    assertThat(sample("cloudevent")).isEqualTo(rendered);
    assertThat(sample("eventbridge")).contains("\"detail\":" + rendered + "}");
    JsonNode document = JSON.readTree(sample("eventbridge"));
    assertThat(document.get("source").textValue()).isEqualTo(SENT.record().context().source());
    assertThat(document.get("detail-type").textValue()).isEqualTo(SENT.event().type());
    assertThat(JSON.readTree(sample("notification")).get("Message").textValue())
        .isEqualTo(rendered);
    assertIsTheEvent(Envelopes.sqs(sample("cloudevent"), Map.of()));
    assertIsTheEvent(Envelopes.eventBridge(sample("eventbridge")));
    assertIsTheEvent(Envelopes.sqs(sample("notification"), Map.of()));
  }

  @Test
  void messageAttributes() throws Exception {
    BarePayload.Body body = BarePayload.text(SENT.event());
    Map<String, String> rendered = MessageAttributes.of(SENT, body.base64());
    Map<String, String> shown = texts("attributes");

    assertThat(shown).isEqualTo(rendered);
    assertThat(body.text()).isEqualTo("{\"total\":10.10}");
    assertIsTheEvent(Envelopes.sqs(body.text(), shown));
  }

  @Test
  void headersOfKafka() throws Exception {
    Map<String, String> rendered = new TreeMap<>();
    CloudEventAttributes.of(SENT)
        .forEach(
            (name, value) ->
                rendered.put(
                    name.equals("datacontenttype") ? "content-type" : "ce_" + name, value));

    assertThat(texts("kafka")).isEqualTo(rendered);
    assertIsTheEvent(Envelopes.kafka(SENT.event().data().toBytes(), texts("kafka")));
  }

  private static Map<String, String> texts(String sample) throws Exception {
    Map<String, String> texts = new TreeMap<>();
    for (Map.Entry<String, JsonNode> member : JSON.readTree(sample(sample)).properties()) {
      texts.put(member.getKey(), member.getValue().textValue());
    }
    return texts;
  }
}
