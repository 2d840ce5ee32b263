package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.text;
import static io.github.dynamooutbox.aws.control.AttributeValues.textOf;

import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Which lanes are closed, read consistently. All closed lanes of a stream are noted in one
 * partition: one request tells that there are none. Where there are so many that reading them all
 * costs more than looking up each lane, the rest is looked up.
 */
final class ClosedLanes {
  /** As many notes are read as one read unit's 4 KB, which a look-up costs, usually holds. */
  private static final int NOTES_PER_LOOK_UP = 40;

  private final String table;
  private final Keys keys;

  ClosedLanes(String table, Keys keys) {
    this.table = table;
    this.keys = keys;
  }

  Set<LaneKey> of(DynamoDbClient client, Collection<LaneKey> asked) {
    TreeMap<String, LaneKey> lanes = new TreeMap<>();
    asked.forEach(lane -> lanes.put(Keys.closedSort(lane), lane));
    Set<LaneKey> closed = new HashSet<>();
    QueryResponse notes = client.query(firstNotes(lanes.size()));
    for (Map<String, AttributeValue> note : notes.items()) {
      LaneKey lane = lanes.get(textOf(note, Keys.SK));
      if (lane != null) {
        closed.add(lane);
      }
    }
    if (notes.hasLastEvaluatedKey()) {
      String last = textOf(notes.lastEvaluatedKey(), Keys.SK);
      closed.addAll(lookUp(client, lanes.tailMap(last, false).values()));
    }
    return closed;
  }

  private QueryRequest firstNotes(int lanes) {
    return QueryRequest.builder()
        .tableName(table)
        .consistentRead(true)
        .keyConditionExpression("PK = :partition")
        .expressionAttributeValues(Map.of(":partition", text(keys.closedPartition())))
        .projectionExpression(Keys.SK)
        .limit(NOTES_PER_LOOK_UP * Math.max(1, lanes))
        .build();
  }

  private Set<LaneKey> lookUp(DynamoDbClient client, Collection<LaneKey> lanes) {
    Map<String, LaneKey> bySort = new TreeMap<>();
    lanes.forEach(lane -> bySort.put(Keys.closedSort(lane), lane));
    Set<LaneKey> closed = new HashSet<>();
    new BatchGet(client, table)
        .each(
            lanes.stream().map(keys::closed).toList(),
            note -> {
              LaneKey lane = bySort.get(textOf(note, Keys.SK));
              if (lane != null) {
                closed.add(lane);
              }
            });
    return closed;
  }
}
