package io.github.dynamooutbox.benchmarks.writer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What one commit writes.
 *
 * @param name the case's name in the table of results
 * @param items the business items that are put, each under a condition
 * @param payloads the payloads of the order's events
 * @param version 0 for an aggregate without a version
 */
record Workload(
    String name,
    String orderId,
    List<Map<String, AttributeValue>> items,
    List<Object> payloads,
    long version,
    Optional<String> idempotencyKey,
    boolean strictOrder) {

  private record Line(String sku, int quantity, long cents) {}

  private record OrderPlaced(String orderId, String customer, long totalCents, List<Line> lines) {}

  /** The cases that are measured. */
  static List<Workload> all() {
    return List.of(
        of("1 put, 1 event", items(1, 0), 1, 7, false, false),
        of("3 puts, 2 events", items(3, 0), 2, 7, false, false),
        of("10 puts of 4.4 KB, 1 event", items(10, 4_400), 1, 7, false, false),
        of("10 puts of 44 KB, 1 event", items(10, 44_000), 1, 7, false, false),
        of("with idempotency key", items(1, 0), 1, 7, true, false),
        of("strict order", items(1, 0), 1, 7, false, true),
        of("without version", items(1, 0), 1, 0, false, false));
  }

  /** As many as take about 5 ms. */
  int commitsPerRound() {
    int kilobytes = items.stream().mapToInt(Workload::kilobytes).sum();
    return Math.max(5, 75 / (1 + kilobytes / 30));
  }

  private static int kilobytes(Map<String, AttributeValue> item) {
    AttributeValue note = item.get("note");
    return note == null ? 0 : note.s().length() / 1000;
  }

  private static Workload of(
      String name,
      List<Map<String, AttributeValue>> items,
      int events,
      long version,
      boolean key,
      boolean strictOrder) {
    String orderId = "6f1c2c52-0d5e-4bb0-9f3f-2a2f0c1f7a11";
    Object placed =
        new OrderPlaced(
            orderId,
            "customer-4711",
            12_990,
            List.of(new Line("lamp", 2, 4_990), new Line("table", 1, 3_010)));
    return new Workload(
        name,
        orderId,
        items,
        Collections.nCopies(events, placed),
        version,
        key ? Optional.of("place-" + orderId) : Optional.empty(),
        strictOrder);
  }

  /** Items like those of a shop, padded with a text. */
  private static List<Map<String, AttributeValue>> items(int count, int fill) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, AttributeValue> item = new LinkedHashMap<>();
      item.put("PK", AttributeValue.fromS("ORDER#6f1c2c52-" + i));
      item.put("SK", AttributeValue.fromS("ORDER"));
      item.put("version", AttributeValue.fromN("7"));
      item.put("status", AttributeValue.fromS("PLACED"));
      item.put("customer", AttributeValue.fromS("customer-4711"));
      item.put("totalCents", AttributeValue.fromN("12990"));
      item.put(
          "quantities",
          AttributeValue.fromM(
              Map.of("lamp", AttributeValue.fromN("2"), "table", AttributeValue.fromN("1"))));
      if (fill > 0) {
        item.put("note", AttributeValue.fromS("x".repeat(fill)));
      }
      items.add(item);
    }
    return items;
  }
}
