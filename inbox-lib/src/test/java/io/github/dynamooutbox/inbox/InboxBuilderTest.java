package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an inbox refuses before anything is written. */
class InboxBuilderTest {
  private final TableFake dynamoDb = new TableFake();

  private InboxBuilder builder() {
    return Inbox.builder(dynamoDb).table("totals").consumer("order-totals");
  }

  private static void assertRefused(String message, ThrowingCallable call) {
    assertThatExceptionOfType(InvalidInboxException.class)
        .isThrownBy(call)
        .withMessageContaining(message);
  }

  @Test
  void needsATable() {
    assertRefused(
        "no table is set", () -> Inbox.builder(dynamoDb).consumer("order-totals").build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a#b", "a b", "\u00e4"})
  void needsAConsumerThatKeysCanName(String consumer) {
    assertRefused("the name must be", () -> builder().consumer(consumer).build());
  }

  @Test
  void needsARetentionThatCoversRedelivery() {
    assertRefused(
        "the retention is PT59M", () -> builder().retention(Duration.ofMinutes(59)).build());
    assertRefused("the timeout is PT0S", () -> builder().timeout(Duration.ZERO).build());
  }

  @Test
  void waitIsRefusedWhereItWouldHoldUpWhatItWaitsFor() {
    assertRefused(
        "use PARK or ACCEPT", () -> OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.WAIT));
  }

  @Test
  void cursorAloneIsRefusedWhereItCouldNotTellRepeatsFromLateEvents() {
    OrderGuard park = OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.PARK);

    builder().orderByCursorOnly(park).build();
    assertRefused(
        "use order(guard)",
        () ->
            builder().orderByCursorOnly(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.ACCEPT)));
    assertRefused(
        "use order(guard)",
        () -> builder().orderByCursorOnly(OrderGuard.someEvents(DeliveryMode.SINGLE)));
    assertRefused(
        "use order(guard)", () -> builder().orderByCursorOnly(park.onLate(OnLate.HANDLE)));
  }

  @Test
  void eventsNeedAnOutbox() {
    Inbox inbox = builder().build();
    assertRefused(
        "call outbox(outbox)",
        () ->
            inbox.handle(
                Events.at(Events.order("1"), 1),
                tx -> tx.events(Aggregate.of("Total", "1"), Event.of("TotalChanged", 1))));
  }

  @Test
  void skipNeedsACursorAndALeaseEntries() {
    Inbox entries = builder().build();
    Inbox cursor =
        builder().orderByCursorOnly(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT)).build();
    assertRefused("nothing to skip", () -> entries.skip(Events.SOURCE, Events.order("1"), 1));
    assertRefused(
        "a lease needs entries",
        () ->
            cursor.handleAtLeastOnce(
                Events.at(Events.order("1"), 1), Duration.ofSeconds(1), event -> {}));
    assertRefused(
        "not positive",
        () ->
            entries.handleAtLeastOnce(Events.at(Events.order("1"), 1), Duration.ZERO, event -> {}));
  }

  @Test
  void cursorNeedsASequenceThatIsWhole() {
    Inbox cursor =
        builder().orderByCursorOnly(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT)).build();
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> cursor.handle(Events.unsequenced(Events.order("1"), "e"), tx -> {}))
        .withMessageContaining("has no sequence");
    ReceivedEvent uncounted =
        ReceivedEvent.of(
            Map.of(
                "id", "e",
                "source", "/s",
                "type", "T",
                "partitionkey", "Order#1",
                "sequence", "0000000000000000001.000001"),
            Payload.of("{}"));
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> cursor.handle(uncounted, tx -> {}))
        .withMessageContaining("leave sequencecount out");
  }
}
