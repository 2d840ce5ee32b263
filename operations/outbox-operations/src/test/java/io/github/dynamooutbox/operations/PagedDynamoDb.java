package io.github.dynamooutbox.operations;

import io.github.dynamooutbox.localaws.FakeDynamoDb;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Partitions, read in pages of a few items; a scan reads all of them.
 *
 * @param partitions their items, by the text value that a query asks for
 */
public record PagedDynamoDb(Map<String, List<Map<String, AttributeValue>>> partitions, int size)
    implements FakeDynamoDb {
  private static final ConsumedCapacity ONE = ConsumedCapacity.builder().capacityUnits(1.0).build();

  /** Part of a list, and the key of its last item unless it is the last part. */
  private record Page(
      List<Map<String, AttributeValue>> items, @Nullable Map<String, AttributeValue> lastKey) {}

  @Override
  public QueryResponse query(QueryRequest request) {
    String partition =
        request.expressionAttributeValues().values().stream()
            .map(AttributeValue::s)
            .filter(partitions::containsKey)
            .findFirst()
            .orElseThrow();
    Page page =
        page(Objects.requireNonNull(partitions.get(partition)), request.exclusiveStartKey());
    return QueryResponse.builder()
        .items(page.items())
        .lastEvaluatedKey(page.lastKey())
        .consumedCapacity(ONE)
        .build();
  }

  @Override
  public ScanResponse scan(ScanRequest request) {
    int segments = Objects.requireNonNullElse(request.totalSegments(), 1);
    int segment = Objects.requireNonNullElse(request.segment(), 0);
    List<List<Map<String, AttributeValue>>> all = List.copyOf(partitions.values());
    // A partition is in one segment.
    List<Map<String, AttributeValue>> own =
        IntStream.range(0, all.size())
            .filter(each -> each % segments == segment)
            .boxed()
            .flatMap(each -> all.get(each).stream())
            .toList();
    Page page = page(own, request.exclusiveStartKey());
    return ScanResponse.builder().items(page.items()).lastEvaluatedKey(page.lastKey()).build();
  }

  private Page page(List<Map<String, AttributeValue>> all, Map<String, AttributeValue> after) {
    int from = after.isEmpty() ? 0 : Integer.parseInt(Objects.requireNonNull(after.get("at")).n());
    int to = Math.min(from + size, all.size());
    return new Page(
        all.subList(from, to),
        to == all.size() ? null : Map.of("at", AttributeValue.fromN(Integer.toString(to))));
  }
}
