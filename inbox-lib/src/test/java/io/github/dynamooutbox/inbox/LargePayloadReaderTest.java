package io.github.dynamooutbox.inbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.inbox.PayloadUnavailableException.PayloadFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

class LargePayloadReaderTest {
  private static final byte[] STORED = "{\"n\":\"\u00e4\"}".getBytes(UTF_8);
  private static final String URI = "s3://payloads/a";

  private final List<Payload.Reference> fetched = new ArrayList<>();

  private static ReceivedEvent event(String contentType, Payload data) {
    return ReceivedEvent.of(
        Map.of("id", "1", "source", "/s", "type", "T", "datacontenttype", contentType), data);
  }

  private static Payload.Reference reference(byte[] committed, boolean isText) {
    return new Payload.Reference(URI, committed.length, Sha256.hex(committed), isText);
  }

  private LargePayloadReader reader(long maxBytes) {
    return new LargePayloadReader(
        reference -> {
          fetched.add(reference);
          return STORED.clone();
        },
        maxBytes);
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, true",
    "text/plain, true",
    "text/plain, false",
    "application/xml, true",
    "application/avro, false"
  })
  void putsThePayloadInPlaceOfTheReference(String contentType, boolean text) {
    ReceivedEvent event = event(contentType, reference(STORED, text));
    Payload payload = text ? Payload.of(new String(STORED, UTF_8)) : Payload.of(STORED);

    assertThat(WholeEvent.of(reader(STORED.length).resolve(event)))
        .isEqualTo(WholeEvent.of(event(contentType, payload)));
    assertThat(fetched).containsExactly(reference(STORED, text));
  }

  @Test
  void keepsBytesThatAreNotUtf8WhateverTheReferenceSays() {
    byte[] latin = "Stra\u00dfe;Gr\u00f6\u00dfe".getBytes(ISO_8859_1);
    ReceivedEvent event = event("text/csv; charset=iso-8859-1", reference(latin, true));

    assertThat(new LargePayloadReader(reference -> latin, 100).resolve(event).data())
        .isEqualTo(Payload.of(latin));
  }

  @Test
  void leavesAnEventAloneThatHasItsPayload() {
    ReceivedEvent text = event("text/plain", Payload.of("a"));
    ReceivedEvent bytes = event("application/avro", Payload.of(new byte[] {1}));

    assertThat(reader(0).resolve(text)).isSameAs(text);
    assertThat(reader(0).resolve(bytes)).isSameAs(bytes);
    assertThat(fetched).isEmpty();
  }

  @Test
  void refusesWhatIsNotWhatWasCommitted() {
    byte[] longer = "{\"n\":\"\u00e4\"} ".getBytes(UTF_8);
    byte[] other = "{\"n\":\"\u00f6\"}".getBytes(UTF_8);

    assertRefused(
        longer, 100, PayloadFault.WRONG_LENGTH, "found at least 10 bytes, but 11 were committed");
    assertRefused(other, 100, PayloadFault.WRONG_HASH, "is not what was committed");
    assertThat(fetched).hasSize(2);
    assertRefused(STORED, 9, PayloadFault.TOO_LARGE, "10 bytes; this inbox accepts 9");
    assertThat(fetched).as("is not even fetched").hasSize(2);
  }

  private void assertRefused(byte[] committed, long maxBytes, PayloadFault fault, String message) {
    assertThatExceptionOfType(PayloadUnavailableException.class)
        .isThrownBy(() -> reader(maxBytes).resolve(event("text/plain", reference(committed, true))))
        .withMessage("payload at " + URI + ": " + message)
        .withNoCause()
        .extracting(PayloadUnavailableException::fault)
        .isEqualTo(fault);
  }

  /** Whichever way an event comes to a handler, it has its payload. */
  @Test
  void everyHandlerOfAnInboxGetsThePayload() {
    TableFake table = new TableFake();
    Inbox inbox =
        Inbox.builder(table)
            .table(TableFake.NAME)
            .consumer("large")
            .order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK))
            .largePayloads(reader(100))
            .build();
    List<String> seen = new ArrayList<>();
    EventHandler handler = (event, tx) -> seen.add(WholeEvent.of(event));
    List<ReceivedEvent> events = new ArrayList<>();
    for (String order : new String[] {"1", "2"}) {
      for (long version = 1; version <= 2; version++) {
        events.add(referring(Events.at(Events.order(order), version)));
      }
    }

    inbox.handle(events.get(1), tx -> {});
    assertThat(WholeEvent.of(inbox.parked(Events.SOURCE, Events.order("1")).toList()))
        .as("is parked as it came")
        .containsExactly(WholeEvent.of(events.get(1)));
    inbox.handle(events.get(0), handler);
    inbox.handleAtLeastOnce(
        events.get(2), Duration.ofSeconds(1), event -> seen.add(WholeEvent.of(event)));
    inbox.handle(events.get(3), tx -> {});
    inbox.skip(Events.SOURCE, Events.order("2"), 1);
    inbox.resume(Events.SOURCE, Events.order("2"), handler);

    Payload payload = Payload.of(new String(STORED, UTF_8));
    assertThat(seen)
        .hasSameElementsAs(
            events.stream()
                .map(event -> WholeEvent.of(ReceivedEvent.of(event.attributes(), payload)))
                .toList());
  }

  /** Where an event stands is decided before its payload is fetched, which may have expired. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void fetchesNothingForARepeatOrAnEarlyEvent(boolean ordered) {
    InboxBuilder builder =
        Inbox.builder(new TableFake())
            .table(TableFake.NAME)
            .consumer("large")
            .largePayloads(reader(100));
    Inbox inbox =
        ordered
            ? builder.order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK)).build()
            : builder.build();
    ReceivedEvent first = referring(Events.at(Events.order("1"), 1));

    assertThat(inbox.handle(first, tx -> {})).isInstanceOf(HandleResult.Handled.class);
    fetched.clear();
    assertThat(inbox.handle(first, tx -> {})).isInstanceOf(HandleResult.AlreadyHandled.class);
    if (ordered) {
      assertThat(inbox.handle(referring(Events.at(Events.order("1"), 3)), tx -> {}))
          .isInstanceOf(HandleResult.Parked.class);
    }
    assertThat(fetched).isEmpty();
  }

  @Test
  void looksForARepeatFirstOnlyIfThePayloadIsElsewhere() {
    List<TransactWriteItemsRequest> requests = new ArrayList<>();
    TableFake table =
        new TableFake() {
          @Override
          public synchronized TransactWriteItemsResponse transactWriteItems(
              TransactWriteItemsRequest request) {
            requests.add(request);
            return super.transactWriteItems(request);
          }
        };
    Inbox inbox =
        Inbox.builder(table)
            .table(TableFake.NAME)
            .consumer("large")
            .largePayloads(reader(100))
            .build();

    for (Payload data : List.of(Payload.of("a"), Payload.of(STORED), reference(STORED, true))) {
      requests.clear();
      inbox.handle(Events.with(event("text/plain", data), "id", data.toString()), tx -> {});
      assertThat(requests).hasSize(data.equals(reference(STORED, true)) ? 2 : 1);
    }
  }

  private static ReceivedEvent referring(ReceivedEvent event) {
    return Events.with(
        ReceivedEvent.of(event.attributes(), reference(STORED, true)),
        "datacontenttype",
        "text/plain");
  }
}
