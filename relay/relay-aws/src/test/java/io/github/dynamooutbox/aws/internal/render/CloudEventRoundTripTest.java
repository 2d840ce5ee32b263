package io.github.dynamooutbox.aws.internal.render;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.cloudevents.CloudEvent;
import io.cloudevents.jackson.JsonCloudEventData;
import io.cloudevents.jackson.JsonFormat;
import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** What we render, CloudEvents' own SDK reads back to the same values. */
class CloudEventRoundTripTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @RepeatedTest(300)
  void theSdkReadsTheSameValues(RepetitionInfo repetition) throws Exception {
    long seed = repetition.getCurrentRepetition();
    Random random = new Random(seed);
    Envelope envelope = random(random).envelope(random.nextInt(4));
    CloudEvent read = new JsonFormat().deserialize(CloudEventJson.render(envelope));

    OutboxEvent event = envelope.event();
    CommitContext context = envelope.record().context();
    assertThat(read.getId()).as("seed %d", seed).isEqualTo(event.id());
    assertThat(read.getSource()).hasToString(context.source());
    assertThat(read.getType()).isEqualTo(event.type());
    assertThat(read.getTime()).isEqualTo(event.time().atOffset(ZoneOffset.UTC));
    assertThat(read.getDataContentType()).isEqualTo(event.contentType());
    assertThat(read.getSubject()).isEqualTo(envelope.aggregate().id());

    Map<String, Object> extensions = new TreeMap<>();
    read.getExtensionNames().forEach(name -> extensions.put(name, read.getExtension(name)));
    Map<String, Object> expected = new TreeMap<>();
    expected.put("partitionkey", envelope.aggregate().toString());
    expected.put("aggregatetype", envelope.aggregate().type());
    envelope.eventPosition().ifPresent(value -> expected.put("sequence", value.sequence()));
    envelope
        .eventPosition()
        .flatMap(EventPosition::sequenceCount)
        .ifPresent(value -> expected.put("sequencecount", value));
    context
        .get(ContextAttribute.CORRELATION_ID)
        .ifPresent(value -> expected.put("correlationid", value));
    context
        .get(ContextAttribute.CAUSATION_ID)
        .ifPresent(value -> expected.put("causationid", value));
    context.get(ContextAttribute.TENANT).ifPresent(value -> expected.put("tenant", value));
    context.get(ContextAttribute.USER).ifPresent(value -> expected.put("user", value));
    expected.putAll(event.headers());
    assertThat(extensions).as("seed %d", seed).isEqualTo(expected);

    assertSameData(read, event, seed);
  }

  private static void assertSameData(CloudEvent read, OutboxEvent event, long seed)
      throws JsonProcessingException {
    if (event.contentType().endsWith("json")) {
      assertThat(read.getData()).isInstanceOf(JsonCloudEventData.class);
      JsonCloudEventData json = (JsonCloudEventData) read.getData();
      String committed = new String(event.data().toBytes(), UTF_8);
      assertThat(json.getNode()).as("seed %d", seed).isEqualTo(JSON.readTree(committed));
    } else {
      assertThat(read.getData().toBytes()).as("seed %d", seed).isEqualTo(event.data().toBytes());
    }
  }

  private static CommitContext context(Random random) {
    CommitContext context =
        CommitContext.of("/source/" + random.nextInt(), Instant.EPOCH, "eu-central-1");
    for (ContextAttribute attribute : ContextAttribute.all()) {
      if (attribute.routingName().isPresent() && random.nextBoolean()) {
        context = context.with(attribute, text(random));
      }
    }
    return context;
  }

  private static Samples random(Random random) throws JsonProcessingException {
    Samples sample =
        Samples.plain()
            .aggregate("T" + text(random).replace("#", ""), "i" + text(random))
            .context(context(random))
            .id("e" + text(random))
            .type("t" + text(random))
            .time(Instant.ofEpochMilli(random.nextLong(0, 253402300799999L)))
            .headers(headers(random));
    if (random.nextBoolean()) {
      sample = sample.sequence(random.nextLong() >>> 1);
    }
    return switch (random.nextInt(3)) {
      case 0 -> sample.data("application/json", json(random));
      case 1 -> sample.data("text/plain", text(random));
      default -> {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        yield sample.data("application/octet-stream", bytes);
      }
    };
  }

  private static Map<String, String> headers(Random random) {
    Map<String, String> headers = new TreeMap<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      headers.put("h" + random.nextInt(1000), text(random));
    }
    return headers;
  }

  private static String json(Random random) throws JsonProcessingException {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    var object = nodes.objectNode();
    for (int i = random.nextInt(6); i > 0; i--) {
      object.set(
          text(random),
          switch (random.nextInt(4)) {
            case 0 -> nodes.textNode(text(random));
            case 1 -> nodes.numberNode(random.nextLong());
            case 2 -> nodes.arrayNode().add(random.nextInt()).add(random.nextBoolean());
            default -> nodes.objectNode().put(text(random), random.nextGaussian());
          });
    }
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(object);
  }

  /** Any code points but surrogates: control characters, quotes, astral planes. */
  static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(20); i > 0; i--) {
      int c =
          switch (random.nextInt(4)) {
            case 0 -> random.nextInt(0x20);
            case 1 -> random.nextInt(0x80);
            case 2 -> random.nextInt(0xD800);
            default -> 0xE000 + random.nextInt(Character.MAX_CODE_POINT - 0xE000);
          };
      text.appendCodePoint(c);
    }
    return text.toString();
  }
}
