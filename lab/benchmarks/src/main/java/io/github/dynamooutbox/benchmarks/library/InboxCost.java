package io.github.dynamooutbox.benchmarks.library;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import io.github.dynamooutbox.benchmarks.measure.CostTable.CostCase;
import io.github.dynamooutbox.benchmarks.measure.CostTable.CostSuite;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.DeliveryMode;
import io.github.dynamooutbox.inbox.EventHandler;
import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.InboxBuilder;
import io.github.dynamooutbox.inbox.OnGap;
import io.github.dynamooutbox.inbox.OrderGuard;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** The cost of handling an event, compared with the same transaction written by hand. */
public final class InboxCost implements CostSuite {
  private static final String TABLE = "totals";
  private static final String CONSUMER = "order-totals";
  private static final int REQUESTS = 75;

  /** How a consumer recognizes repeats. */
  enum Recognition {
    ENTRIES("entries", true, false),
    ENTRIES_AND_CURSOR("entries and cursor", true, true),
    CURSOR("cursor only", false, true);

    private final String text;
    private final boolean entries;
    private final boolean cursor;

    Recognition(String text, boolean entries, boolean cursor) {
      this.text = text;
      this.entries = entries;
      this.cursor = cursor;
    }

    /** An inbox that parks events that arrive too early. */
    Inbox inbox(DynamoDbClient client) {
      OrderGuard guard = OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK);
      InboxBuilder builder = Inbox.builder(client).table(TABLE).consumer(CONSUMER);
      if (cursor) {
        builder = entries ? builder.order(guard) : builder.orderByCursorOnly(guard);
      }
      return builder.build();
    }
  }

  @Override
  public List<CostCase> cases() {
    List<CostCase> cases = new ArrayList<>();
    for (Recognition recognition : Recognition.values()) {
      for (int lines : new int[] {0, 3}) {
        cases.add(of(recognition, lines));
      }
    }
    return cases;
  }

  private static CostCase of(Recognition recognition, int lines) {
    // The second version: the condition for a first one is longer.
    ReceivedEvent event = event("6f1c2c52-0d5e-4bb0-9f3f-2a2f0c1f7a11", 2);
    return new CostCase(
        recognition.text + ", " + (1 + lines) + (lines == 0 ? " write" : " writes"),
        client -> {
          Inbox inbox = recognition.inbox(client);
          EventHandler handler = handler(lines);
          return () -> {
            HandleResult unused = inbox.handle(event, handler);
          };
        },
        client -> {
          ByHandInbox hand = new ByHandInbox(client, recognition);
          return () -> hand.handle(event, lines);
        },
        REQUESTS);
  }

  /** The only event of its version of an order, as a relay publishes it. */
  static ReceivedEvent event(String order, long version) {
    return ReceivedEvent.of(
        Map.of(
            "id",
            "%s-%d".formatted(order, version),
            "source",
            "/shop/orders",
            "type",
            "OrderPlaced",
            "time",
            "2026-11-22T12:00:00Z",
            "partitionkey",
            "Order#" + order,
            "sequence",
            new EventPosition(version, 0, 1).sequence()),
        Payload.of("{\"total\":12990}"));
  }

  /** What a consumer writes for an event: a customer's total, and lines of an invoice. */
  static EventHandler handler(int lines) {
    return (event, transaction) -> {
      transaction.update(InboxCost::addToTotal);
      for (int i = 0; i < lines; i++) {
        int line = i;
        transaction.put(put -> putLine(put, line));
      }
    };
  }

  private static void addToTotal(Update.Builder update) {
    update
        .key(Map.of("PK", fromS("CUSTOMER#customer-4711"), "SK", fromS("CUSTOMER")))
        .updateExpression("ADD spent :total")
        .expressionAttributeValues(Map.of(":total", fromN("12990")));
  }

  private static void putLine(Put.Builder put, int line) {
    put.item(
        Map.of(
            "PK", fromS("INVOICE#6f1c2c52-" + line),
            "SK", fromS("LINE"),
            "sku", fromS("lamp"),
            "quantity", fromN("2"),
            "cents", fromN("12990")));
  }

  /**
   * The same conditional transaction as the inbox's, with the same items, in minimal hand-written
   * code: no checks, no typed results, no retries. A repeat is an exception.
   */
  record ByHandInbox(DynamoDbClient client, Recognition recognition) {
    void handle(ReceivedEvent event, int lines) {
      List<TransactWriteItem> actions = new ArrayList<>();
      if (recognition.entries) {
        actions.add(entry(event.id(), event.source()));
      }
      if (recognition.cursor) {
        actions.add(
            cursor(
                event.attribute("partitionkey").orElseThrow(),
                event.source(),
                event.attribute("sequence").orElseThrow()));
      }
      actions.add(update(InboxCost::addToTotal));
      for (int i = 0; i < lines; i++) {
        int line = i;
        actions.add(put(put -> putLine(put, line)));
      }
      client.transactWriteItems(
          request ->
              request.transactItems(actions).clientRequestToken(UUID.randomUUID().toString()));
    }

    private static TransactWriteItem put(Consumer<Put.Builder> action) {
      return TransactWriteItem.builder().put(put -> action.accept(put.tableName(TABLE))).build();
    }

    private static TransactWriteItem update(Consumer<Update.Builder> action) {
      return TransactWriteItem.builder()
          .update(update -> action.accept(update.tableName(TABLE)))
          .build();
    }

    private static TransactWriteItem entry(String id, String source) {
      long now = System.currentTimeMillis();
      Map<String, AttributeValue> entry =
          Map.of(
              "PK", fromS("INBOX#" + CONSUMER + "#EVENT#" + id),
              "SK", fromS("#" + source),
              "handledAt", fromN(Long.toString(now)),
              "ttl", fromN(Long.toString(now / 1000 + 14 * 24 * 3600L)));
      return put(
          put ->
              put.item(entry)
                  .conditionExpression("attribute_not_exists(#key)")
                  .expressionAttributeNames(Map.of("#key", "PK")));
    }

    private static TransactWriteItem cursor(String aggregate, String source, String sequence) {
      long next = Long.parseLong(sequence.substring(0, 19)) + 1;
      boolean first = sequence.compareTo("0000000000000000001.000000") <= 0;
      String here = first ? "(#n = :this OR attribute_not_exists(#n))" : "#n = :this";
      Map<String, AttributeValue> values =
          Map.of(
              ":this", fromS(sequence),
              ":after", fromS("%019d.000000".formatted(next)),
              ":none", fromN("0"));
      return update(
          update ->
              update
                  .key(
                      Map.of(
                          "PK", fromS("INBOX#" + CONSUMER + "#CURSOR#" + aggregate),
                          "SK", fromS("#" + source)))
                  .conditionExpression(here + " AND (attribute_not_exists(#p) OR #p = :none)")
                  .updateExpression("SET #n = :after, #f = if_not_exists(#f, :this)")
                  .expressionAttributeNames(Map.of("#n", "next", "#f", "from", "#p", "parked"))
                  .expressionAttributeValues(values)
                  .returnValuesOnConditionCheckFailure(
                      ReturnValuesOnConditionCheckFailure.ALL_OLD));
    }
  }
}
