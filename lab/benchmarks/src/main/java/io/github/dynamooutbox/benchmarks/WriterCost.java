package io.github.dynamooutbox.benchmarks;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.OutboxTransaction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The cost of a commit, compared with the same request written by hand. */
@Command(
    name = "writer",
    description = "CPU time, bytes and write units of a commit and of a hand-written one (4 min)")
final class WriterCost extends CostTable {
  private static final String TABLE = "orders";
  private static final String SOURCE = "/shop/orders";
  private static final String ORDER = "6f1c2c52-0d5e-4bb0-9f3f-2a2f0c1f7a11";
  private static final String KEY = "place-" + ORDER;

  private record Line(String sku, int quantity, long cents) {}

  private record OrderPlaced(String orderId, String customer, long totalCents, List<Line> lines) {}

  /** A kind of commit. */
  private enum Kind {
    PLAIN,
    WITH_KEY,
    STRICT,
    WITHOUT_VERSION;

    /** The order's version; 0 if it has none. */
    long version() {
      return this == WITHOUT_VERSION ? 0 : 7;
    }
  }

  /** What one commit writes: items, each under a condition, and the payloads of its events. */
  private record Workload(List<Map<String, AttributeValue>> items, List<Object> events, Kind kind) {
    /** Items like those of a shop, padded with a text. */
    static Workload of(int items, int fill, int events, Kind kind) {
      Object placed =
          new OrderPlaced(
              ORDER,
              "customer-4711",
              12_990,
              List.of(new Line("lamp", 2, 4_990), new Line("table", 1, 3_010)));
      return new Workload(
          IntStream.range(0, items).mapToObj(number -> item(number, fill)).toList(),
          Collections.nCopies(events, placed),
          kind);
    }

    private static Map<String, AttributeValue> item(int number, int fill) {
      Map<String, AttributeValue> item = new HashMap<>();
      item.put("PK", fromS("ORDER#6f1c2c52-" + number));
      item.put("SK", fromS("ORDER"));
      item.put("version", fromN("7"));
      item.put("status", fromS("PLACED"));
      item.put("customer", fromS("customer-4711"));
      item.put("totalCents", fromN("12990"));
      item.put("quantities", fromM(Map.of("lamp", fromN("2"), "table", fromN("1"))));
      item.put("note", fromS("x".repeat(fill)));
      return item;
    }
  }

  @Override
  boolean measure() throws IOException, InterruptedException {
    return costs();
  }

  @Override
  List<CostCase> cases() {
    return List.of(
        of("1 put, 1 event", 1, 0, 1, Kind.PLAIN),
        of("3 puts, 2 events", 3, 0, 2, Kind.PLAIN),
        of("10 puts of 4.4 KB, 1 event", 10, 4_400, 1, Kind.PLAIN),
        of("10 puts of 44 KB, 1 event", 10, 44_000, 1, Kind.PLAIN),
        of("with idempotency key", 1, 0, 1, Kind.WITH_KEY),
        of("strict order", 1, 0, 1, Kind.STRICT),
        of("without version", 1, 0, 1, Kind.WITHOUT_VERSION));
  }

  private static CostCase of(String name, int items, int fill, int events, Kind kind) {
    Workload workload = Workload.of(items, fill, events, kind);
    return new CostCase(
        name,
        client -> commit(client, workload),
        client -> {
          ByHand hand = new ByHand(client);
          return () -> hand.commit(workload);
        },
        // As many as take about 5 ms.
        Math.max(5, 75 / (1 + items * fill / 30_000)));
  }

  private static Runnable commit(DynamoDbClient client, Workload workload) {
    Outbox outbox =
        Outbox.builder(client)
            .table(TABLE)
            .source(SOURCE)
            .strictOrder(workload.kind == Kind.STRICT)
            .build();
    return () -> {
      OutboxTransaction transaction = outbox.transaction();
      workload.items.forEach(item -> transaction.put(item, "attribute_not_exists(PK)"));
      Aggregate order = Aggregate.of("Order", ORDER);
      List<Event> events = new ArrayList<>();
      for (Object payload : workload.events) {
        events.add(Event.of("OrderPlaced", payload).header("channel", "web"));
      }
      long version = workload.kind.version();
      transaction.events(version > 0 ? order.at(version) : order, events);
      if (workload.kind == Kind.WITH_KEY) {
        transaction.idempotencyKey(KEY);
      }
      transaction.commit();
    };
  }

  /**
   * The same transaction as the writer's, with the same attributes, in minimal hand-written code:
   * no checks, no typed failures, no retries.
   */
  private record ByHand(DynamoDbClient client, ObjectMapper mapper) {
    private static final String PARTITION = "OUTBOX#Order#" + ORDER;
    private static final String NEW = "attribute_not_exists(#key)";
    private static final Map<String, String> NAMES = Map.of("#key", "PK");

    ByHand(DynamoDbClient client) {
      this(client, JsonMapper.builder().findAndAddModules().build());
    }

