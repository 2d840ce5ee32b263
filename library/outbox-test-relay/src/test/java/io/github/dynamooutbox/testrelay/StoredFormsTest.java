package io.github.dynamooutbox.testrelay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.bus.BusClient.RawEvent;
import io.github.dynamooutbox.format.DecodeResult.Decoded;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.inbox.LargePayloadReader;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.OutboxBuilder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequest;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequest;
import software.amazon.awssdk.services.sns.model.PublishBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;

/**
 * An event is the same at every target and inbox, whether its payload is in the record, compressed
 * in it, or stored elsewhere.
 */
class StoredFormsTest {
  private static final int EVENTS = 60;
  private static final Instant TIME = Instant.parse("2026-11-21T10:15:30.120Z");
  private static final RecordCodec CODEC = new RecordCodec(OutboxSchema.defaults());
  private static final KeptPayloads KEPT = new KeptPayloads();
  private static final Pattern CODE = Pattern.compile("[A-Z]+_[A-Z_]+");
  private static final LargePayloadReader READER =
      new LargePayloadReader(KEPT::fetch, Integer.MAX_VALUE);

  private static final List<String> TYPES =
      List.of(
          "text/plain",
          "text/plain; charset=utf-8",
          "text/csv; charset=iso-8859-1",
          "Text/HTML; charset=\"UTF-16\"",
          "application/xml",
          "application/soap+xml; charset=utf-8",
          "application/yaml",
          "application/x-www-form-urlencoded",
          "image/svg+xml",
          "application/octet-stream",
          "application/avro",
          "x");

  private static final List<String> JSON_TYPES =
      List.of(
          "application/json",
          "Application/JSON; charset=utf-8",
          "application/vnd.shop+json",
          "text/json");

  private static final List<String> TEXTS =
      List.of(
          "a",
          " ",
          "\"",
          "\\",
          "<x/>",
          "\u00fc",
          "\u2028",
          "\ufffe",
          "\ufeff",
          "\ud83d\ude00",
          "\n",
          "\t",
          "\u0001");

  private static final List<String> VALUES =
      List.of("10.10", "1e400", "-0", "12345678901234567890", "null", "\"\\ud800\"", "\"\u00fc\"");

