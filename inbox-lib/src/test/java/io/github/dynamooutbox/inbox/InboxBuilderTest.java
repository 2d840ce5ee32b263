package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.DurationText;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an inbox refuses before anything is written. */
class InboxBuilderTest {
  private static final String OF_CONSUMER = "inbox of consumer \"order-totals\": ";

  private final TableFake dynamoDb = new TableFake();

  private InboxBuilder builder() {
    return Inbox.builder(dynamoDb).table("totals").consumer("order-totals");
  }

  private static void assertRefused(String message, ThrowingCallable call) {
    assertThatExceptionOfType(InvalidInboxException.class)
        .isThrownBy(call)
        .withMessage(message)
        .withNoCause();
  }

  @Test
  void needsATable() {
    assertRefused(
        "inbox of consumer \"order-totals\": no table is set; call table(name)",
        () -> Inbox.builder(dynamoDb).consumer("order-totals").build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a#b", "a b", "\u00e4"})
  void needsAConsumerThatKeysCanName(String consumer) {
    assertRefused(
        "inbox of consumer \""
            + consumer
            + "\": the name must be 1 to 100 letters, digits, dots, _ and -; call consumer(name)",
        () -> builder().consumer(consumer).build());
  }

  @Test
  void needsARetentionThatCoversRedelivery() {
    builder().retention(Duration.ofHours(1)).build();
    builder().retention(Duration.ofDays(3650)).build();
    assertRefused(
        OF_CONSUMER + "the retention is 59 min; it must be 1 h to 3650 days",
        () -> builder().retention(Duration.ofMinutes(59)).build());
    assertRefused(
        OF_CONSUMER + "the retention is 3651 days; it must be 1 h to 3650 days",
        () -> builder().retention(Duration.ofDays(3651)).build());
  }

  @Test
  void needsATimeoutThatDynamoDbRemembers() {
    builder().timeout(Duration.ofMillis(1)).build();
    builder().timeout(Duration.ofMinutes(5)).build();
    assertRefused(
        OF_CONSUMER + "the timeout is 0 s; it must be 0.001 s to 5 min",
        () -> builder().timeout(Duration.ZERO).build());
    assertRefused(
        OF_CONSUMER + "the timeout is 5 min 1 s; it must be 0.001 s to 5 min",
        () -> builder().timeout(Duration.ofSeconds(301)).build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"I", "INBOX#", "INBOX#c#EVENT"})
  void needsRecordsThatAreNotTakenForItsOwnItems(String prefix) {
    OutboxSchema schema = new OutboxSchema("PK", "SK", prefix, "ttl");
    assertRefused(
        OF_CONSUMER + "the schema's prefix " + prefix + " is reserved for the inbox",
        () -> builder().schema(schema).build());
  }

  @Test
  void cursorAloneIsRefusedWhereItCouldNotTellRepeatsFromLateEvents() {
    OrderGuard park = OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.PARK);

    String noGaps =
        "inbox of consumer order-totals: without entries a guard cannot accept gaps or see only some"
            + " events, because the cursor would not tell a repeat from a late event; use"
            + " order(guard)";

    builder().orderByCursorOnly(park).build();
    assertRefused(
        noGaps,
        () ->
            builder().orderByCursorOnly(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.ACCEPT)));
    assertRefused(
        noGaps, () -> builder().orderByCursorOnly(OrderGuard.someEvents(DeliveryMode.SINGLE)));
    assertRefused(
        "inbox of consumer order-totals: without entries late events cannot be handled, because a"
            + " repeat of one would be handled again; use order(guard)",
        () -> builder().orderByCursorOnly(park.onLate(OnLate.HANDLE)));
  }

  @Test
  void eventsNeedAnOutbox() {
    Inbox inbox = builder().build();
    assertRefused(
        "inbox of consumer order-totals: a handler raises events, but there is no outbox to write"
            + " them; call outbox(outbox) on the builder",
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
    ReceivedEvent event = Events.at(Events.order("1"), 1);
    assertRefused(
        "inbox of consumer order-totals: has no order guard, so there is nothing to skip",
        () -> entries.skip(Events.SOURCE, Events.order("1"), 1));
    assertRefused(
        "inbox of consumer order-totals: a lease needs entries; use order(guard)",
        () -> cursor.handleAtLeastOnce(event, Duration.ofSeconds(1), same -> {}));
    for (Duration lease : new Duration[] {Duration.ZERO, Duration.ofMillis(-1)}) {
      assertRefused(
          event + ": the lease is " + DurationText.of(lease) + ", not positive",
          () -> entries.handleAtLeastOnce(event, lease, same -> {}));
    }
  }

  @Test
  void anEventNeedsWhatItsOrderIsTakenFrom() {
    Inbox cursor =
        builder().orderByCursorOnly(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT)).build();
    String event = "event e of type T from /s: ";
    String sequence = "0000000000000000001.000001";

    assertUnusable(
        event
            + "has no sequence, without which this inbox cannot recognise repeats; give its"
            + " aggregate a version with at(version), or use order(guard), which also writes"
            + " entries",
        cursor,
        Map.of("partitionkey", "Order#1"));
    assertUnusable(
        event
            + "sequence \""
            + sequence
            + "\" with sequencecount \"\": the count must be a number above the index. Does a relay"
            + " before version 0.1.0 or a template on the way leave sequencecount out?",
        cursor,
        Map.of("partitionkey", "Order#1", "sequence", sequence));
    for (String key : new String[] {"Order", "#1", "Order#", ""}) {
      assertUnusable(
          event + "has a sequence, but no partitionkey that names its aggregate",
          cursor,
          Map.of("partitionkey", key, "sequence", sequence, "sequencecount", "2"));
    }
    assertThat(dynamoDb.items()).as("nothing was written").isEmpty();
  }

  private static void assertUnusable(String message, Inbox inbox, Map<String, String> attributes) {
    Map<String, String> all = new TreeMap<>(attributes);
    all.putAll(Map.of("id", "e", "source", "/s", "type", "T"));
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> inbox.handle(ReceivedEvent.of(all, Payload.of("{}")), tx -> {}))
        .withMessage(message)
        .withNoCause();
  }

  @Test
  void anEventNeedsAnIdASourceAndAType() {
    for (String missing : new String[] {"id", "source", "type"}) {
      for (boolean empty : new boolean[] {true, false}) {
        Map<String, String> attributes =
            new TreeMap<>(Map.of("id", "e", "source", "/s", "type", "T", "channel", "web"));
        if (empty) {
          attributes.put(missing, "");
        } else {
          attributes.remove(missing);
        }
        String event =
            "event %s of type %s from %s"
                .formatted(
                    attributes.getOrDefault("id", ""),
                    attributes.getOrDefault("type", ""),
                    attributes.getOrDefault("source", ""));
        assertThatExceptionOfType(UnusableEventException.class)
            .isThrownBy(() -> ReceivedEvent.of(attributes, Payload.of("{}")))
            .withMessage(
                event
                    + ": has no CloudEvents attribute \""
                    + missing
                    + "\"; without it no repeat can be recognised. Does a rule or template on the"
                    + " way remove it?");
      }
    }
  }
}
