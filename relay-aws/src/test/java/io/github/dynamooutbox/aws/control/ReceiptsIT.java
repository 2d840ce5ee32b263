package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.LocalControlTable.NOW;
import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.relay.receipt.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
    ControlTable control = table.of("range");
    Set<Receipt> inRange = new HashSet<>();
    Instant from = NOW.minus(Duration.ofMinutes(90));
    for (int minutes = -100; minutes <= 10; minutes++) {
      Receipt receipt = receipt(NOW.plus(Duration.ofMinutes(minutes)), "e" + minutes);
      get(control.receipts().write(receipt));
      if (minutes >= -90 && minutes < 0) {
        inRange.add(receipt);
      }
    }
    assertThat(read(control, from, NOW)).containsExactlyInAnyOrderElementsOf(inRange);
    assertThat(read(control, NOW, NOW)).isEmpty();
    assertThat(read(table.of("other"), from, NOW)).isEmpty();
  }

  @Test
  void droppedEventsAreWrittenDown() {
    ControlTable control = table.of("dropped");
    Receipt receipt = new Receipt(NOW, Map.of(), List.of("d-1", "d-2"));
    get(control.receipts().write(receipt));
    assertThat(read(control, NOW, NOW.plusMillis(1))).containsExactly(receipt);
  }

  @Test
  void answerLostAfterWritingIsMadeUpForByRepeating() {
    ControlTable losing =
        table.of("lost", Interposed.losingAnswers(table.client(), "putItem"::equals));
    Receipt receipt = receipt(NOW, "e-1");
    assertThatThrownBy(() -> get(losing.receipts().write(receipt)))
        .isInstanceOf(SdkClientException.class);
    get(table.of("lost").receipts().write(receipt));
    assertThat(read(table.of("lost"), NOW, NOW.plusMillis(1))).containsExactly(receipt);
  }

  @Test
  void receiptsOfTheSameTimeAreAllKept() {
    ControlTable control = table.of("same time");
    for (int i = 0; i < 20; i++) {
      get(control.receipts().write(receipt(NOW, "e-" + i)));
    }
    assertThat(read(control, NOW, NOW.plusMillis(1))).hasSize(20);
    assertThat(
            new ReceiptPartitions(new Keys("same time"))
                .between(NOW, NOW.plusMillis(1)).stream()
                    .filter(partition -> !table.items(partition).isEmpty()))
        .hasSizeGreaterThan(1);
  }

  @Test
  void receiptLargerThanAnItemIsWrittenInParts() {
    ControlTable control = table.of("large");
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      ids.add(i + "x".repeat(900));
    }
    get(control.receipts().write(new Receipt(NOW, Map.of("bus", ids), List.of())));
    List<String> read = new ArrayList<>();
    read(control, NOW, NOW.plusMillis(1))
        .forEach(part -> read.addAll(part.published().getOrDefault("bus", List.of())));
    assertThat(read).containsExactlyInAnyOrderElementsOf(ids);
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
                    .receiptRetention(Duration.ofHours(24)));
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
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < events; i++) {
      ids.add(Finished.uuid(random));
    }
    Receipt receipt = new Receipt(NOW, Map.of("orders-bus", ids, "orders-audit", ids), List.of());
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

  private static List<Receipt> read(ControlTable control, Instant from, Instant to) {
    List<Receipt> receipts = new ArrayList<>();
    get(control.receiptReader().read(from, to, receipts::add));
    return receipts;
  }

  private static Receipt receipt(Instant at, String eventId) {
    return new Receipt(at, Map.of("bus", List.of(eventId)), List.of());
  }
}