  private static final List<Charset> CHARSETS =
      List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16);

  private interface Sent {
    Object entry(String target, String form, Envelope event);
  }

  /** Where a target's request is kept, and how its entry is delivered and read. */
  private static final Map<String, Sent> TARGETS =
      new TreeMap<>(
          Map.of(
              SentRequest.SQS,
              (target, form, event) ->
                  SentRequest.sent(target, form, event, SendMessageBatchRequest.class)
                      .entries()
                      .get(0),
              SentRequest.SNS,
              (target, form, event) ->
                  SentRequest.sent(target, form, event, PublishBatchRequest.class)
                      .publishBatchRequestEntries()
                      .get(0),
              SentRequest.BUS,
              (target, form, event) ->
                  SentRequest.sent(target, form, event, PutEventsRequest.class).entries().get(0),
              SentRequest.STREAM,
              (target, form, event) ->
                  SentRequest.sent(target, form, event, PutRecordsRequest.class).records().get(0),
              SentRequest.CUSTOM_BUS,
              (target, form, event) ->
                  RawEvent.class.cast(SentRequest.sent(target, form, event, List.class).get(0))));

  private static final Map<String, Function<Envelope, ReceivedEvent>> INBOXES =
      new TreeMap<>(
          Map.of(
              "sqs",
              event -> read(Delivered.sqs(SentRequest.toSqs("cloudevent", event))),
              "sns",
              event -> read(Delivered.notification(SentRequest.toSns("cloudevent", event))),
              "bus",
              event -> read(Delivered.document(SentRequest.toBus("cloudevent", event))),
              "custom bus",
              event -> read(Delivered.withMetadata(SentRequest.toCustomBus("cloudevent", event))),
              "stream",
              event ->
                  Envelopes.kinesis(
                      Delivered.kinesis(SentRequest.toStream("cloudevent", event)).value()),
              "kafka",
              event -> {
                TestRecord record = KafkaForm.of("cloudevent", event);
                return Envelopes.kafka(record.value(), record.headers());
              }));

  private final Random random = new Random(44);

  private static ReceivedEvent read(TestMessage message) {
    return Envelopes.sqs(message.body(), message.attributes());
  }

  private String repeated(List<String> pieces) {
    StringBuilder text = new StringBuilder();
    while (text.length() < 1_100) {
      text.append(pieces.get(random.nextInt(pieces.size())));
    }
    return text.toString();
  }

  private String json() {
    StringBuilder json = new StringBuilder("{\"a\":[");
    while (json.length() < 1_100) {
      json.append(VALUES.get(random.nextInt(VALUES.size())))
          .append(random.nextBoolean() ? "," : " , ");
    }
    String value = json.append("{}]}").toString();
    return random.nextBoolean() ? value : " \t" + value + "\r\n ";
  }

  private Event event() {
    boolean isJson = random.nextInt(3) == 0;
    List<String> types = isJson ? JSON_TYPES : TYPES;
    String type = types.get(random.nextInt(types.size()));
    String text = isJson ? json() : repeated(random.nextBoolean() ? TEXTS : TEXTS.subList(0, 10));
    Charset charset = isJson ? StandardCharsets.UTF_8 : CHARSETS.get(random.nextInt(3));
    byte[] bytes = text.getBytes(charset);
    if (!isJson && random.nextInt(4) == 0) {
      random.nextBytes(bytes);
    }
    boolean isText = random.nextBoolean();
    Event event = isText ? Event.ofText("Sent", text, type) : Event.ofBytes("Sent", bytes, type);
    if (random.nextBoolean()) {
      return event;
    }
    return isText ? event.previous(text) : event.previous(bytes);
  }

  private static Envelope committed(Event event, UnaryOperator<OutboxBuilder<Outbox>> storing) {
    AcceptingDynamoDb database = new AcceptingDynamoDb();
    storing
        .apply(Outbox.builder(database).table(TestCommit.TABLE).source("/test"))
        .clock(InstantSource.fixed(TIME))
        .build()
        .transaction()
        .events(Aggregate.of("Order", "1").at(7), event.id("e-1").time(TIME))
        .commit();
    Decoded decoded = (Decoded) CODEC.decode(new SdkItem(database.actions().get(0).put().item()));
    // As it is parked, and read to be redriven.
    Decoded redriven = (Decoded) CODEC.decode(CODEC.encode(decoded.key(), decoded.record()));
    assertThat(redriven).isEqualTo(decoded);
    return new Envelope(new StreamPosition("1"), redriven.key(), redriven.record(), 0);
  }

  /** What is sent, or the code of the refusal. */
  private static Object sent(String target, String form, Sent request, Envelope event) {
    try {
      return request.entry(target, form, event);
    } catch (IllegalArgumentException refused) {
      Matcher code = CODE.matcher(String.valueOf(refused.getMessage()));
      return code.find() ? code.group() : refused;
    }
  }

  private static Map<String, String> withoutReference(ReceivedEvent event) {
    Map<String, String> attributes = new TreeMap<>(event.attributes());
    attributes.keySet().removeIf(name -> name.startsWith("dataref"));
    return attributes;
  }

  @Test
  void anEventIsTheSameWhereverItsPayloadIsStored() {
    for (int i = 0; i < EVENTS; i++) {
      Event event = event();
      Envelope here = committed(event, builder -> builder);
      Envelope compressed = committed(event, builder -> builder.compressPayloads(256));
      Envelope elsewhere = committed(event, builder -> builder.largePayloads(KEPT, 1_024));
      assertThat(elsewhere.event().data()).isInstanceOf(Payload.Reference.class);
      assertThat(compressed.event()).as("event %d, compressed", i).isEqualTo(here.event());
      for (String form : List.of("cloudevent", "data")) {
        TARGETS.forEach(
            (target, request) -> {
              String inlines = target + ",\"inlinePayloadBytes\":1000000";
              assertThat(sent(inlines, form, request, elsewhere))
                  .as("%s of %s", form, target)
                  .isEqualTo(sent(inlines, form, request, here))
                  .isEqualTo(sent(inlines, form, request, compressed));
            });
      }
      int at = i;
      INBOXES.forEach(
          (name, inbox) -> {
            ReceivedEvent expected = inbox.apply(here);
            ReceivedEvent actual = READER.resolve(inbox.apply(elsewhere));
            assertThat(actual.data())
                .as("event %d of %s at %s", at, event, name)
                .isEqualTo(expected.data());
            assertThat(withoutReference(actual)).isEqualTo(expected.attributes());
          });
    }
  }
}
