package io.github.dynamooutbox.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
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
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * The cost of handling an event, compared with the same transaction written by hand; and the rate
 * of batches of SQS messages, compared with a bare loop that reads the same batch, divides it among
 * as many threads and writes the same transactions, where a write takes 10 ms.
 */
@Command(
    name = "inbox",
    description = "CPU time, bytes and write units per event, rate of batches (2 min)")
final class InboxCost extends CostTable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TABLE = "totals";
  private static final String CONSUMER = "order-totals";
  private static final int REQUESTS = 75;
  private static final Duration WRITE = Duration.ofMillis(10);
  private static final int ORDERS = 500;
  private static final int VERSIONS = 4;
  private static final int ROUNDS = 7;
  private static final double RATE_BOUND = 0.95;
  private static final int PLENTY_MILLIS = 600_000;

  /** How a consumer recognizes repeats. */
  private enum Recognition {
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
  boolean measure() throws IOException, InterruptedException {
    boolean holds = costs();
    print("%n%-28s %12s %12s %8s%n", "2000 events", "adapter /s", "loop /s", "ratio");
    boolean fast = rate(16);
    fast &= rate(100);
    return bound(">= " + RATE_BOUND, fast) && holds;
  }

  @Override
  List<CostCase> cases() {
    return Stream.of(Recognition.values())
        .flatMap(recognition -> Stream.of(of(recognition, 0), of(recognition, 3)))
        .toList();
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
          ByHand hand = new ByHand(client, recognition);
          return () -> hand.handle(event, lines);
        },
        REQUESTS);
  }

  /** The only event of its version of an order, as a relay publishes it. */
  private static ReceivedEvent event(String order, long version) {
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
  private static EventHandler handler(int lines) {
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

  /** Prints a row, and returns whether the adapter is within its bound. */
  private boolean rate(int threads) {
    List<ReceivedEvent> events = new ArrayList<>();
    for (int i = 0; i < VERSIONS * ORDERS; i++) {
      events.add(event("order-" + i % ORDERS, 1 + i / ORDERS));
    }
    byte[] batch = batch(events);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (DynamoDbClient client = new CannedHttp(WRITE).client()) {
      ByHand byHand = new ByHand(client, Recognition.ENTRIES_AND_CURSOR);
      Inbox inbox = Recognition.ENTRIES_AND_CURSOR.inbox(client);
      BatchAdapter adapter =
          BatchAdapter.of(BatchSource.SQS, inbox, handler(0)).parallel(threads).build();
      Runnable ours = () -> handle(adapter, batch);
      Runnable theirs = () -> byHand.handle(pool, batch);
      Contest unused = Contest.of(ours, theirs, 1);
      Contest contest = Contest.of(ours, theirs, shortOr(1, ROUNDS));
      double adapterRate = Contest.perSecond(contest.ours(), events.size());
      double loopRate = Contest.perSecond(contest.theirs(), events.size());
      double ratio = adapterRate / loopRate;
      print("%-28s %12.0f %12.0f %8.3f%n", threads + " threads", adapterRate, loopRate, ratio);
      return ratio >= RATE_BOUND;
    } finally {
      pool.shutdownNow();
    }
  }

  /** The event with which Lambda calls a function for messages of a standard queue. */
  private static byte[] batch(List<ReceivedEvent> events) {
    ArrayNode records = JSON.createArrayNode();
    for (ReceivedEvent event : events) {
      records
          .addObject()
          .put("messageId", event.id())
          .put("receiptHandle", "handle of " + event.id())
          .put("body", Envelopes.toCloudEvent(event))
          .put("eventSource", "aws:sqs")
          .put("eventSourceARN", "arn:aws:sqs:us-east-1:123456789012:orders");
    }
    return JSON.createObjectNode().set("Records", records).toString().getBytes(UTF_8);
  }

  private static void handle(BatchAdapter function, byte[] batch) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      function.handle(new ByteArrayInputStream(batch), answer, () -> PLENTY_MILLIS);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the batch", e);
    }
    if (!answer.toString(UTF_8).equals(ShardBatch.ALL_FINISHED)) {
      throw new IllegalStateException("not every message was finished: " + answer);
    }
  }

  /**
   * The same conditional transaction as the inbox's, with the same items, in minimal hand-written
   * code: no checks, no typed results, no retries. A repeat is an exception.
   */
  private record ByHand(DynamoDbClient client, Recognition recognition) {
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
      return put(
          put ->
              put.item(
                      Map.of(
                          "PK", fromS("INBOX#" + CONSUMER + "#EVENT#" + id),
                          "SK", fromS("#" + source),
                          "handledAt", fromN(Long.toString(now)),
                          "ttl", fromN(Long.toString(now / 1000 + 14 * 24 * 3600L))))
                  .conditionExpression("attribute_not_exists(#key)")
                  .expressionAttributeNames(Map.of("#key", "PK")));
    }

    private static TransactWriteItem cursor(String aggregate, String source, String sequence) {
      long next = Long.parseLong(sequence.substring(0, 19)) + 1;
      boolean first = sequence.compareTo("0000000000000000001.000000") <= 0;
      String here = first ? "(#n = :this OR attribute_not_exists(#n))" : "#n = :this";
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
                  .expressionAttributeValues(
                      Map.of(
                          ":this", fromS(sequence),
                          ":after", fromS("%019d.000000".formatted(next)),
                          ":none", fromN("0")))
                  .returnValuesOnConditionCheckFailure(
                      ReturnValuesOnConditionCheckFailure.ALL_OLD));
    }

    /**
     * A batch: a task for each aggregate, which writes the transactions of its events one after the
     * other. No partial failures, no time limit.
     */
    void handle(ExecutorService threads, byte[] batch) {
      Map<String, List<ReceivedEvent>> aggregates = new LinkedHashMap<>();
      for (JsonNode message : read(batch).get("Records")) {
        ReceivedEvent event = event(read(message.get("body").textValue().getBytes(UTF_8)));
        aggregates
            .computeIfAbsent(
                event.attribute("partitionkey").orElseThrow(), key -> new ArrayList<>())
            .add(event);
      }
      CompletableFuture.allOf(
              aggregates.values().stream()
                  .map(
                      events ->
                          CompletableFuture.runAsync(
                              () -> events.forEach(event -> handle(event, 0)), threads))
                  .toArray(CompletableFuture<?>[]::new))
          .join();
    }

    private static JsonNode read(byte[] json) {
      try {
        return JSON.readTree(json);
      } catch (IOException e) {
        throw new UncheckedIOException("the batch is not JSON", e);
      }
    }

    /** Reads what the relay publishes, as code written for that only would. */
    private static ReceivedEvent event(JsonNode cloudEvent) {
      Map<String, String> attributes = new HashMap<>();
      for (Map.Entry<String, JsonNode> field : cloudEvent.properties()) {
        if (field.getValue().isTextual()) {
          attributes.put(field.getKey(), field.getValue().textValue());
        }
      }
      return ReceivedEvent.of(attributes, Payload.of(cloudEvent.get("data").toString()));
    }
  }
}
