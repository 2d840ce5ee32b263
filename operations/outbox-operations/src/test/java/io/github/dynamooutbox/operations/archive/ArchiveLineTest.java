package io.github.dynamooutbox.operations.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.archive.form.ArchiveLine;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ArchiveLineTest {
  private static final Instant TIME = Instant.parse("2026-11-21T10:15:30.120Z");
  private static final AggregateKey AGGREGATE = new AggregateKey("Order", "ö#\"1\n");

  static Stream<Arguments> payloads() {
    byte[] bytes = {0, -1, 10};
    return Stream.of(
        Arguments.of("application/json", Payload.of("{\"total\": 1.50, \"a\":[ ]}"), null),
        Arguments.of("application/json", Payload.of("12345678901234567890.10"), null),
        Arguments.of("application/json", Payload.of(" \t{\"a\":1} \t"), null),
        Arguments.of("application/json", Payload.of("  7\t "), null),
        Arguments.of("application/json", Payload.of(" \" a \" "), null),
        Arguments.of("application/json", Payload.of("9".repeat(1_234)), null),
        Arguments.of("application/json", Payload.of("1." + "9".repeat(5_000) + "e999999"), null),
        Arguments.of("application/json", Payload.of("[".repeat(1_001) + "]".repeat(1_001)), null),
        Arguments.of(
            "application/json", Payload.of("[".repeat(100_000) + "]".repeat(100_000)), null),
        Arguments.of("application/json", Payload.of("{\"" + "n".repeat(60_000) + "\":1}"), null),
        Arguments.of("application/json", Payload.of("\"ö\\u00f6\\n\""), null),
        Arguments.of("application/json", Payload.of("true"), Payload.of("{\"old\": 1}")),
        Arguments.of("application/json", Payload.of("{}"), Payload.of("{\n}")),
        Arguments.of("text/plain", Payload.of("two\nlines, \"quoted\""), Payload.of("old")),
        Arguments.of("application/octet-stream", Payload.of(bytes), Payload.of(bytes)),
        Arguments.of(
            "application/json",
            new Payload.Reference("s3://bucket/key", 5_000_000_000L, "0a".repeat(32), true),
            null),
        Arguments.of(
            "application/xml",
            new Payload.Reference("s3://bucket/key", 7, "0a".repeat(32), true),
            Payload.of("<a/>")),
        Arguments.of(
            "text/csv",
            new Payload.Reference("s3://bucket/key", 7, "0a".repeat(32), false),
            Payload.of(bytes)));
  }

  @ParameterizedTest
  @MethodSource("payloads")
  void isReadAsItWasRendered(String contentType, Payload data, Payload previous)
      throws RefusedEvent {
    OutboxEvent event =
        new OutboxEvent(
            "e-1",
            "OrderPlaced",
            TIME,
            contentType,
            Optional.of("urn:schema"),
            data,
            Optional.ofNullable(previous),
            Map.of("channel", "web"));
    Envelope envelope = envelope(OptionalLong.of(7), "%019d".formatted(7), event);
    ArchivedEvent read = ArchivedEvent.parse(line(envelope));
    assertThat(read)
        .isEqualTo(
            new ArchivedEvent(
                AGGREGATE,
                envelope.key().sort(),
                OptionalLong.of(7),
                1,
                3,
                envelope.record().context(),
                event));
  }

  @Test
  void keepsTheKeyOfARecordWithoutSequence() throws RefusedEvent {
    Envelope envelope = envelope(OptionalLong.empty(), "019d-uuid", json("{}"));
    ArchivedEvent read = ArchivedEvent.parse(line(envelope));
    assertThat(read.sort()).isEqualTo("019d-uuid");
    assertThat(read.sequence()).isEmpty();
    assertThat(read.index()).isEqualTo(1);
    assertThat(read.count()).isEqualTo(3);
  }

  @Test
  void isOneLineWhateverThePayload() throws RefusedEvent {
    Envelope envelope =
        envelope(OptionalLong.of(7), "%019d".formatted(7), json("{\r\n \"a\":\n1}"));
    String line = new String(line(envelope), StandardCharsets.UTF_8);
    assertThat(line).endsWith("}\n").doesNotContain("\r");
    assertThat(line.indexOf('\n')).isEqualTo(line.length() - 1);
    assertThat(ArchivedEvent.parse(line(envelope)).event().data())
        .isEqualTo(Payload.of("{   \"a\": 1}"));
  }

  @Test
  void saysWhichHeaderItCannotKeep() {
    OutboxEvent event = json("{}").withHeader("recordkey", "x");
    assertThat(ArchiveLine.takenHeader(envelope(OptionalLong.empty(), "u", event)))
        .contains("recordkey");
    assertThat(ArchiveLine.takenHeader(envelope(OptionalLong.empty(), "u", json("{}")))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1]                             | is not a JSON object",
        "{\"archiveformat\": 1, \"data\": {\"secret\": | not a complete one",
        "{\"specversion\": \"1.0\"}      | attribute \"archiveformat\" is missing",
        "{\"archiveformat\": 2}          | has format 2, but this version knows formats up to 1",
        "{\"archiveformat\": 1}          | is missing",
        "{\"archiveformat\": \"x\"}      | is not a number",
        "{\"archiveformat\": 1, \"a\": {}} | attribute \"a\" is not text",
      })
  void refusesWhatIsNoLineWithoutQuotingIt(String line, String why) {
    assertThatThrownBy(() -> ArchivedEvent.parse(line.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why)
        .hasMessageNotContaining("secret");
  }

  private static OutboxEvent json(String data) {
    return new OutboxEvent(
        "e-1",
        "OrderPlaced",
        TIME,
        "application/json",
        Optional.empty(),
        Payload.of(data),
        Optional.empty(),
        Map.of());
  }

  private static Envelope envelope(OptionalLong sequence, String sort, OutboxEvent event) {
    CommitContext context =
        CommitContext.of("/shop", TIME, "eu-central-1")
            .with(
                ContextAttribute.TRACEPARENT,
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
            .with(ContextAttribute.CORRELATION_ID, "c")
            .with(ContextAttribute.TENANT, "tenant-1")
            .with(ContextAttribute.USER, "u");
    OutboxRecord record =
        new OutboxRecord(
            AGGREGATE,
            sequence,
            Collections.nCopies(3, event),
            context,
            TIME.plusSeconds(60),
            Item.empty());
    return new Envelope(
        new StreamPosition("1"), new RecordKey("OUTBOX#" + AGGREGATE, sort), record, 1);
  }

  private static byte[] line(Envelope envelope) throws RefusedEvent {
    return ArchiveLine.render(envelope, CloudEventJson.render(envelope));
  }
}
