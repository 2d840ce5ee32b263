package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.sdk.TableFinding;
import io.github.dynamooutbox.format.sdk.TableFinding.Verdict;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * What the check of an existing table says, beside what DynamoDB does: commits fail in each table
 * that it calls wrong, and in no other; and an index returns records of the outbox where it says
 * so, and nowhere else. The attributes are those of the items that a commit writes.
 */
@Tag("full")
class ExistingTablesIT {
  private static final List<String> TYPES = List.of("S", "N", "B");
  private static final String INDEX = "by-key";

  private static OrdersTable orders;

  /** The attributes of records and markers without their keys, with an example of each. */
  private static NavigableMap<String, AttributeValue> written;

  @BeforeAll
  static void start() {
    orders = new OrdersTable();
    commit(OrdersTable.NAME);
    written = new TreeMap<>();
    orders.client().scan(scan -> scan.tableName(OrdersTable.NAME)).items().forEach(written::putAll);
    written.keySet().removeAll(List.of("PK", "SK"));
  }

  @AfterAll
  static void stop() {
    orders.close();
  }

  private static void commit(String table) {
    Outbox.builder(orders.client())
        .table(table)
        .source("/shop/orders")
        .build()
        .transaction()
        .tenant("acme")
        .user("u-1")
        .correlationId("c-1")
        .causationId("e-0")
        .trace("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "a=b")
        .idempotencyKey("command-1")
        .commandResult("done")
        .events(Aggregate.of("Order", "42").at(1), Event.ofJson("OrderPlaced", "{}"))
        .commit();
  }

  /**
   * A table's index.
   *
   * @param keys names, each with its type
   */
  record Index(boolean local, Map<String, String> keys) {
    @Override
    public String toString() {
      return (local ? "local " : "global ") + keys;
    }
  }

  static Stream<Index> indexes() {
    return written.keySet().stream()
        .flatMap(
            name ->
                TYPES.stream()
                    .flatMap(
                        type ->
                            Stream.of(
                                new Index(false, Map.of(name, type)),
                                new Index(false, ordered(name, type, "owner", "S")),
                                new Index(false, ordered("owner", "S", name, type)),
                                new Index(true, ordered("PK", "S", name, type)))));
  }

  @ParameterizedTest
  @MethodSource("indexes")
  void commitsFailWhereAnIndexIsCalledWrongAndNowhereElse(Index index) {
    TableDescription table = create(ordered("PK", "S", "SK", "S"), Optional.of(index));
    try {
      List<TableFinding> findings =
          TableFinding.of(table, OutboxSchema.defaults()).stream()
              .filter(finding -> finding.subject().startsWith("index"))
              .toList();
      Optional<String> failure = failure(table.tableName());

      assertThat(failure.isPresent())
          .as("%s: %s", failure, findings)
          .isEqualTo(findings.stream().anyMatch(it -> it.verdict() == Verdict.WRONG));
      if (failure.isPresent()) {
        assertThat(failure.get())
            .as("DynamoDB's message")
            .containsAnyOf("Type mismatch for Index Key", "Invalid attribute value type");
      } else {
        assertThat(
                orders.client().scan(it -> it.tableName(table.tableName()).indexName(INDEX)).count()
                    > 0)
            .as("%s", findings)
            .isEqualTo(!findings.isEmpty());
      }
    } finally {
      orders.client().deleteTable(it -> it.tableName(table.tableName()));
    }
  }

  static Stream<Map<String, String>> keys() {
    return TYPES.stream()
        .flatMap(
            partition ->
                Stream.concat(
                    Stream.of(Map.of("PK", partition), Map.of("SK", partition)),
                    TYPES.stream()
                        .flatMap(
                            sort ->
                                Stream.of(
                                    ordered("PK", partition, "SK", sort),
                                    ordered("SK", partition, "PK", sort),
                                    ordered("PK", partition, "sk", sort),
                                    ordered("pk", partition, "SK", sort)))));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void noKeysAreCalledFineWithWhichCommitsFail(Map<String, String> keys) {
    TableDescription table = create(keys, Optional.empty());
    try {
      TableFinding finding = TableFinding.of(table, OutboxSchema.defaults()).get(0);
      Optional<String> failure = failure(table.tableName());

      // One key instead of two, or the two in the other order, take a first commit of an aggregate.
      boolean mayBeginWell =
          !keys.containsValue("N")
              && !keys.containsValue("B")
              && Set.of("PK", "SK").containsAll(keys.keySet());
      if (finding.verdict() == Verdict.FINE) {
        assertThat(failure).isEmpty();
      } else {
        assertThat(failure.isPresent() || mayBeginWell).as("%s", finding).isTrue();
      }
    } finally {
      orders.client().deleteTable(it -> it.tableName(table.tableName()));
    }
  }

  @Test
  void everyAttributeThatIsWrittenHasTheTypeThatTheSchemaNames() {
    written.forEach(
        (name, value) ->
            assertThat(OutboxSchema.defaults().attributeType(name))
                .as(name)
                .contains(value.type().name()));
  }

  private static Optional<String> failure(String table) {
    try {
      commit(table);
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(e.toString());
    }
  }

  private static Map<String, String> ordered(
      String first, String type, String second, String other) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put(first, type);
    keys.put(second, other);
    return keys;
  }

  private static TableDescription create(Map<String, String> keys, Optional<Index> index) {
    String name = AwsUnderTest.unique("existing");
    Map<String, String> types = new TreeMap<>(keys);
    index.ifPresent(it -> types.putAll(it.keys()));
    CreateTableRequest.Builder table =
        CreateTableRequest.builder()
            .tableName(name)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .keySchema(schema(keys))
            .attributeDefinitions(
                types.entrySet().stream()
                    .map(
                        it ->
                            AttributeDefinition.builder()
                                .attributeName(it.getKey())
                                .attributeType(it.getValue())
                                .build())
                    .toList());
    index.ifPresent(
        it -> {
          Projection keysOnly =
              Projection.builder().projectionType(ProjectionType.KEYS_ONLY).build();
          if (it.local()) {
            table.localSecondaryIndexes(
                LocalSecondaryIndex.builder()
                    .indexName(INDEX)
                    .keySchema(schema(it.keys()))
                    .projection(keysOnly)
                    .build());
          } else {
            table.globalSecondaryIndexes(
                GlobalSecondaryIndex.builder()
                    .indexName(INDEX)
                    .keySchema(schema(it.keys()))
                    .projection(keysOnly)
                    .build());
          }
        });
    return orders.client().createTable(table.build()).tableDescription();
  }

  private static List<KeySchemaElement> schema(Map<String, String> keys) {
    return keys.keySet().stream()
        .map(
            name ->
                KeySchemaElement.builder()
                    .attributeName(name)
                    .keyType(
                        name.equals(keys.keySet().iterator().next()) ? KeyType.HASH : KeyType.RANGE)
                    .build())
        .toList();
  }
}
