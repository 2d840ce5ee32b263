package io.github.dynamooutbox.benchmarks.writer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * The same transaction as the writer's, with the same attributes, in minimal hand-written code: no
 * checks, no typed failures, no retries.
 */
final class HandWritten {
  private static final String TABLE = "orders";
  private static final String SOURCE = "/shop/orders";
  private static final String REGION = "eu-central-1";
  private static final long WEEK_SECONDS = 7 * 24 * 3600L;

  private final DynamoDbClient client;
  private final ObjectMapper mapper = JsonMapper.builder().findAndAddModules().build();

  HandWritten(DynamoDbClient client) {
    this.client = client;
  }

  void commit(Workload workload) {
    long now = System.currentTimeMillis();
    List<TransactWriteItem> actions = new ArrayList<>();
    for (Map<String, AttributeValue> item : workload.items()) {
      actions.add(put(item, "attribute_not_exists(PK)", Map.of()));
    }
    List<AttributeValue> eventIds = new ArrayList<>();
    List<AttributeValue> events = new ArrayList<>();
    List<String> bodies = new ArrayList<>();
    for (Object payload : workload.payloads()) {
      String id = UUID.randomUUID().toString();
      String body = json(payload);
      bodies.add(body);
      eventIds.add(AttributeValue.fromS(id));
      events.add(event(id, now, body));
    }
    String partition = "OUTBOX#Order#" + workload.orderId();
    String sort =
        workload.version() > 0
            ? "%019d".formatted(workload.version())
            : UUID.randomUUID().toString();
    actions.add(
        put(
            record(workload, partition, sort, events, now),
            "attribute_not_exists(#key)",
            Map.of("#key", "PK")));
    if (workload.strictOrder()) {
      actions.add(fence(partition, "%019d".formatted(workload.version() - 1)));
    }
    workload
        .idempotencyKey()
        .ifPresent(
            key ->
                actions.add(
                    put(
                        marker(workload, key, sort, eventIds, bodies, now),
                        "attribute_not_exists(#key)",
                        Map.of("#key", "PK"))));
    client.transactWriteItems(
        TransactWriteItemsRequest.builder()
            .transactItems(actions)
            .clientRequestToken(UUID.randomUUID().toString())
            .build());
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

  private static TransactWriteItem fence(String partition, String sort) {
    return TransactWriteItem.builder()
        .conditionCheck(
            check ->
                check
                    .tableName(TABLE)
                    .key(
                        Map.of(
                            "PK",
                            AttributeValue.fromS(partition),
                            "SK",
                            AttributeValue.fromS(sort)))
                    .conditionExpression("attribute_exists(#key) OR attribute_not_exists(#key)")
                    .expressionAttributeNames(Map.of("#key", "PK")))
        .build();
  }

  private AttributeValue event(String id, long now, String body) {
    Map<String, AttributeValue> event = new LinkedHashMap<>();
    event.put("id", AttributeValue.fromS(id));
    event.put("type", AttributeValue.fromS("OrderPlaced"));
    event.put("time", AttributeValue.fromN(Long.toString(now)));
    event.put("contentType", AttributeValue.fromS("application/json"));
    event.put("data", AttributeValue.fromS(body));
    event.put("headers", AttributeValue.fromM(Map.of("channel", AttributeValue.fromS("web"))));
    return AttributeValue.fromM(event);
  }

  private static Map<String, AttributeValue> record(
      Workload workload, String partition, String sort, List<AttributeValue> events, long now) {
    Map<String, AttributeValue> record = new LinkedHashMap<>();
    record.put("PK", AttributeValue.fromS(partition));
    record.put("SK", AttributeValue.fromS(sort));
    record.put("v", AttributeValue.fromN("1"));
    record.put("aggregateType", AttributeValue.fromS("Order"));
    record.put("aggregateId", AttributeValue.fromS(workload.orderId()));
    if (workload.version() > 0) {
      record.put("sequence", AttributeValue.fromN(Long.toString(workload.version())));
    }
    record.put("events", AttributeValue.fromL(events));
    record.put("source", AttributeValue.fromS(SOURCE));
    record.put("writtenAt", AttributeValue.fromN(Long.toString(now)));
    record.put("region", AttributeValue.fromS(REGION));
    record.put("ttl", AttributeValue.fromN(Long.toString(now / 1000 + WEEK_SECONDS)));
    return record;
  }

  /**
   * The item that lets a repeat return the first commit's ids, and that distinguishes another
   * command.
   */
  private static Map<String, AttributeValue> marker(
      Workload workload,
      String key,
      String sort,
      List<AttributeValue> eventIds,
      List<String> bodies,
      long now) {
    MessageDigest fingerprint = sha256();
    fingerprint.update("Order".getBytes(StandardCharsets.UTF_8));
    fingerprint.update(workload.orderId().getBytes(StandardCharsets.UTF_8));
    for (String body : bodies) {
      fingerprint.update(body.getBytes(StandardCharsets.UTF_8));
    }
    byte[] hashOfKey = sha256().digest((SOURCE + '\0' + key).getBytes(StandardCharsets.UTF_8));
    Map<String, AttributeValue> record = new LinkedHashMap<>();
    record.put("aggregateType", AttributeValue.fromS("Order"));
    record.put("aggregateId", AttributeValue.fromS(workload.orderId()));
    record.put("sequence", AttributeValue.fromN(Long.toString(workload.version())));
    record.put("sort", AttributeValue.fromS(sort));
    record.put("eventIds", AttributeValue.fromL(eventIds));
    Map<String, AttributeValue> marker = new LinkedHashMap<>();
    marker.put("PK", AttributeValue.fromS("OUTBOX-COMMAND#" + HexFormat.of().formatHex(hashOfKey)));
    marker.put("SK", AttributeValue.fromS("COMMAND"));
    marker.put("v", AttributeValue.fromN("1"));
    marker.put("fingerprint", AttributeValue.fromS(HexFormat.of().formatHex(fingerprint.digest())));
    marker.put("source", AttributeValue.fromS(SOURCE));
    marker.put("writtenAt", AttributeValue.fromN(Long.toString(now)));
    marker.put("records", AttributeValue.fromL(List.of(AttributeValue.fromM(record))));
    marker.put("ttl", AttributeValue.fromN(Long.toString(now / 1000 + WEEK_SECONDS)));
    return marker;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private String json(Object payload) {
    try {
      return mapper.writeValueAsString(payload);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write the payload as JSON", e);
    }
  }
}
