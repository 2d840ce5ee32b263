package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What is printed says which value it is, never what is in it. */
class PrintedTest {
  private static final OutboxEvent EVENT =
      new OutboxEvent(
          "e-1",
          "Placed",
          Instant.EPOCH,
          "text/plain",
          Optional.empty(),
          Payload.of("secret"),
          Optional.of(Payload.of("secret")),
          Map.of("h", "secret"));

  @Test
  void recordShowsItsAggregateSequenceAndEvents() {
    assertThat(record(OptionalLong.of(7)))
        .hasToString(
            "OutboxRecord[Order#42, sequence=7, events=[OutboxEvent[id=e-1, type=Placed]]]");
    assertThat(record(OptionalLong.empty()))
        .hasToString("OutboxRecord[Order#42, events=[OutboxEvent[id=e-1, type=Placed]]]");
  }

  @Test
  void markerShowsHowManyRecordsItHasAndWhen() {
    assertThat(
            new CommandMarker(
                "secret",
                "secret",
                Instant.EPOCH,
                List.of(),
                Optional.of("secret"),
                Instant.EPOCH.plusSeconds(1)))
        .hasToString("CommandMarker[records=0, writtenAt=1970-01-01T00:00:00Z]");
  }

  @Test
  void payloadShowsItsSize() {
    assertThat(Payload.of("secret")).hasToString("Text[6 chars]");
    assertThat(Payload.of(new byte[4])).hasToString("Binary[4 bytes]");
    assertThat(JsonPayload.of(Payload.of("\"secret\""))).hasToString("WellFormed[8 chars]");
    assertThat(JsonPayload.of(Payload.of("secret")))
        .hasToString("Malformed[problem=fails at character 0]");
  }

  @Test
  void positionShowsItsCountWhereThereAreMoreEvents() {
    assertThat(new EventPosition(7, 0, 2)).hasToString("7.0 of 2");
    assertThat(new EventPosition(7, 0, 1)).hasToString("7.0");
  }

  private static OutboxRecord record(OptionalLong sequence) {
    return new OutboxRecord(
        new AggregateKey("Order", "42"),
        sequence,
        List.of(EVENT),
        OutboxRecord.CommitContext.of("secret", Instant.EPOCH, "secret"),
        Instant.EPOCH,
        Item.of("secret", Attribute.string("secret")));
  }
}