    void commit(Workload workload) {
      long now = System.currentTimeMillis();
      List<TransactWriteItem> actions = new ArrayList<>();
      for (Map<String, AttributeValue> item : workload.items) {
        actions.add(put(item, "attribute_not_exists(PK)", Map.of()));
      }
      List<AttributeValue> ids = new ArrayList<>();
      List<AttributeValue> events = new ArrayList<>();
      List<String> bodies = new ArrayList<>();
      for (Object payload : workload.events) {
        String id = UUID.randomUUID().toString();
        String body = json(payload);
        bodies.add(body);
        ids.add(fromS(id));
        events.add(event(id, now, body));
      }
      long version = workload.kind.version();
      String sort = version > 0 ? "%019d".formatted(version) : UUID.randomUUID().toString();
      actions.add(put(stored(version, sort, events, now), NEW, NAMES));
      if (workload.kind == Kind.STRICT) {
        actions.add(fence("%019d".formatted(version - 1)));
      }
      if (workload.kind == Kind.WITH_KEY) {
        actions.add(put(marker(version, sort, ids, bodies, now), NEW, NAMES));
      }
      client.transactWriteItems(
          request ->
              request.transactItems(actions).clientRequestToken(UUID.randomUUID().toString()));
    }

    private static TransactWriteItem put(
        Map<String, AttributeValue> item, String condition, Map<String, String> names) {
      return TransactWriteItem.builder()
          .put(
              put -> {
                put.tableName(TABLE).item(item).conditionExpression(condition);
                if (!names.isEmpty()) {
                  put.expressionAttributeNames(names);
                }
              })
          .build();
    }

    private static TransactWriteItem fence(String sort) {
      return TransactWriteItem.builder()
          .conditionCheck(
              check ->
                  check
                      .tableName(TABLE)
                      .key(Map.of("PK", fromS(PARTITION), "SK", fromS(sort)))
                      .conditionExpression("attribute_exists(#key) OR attribute_not_exists(#key)")
                      .expressionAttributeNames(NAMES))
          .build();
    }

    private static AttributeValue event(String id, long now, String body) {
      return fromM(
          Map.of(
              "id", fromS(id),
              "type", fromS("OrderPlaced"),
              "time", fromN(Long.toString(now)),
              "contentType", fromS("application/json"),
              "data", fromS(body),
              "headers", fromM(Map.of("channel", fromS("web")))));
    }

    private static Map<String, AttributeValue> stored(
        long version, String sort, List<AttributeValue> events, long now) {
      Map<String, AttributeValue> stored = item(PARTITION, sort, now);
      stored.put("aggregateType", fromS("Order"));
      stored.put("aggregateId", fromS(ORDER));
      if (version > 0) {
        stored.put("sequence", fromN(Long.toString(version)));
      }
      stored.put("events", fromL(events));
      stored.put("region", fromS("eu-central-1"));
      return stored;
    }

    /** The attributes of both items that are the library's. */
    private static Map<String, AttributeValue> item(String partition, String sort, long now) {
      Map<String, AttributeValue> item = new HashMap<>();
      item.put("PK", fromS(partition));
      item.put("SK", fromS(sort));
      item.put("v", fromN("1"));
      item.put("source", fromS(SOURCE));
      item.put("writtenAt", fromN(Long.toString(now)));
      item.put("ttl", fromN(Long.toString(now / 1000 + 7 * 24 * 3600L)));
      return item;
    }

    /** Lets a repeat return the first commit's ids, and distinguishes another command. */
    private static Map<String, AttributeValue> marker(
        long version, String sort, List<AttributeValue> ids, List<String> bodies, long now) {
      MessageDigest fingerprint = BareLoop.sha256();
      fingerprint.update("Order".getBytes(StandardCharsets.UTF_8));
      fingerprint.update(ORDER.getBytes(StandardCharsets.UTF_8));
      for (String body : bodies) {
        fingerprint.update(body.getBytes(StandardCharsets.UTF_8));
      }
      byte[] hashOfKey =
          BareLoop.sha256().digest((SOURCE + '\0' + KEY).getBytes(StandardCharsets.UTF_8));
      Map<String, AttributeValue> committed =
          Map.of(
              "aggregateType", fromS("Order"),
              "aggregateId", fromS(ORDER),
              "sequence", fromN(Long.toString(version)),
              "sort", fromS(sort),
              "eventIds", fromL(ids));
      Map<String, AttributeValue> marker =
          item("OUTBOX-COMMAND#" + HexFormat.of().formatHex(hashOfKey), "COMMAND", now);
      marker.put("fingerprint", fromS(HexFormat.of().formatHex(fingerprint.digest())));
      marker.put("records", fromL(List.of(fromM(committed))));
      return marker;
    }

    private String json(Object payload) {
      try {
        return mapper.writeValueAsString(payload);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("cannot write the payload as JSON", e);
      }
    }
  }
}
