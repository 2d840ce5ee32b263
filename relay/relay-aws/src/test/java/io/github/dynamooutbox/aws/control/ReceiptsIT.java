package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.LocalControlTable.NOW;
import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.relay.receipt.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** What receipts promise and cost, against a real DynamoDB API. */
class ReceiptsIT {
  @RegisterExtension static final LocalControlTable table = new LocalControlTable();

  @Test
  void receiptsOfARangeOfTimeAreRead() {
    ControlTable control = table.of("range", Interposed.inPages(table.client(), 2));
    Set<StoredReceipt> inRange = new HashSet<>();
    Instant from = NOW.minus(Duration.ofMinutes(90));
    for (int minutes = -100; minutes <= 10; minutes++) {
      Receipt receipt = receipt(NOW.plus(Duration.ofMinutes(minutes)), "e" + minutes);
      get(control.receipts().write(receipt));
      if (minutes >= -90 && minutes < 0) {
        inRange.add(stored(receipt));
      }
    }
    assertThat(read(control, from, NOW)).containsExactlyInAnyOrderElementsOf(inRange);
    assertThat(read(control, NOW, NOW)).isEmpty();
    assertThat(read(table.of("other"), from, NOW)).isEmpty();
  }

  @Test
  void droppedEventsAreWrittenDown() {
    ControlTable control = table.of("dropped");
    Receipt receipt = new Receipt(NOW, List.of(handled("d-1", Optional.of(Set.of()), Set.of())));
    get(control.receipts().write(receipt));
    assertThat(read(control, NOW, NOW.plusMillis(1))).containsExactly(stored(receipt));
  }

  @Test
  void answerLostAfterWritingIsMadeUpForByRepeating() {
    ControlTable losing =
        table.of("lost", Interposed.losingAnswers(table.client(), "putItem"::equals));
    Receipt receipt = receipt(NOW, "e-1");
    assertThatThrownBy(() -> get(losing.receipts().write(receipt)))
        .isInstanceOf(SdkClientException.class)
        .hasMessage("the answer was lost");
    get(table.of("lost").receipts().write(receipt));
    assertThat(read(table.of("lost"), NOW, NOW.plusMillis(1))).containsExactly(stored(receipt));
  }

  @Test
  void receiptsOfTheSameTimeAreAllKept() {
    ControlTable control = table.of("same time");
    List<StoredReceipt> written = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Receipt receipt = receipt(NOW, "e-" + i);
      get(control.receipts().write(receipt));
      written.add(stored(receipt));
    }
    assertThat(read(control, NOW, NOW.plusMillis(1))).containsExactlyInAnyOrderElementsOf(written);
    assertThat(
            new ReceiptPartitions(new Keys("same time"))
                .between(NOW, NOW.plusMillis(1)).stream()
                    .filter(partition -> !table.items(partition).isEmpty()))
        .hasSizeGreaterThan(1);
  }

  @Test
  void receiptLargerThanAnItemIsWrittenInParts() {
    ControlTable control = table.of("large");
    List<Receipt.Handled> events = new ArrayList<>();
    for (int i = 0; i < 12_000; i++) {
      events.add(handled("e-" + i, Optional.of(Set.of("bus")), Set.of("bus")));
    }
    Receipt receipt = new Receipt(NOW, events);
    get(control.receipts().write(receipt));
    List<StoredReceipt> parts = read(control, NOW, NOW.plusMillis(1));
    List<StoredReceipt.Handled> read = new ArrayList<>();
    parts.forEach(part -> read.addAll(part.events().orElseThrow()));
    assertThat(parts).hasSize(2);
    assertThat(read).containsExactlyInAnyOrderElementsOf(ReceiptCodecTest.stored(receipt));
  }

  @Test
  void receiptsExpireAfterTheirRetention() {
    get(table.of("expiry").receipts().write(receipt(NOW, "e-1")));
    ControlTable longer =
        ControlTable.builder(table.client(), LocalControlTable.NAME, "expiry 30", table.executor())
            .receiptRetention(Duration.ofDays(30))
            .build();
    get(longer.receipts().write(receipt(NOW, "e-1")));

    assertThat(expiry("expiry")).isEqualTo(NOW.plus(Duration.ofDays(8)).getEpochSecond());
    assertThat(expiry("expiry 30")).isEqualTo(NOW.plus(Duration.ofDays(30)).getEpochSecond());
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                ControlTable.builder(table.client(), "t", "s", table.executor())
                    .receiptRetention(Duration.ofHours(24)))
        .withMessage("receipt retention 24 h: must be at least 25 h");
  }

  @Test
  void readerFailsWhereWhatItPassesOnIsNotTaken() {
    ControlTable control = table.of("failing");
    get(control.receipts().write(receipt(NOW, "e-1")));
    assertThatThrownBy(
            () ->
                get(
                    control
                        .receiptReader()
                        .read(
                            NOW,
                            NOW.plusMillis(1),
                            receipt -> {
                              throw new IllegalArgumentException("not this one");
                            })))
        .hasMessageContaining("not this one");
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "10, 0.1", "100, 0.02"})
  void costsLittle(int events, double maxUnitsPerEvent) {
    String stream = "cost " + events;
    Random random = new Random(events);
    Set<String> targets = Set.of("orders-bus", "orders-audit");
    List<Receipt.Handled> all = new ArrayList<>();
    for (int i = 0; i < events; i++) {
      all.add(handled(Finished.uuid(random), Optional.of(targets), targets));
    }
    Receipt receipt = new Receipt(NOW, all);
    get(table.of(stream).receipts().write(receipt));

    Map<String, AttributeValue> item = stored(stream);
    double units =
        table
            .client()
            .putItem(
                request ->
                    request
                        .tableName(LocalControlTable.NAME)
                        .item(item)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
            .consumedCapacity()
            .capacityUnits();
    System.out.printf(
        "receipt of %d events to two targets: %d bytes, %.0f write units, %.3f an event%n",
        events, RecordSize.of(new SdkItem(item)), units, units / events);
    assertThat(units / events).isLessThanOrEqualTo(maxUnitsPerEvent);
  }

  private static long expiry(String stream) {
    return AttributeValues.numberOf(stored(stream), "ttl");
  }

  private static Map<String, AttributeValue> stored(String stream) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    new ReceiptPartitions(new Keys(stream))
        .between(NOW, NOW.plusMillis(1))
        .forEach(partition -> items.addAll(table.items(partition)));
    assertThat(items).hasSize(1);
    return items.get(0);
  }

  private static List<StoredReceipt> read(ControlTable control, Instant from, Instant to) {
    List<StoredReceipt> receipts = new ArrayList<>();
    get(control.receiptReader().read(from, to, receipts::add));
    return receipts;
  }

  private static Receipt receipt(Instant at, String eventId) {
    return new Receipt(
        at, List.of(handled(eventId, Optional.of(Set.of("bus", "feed")), Set.of("bus"))));
  }

  private static Receipt.Handled handled(
      String eventId, Optional<Set<String>> routed, Set<String> published) {
    RecordKey record = new RecordKey("OUTBOX#Order#" + eventId, "0000000000000000001");
    return new Receipt.Handled(record, 0, eventId, NOW.minusMillis(300), routed, published);
  }

  /** Times to live are in seconds. */
  private static StoredReceipt stored(Receipt receipt) {
    Instant expiry = receipt.at().plus(Duration.ofDays(8)).truncatedTo(ChronoUnit.SECONDS);
    return new StoredReceipt(receipt.at(), expiry, Optional.of(ReceiptCodecTest.stored(receipt)));
  }
}
