package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.dynamodb.CfnGlobalTable;
import software.amazon.awscdk.services.dynamodb.CfnTable;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.constructs.IConstruct;

/**
 * What is known of a table that the app makes. Of one that exists nothing is known: the command
 * line's {@code doctor} looks at it.
 *
 * @param keys names of the key attributes, the partition key first
 * @param types types of key attributes, of the table and of its indexes
 * @param indexes names of the key attributes, by the index's name
 * @param stream what the stream shows; empty without a stream
 * @param ttl the attribute of the TTL; empty without a TTL
 */
record TableShape(
    List<String> keys,
    Map<String, String> types,
    Map<String, List<String>> indexes,
    Optional<String> stream,
    Optional<String> ttl) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A table that the stack makes itself. */
  static TableShape of(TableSettings settings) {
    Map<String, String> types = new LinkedHashMap<>();
    settings.shape().indexes().values().forEach(keys -> keys.forEach(key -> types.put(key, "S")));
    return new TableShape(
        List.of(settings.partitionKey(), settings.sortKey()),
        types,
        settings.shape().indexes(),
        Optional.of("NEW_IMAGE"),
        Optional.of(settings.ttlAttribute()));
  }

  /** A table that is made elsewhere in the app; empty for one that exists. */
  static Optional<TableShape> of(ITable table) {
    IConstruct made = table.getNode().getDefaultChild();
    if (made instanceof CfnGlobalTable one) {
      return Optional.of(
          of(
              one,
              one.getKeySchema(),
              one.getAttributeDefinitions(),
              Stream.of(one.getGlobalSecondaryIndexes(), one.getLocalSecondaryIndexes()),
              one.getStreamSpecification(),
              one.getTimeToLiveSpecification()));
    }
    if (made instanceof CfnTable one) {
      return Optional.of(
          of(
              one,
              one.getKeySchema(),
              one.getAttributeDefinitions(),
              Stream.of(one.getGlobalSecondaryIndexes(), one.getLocalSecondaryIndexes()),
              one.getStreamSpecification(),
              one.getTimeToLiveSpecification()));
    }
    return Optional.empty();
  }

  private static TableShape of(
      IConstruct table,
      @Nullable Object keys,
      @Nullable Object attributes,
      Stream<@Nullable Object> indexes,
      @Nullable Object stream,
      @Nullable Object ttl) {
    Map<String, String> types = new LinkedHashMap<>();
    json(table, attributes)
        .forEach(
            each ->
                types.put(
                    each.path("attributeName").asText(), each.path("attributeType").asText()));
    Map<String, List<String>> found = new LinkedHashMap<>();
    indexes
        .map(some -> json(table, some))
        .forEach(
            some ->
                some.forEach(
                    index ->
                        found.put(
                            index.path("indexName").asText(), names(index.path("keySchema")))));
    return new TableShape(
        names(json(table, keys)),
        types,
        found,
        Optional.of(json(table, stream).path("streamViewType").asText())
            .filter(type -> !type.isEmpty()),
        Optional.of(json(table, ttl).path("attributeName").asText())
            .filter(name -> !name.isEmpty()));
  }

  /** The partition key first, whatever their order. */
  private static List<String> names(JsonNode schema) {
    return Stream.of("HASH", "RANGE")
        .flatMap(
            type ->
                schema
                    .valueStream()
                    .filter(key -> key.path("keyType").asText().equals(type))
                    .map(key -> key.path("attributeName").asText()))
        .toList();
  }

  static JsonNode json(IConstruct scope, @Nullable Object value) {
    return value == null ? JSON.missingNode() : JSON.valueToTree(Stack.of(scope).resolve(value));
  }
}
