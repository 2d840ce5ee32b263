package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.text;
import static io.github.dynamooutbox.aws.control.AttributeValues.textOf;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Reads parked lanes, and changes them through {@link LaneTransactions}. */
final class DurableParkedLanes implements ParkedLanes {
  private final Calls calls;
  private final Keys keys;
  private final LaneTransactions transactions;

  DurableParkedLanes(Calls calls, Keys keys) {
    this.calls = calls;
    this.keys = keys;
    this.transactions = new LaneTransactions(calls.table(), keys);
  }

  @Override
  public CompletionStage<List<ParkedLane>> lanes() {
    return calls.run(this::lanes);
  }

  @Override
  public CompletionStage<List<ParkedEvent>> read(LaneKey lane, Optional<Place> after, int max) {
    if (max < 1) {
      throw new IllegalArgumentException("max " + max + ": must be at least 1");
    }
    return calls.run(client -> read(client, lane, after.map(keys::parked), max));
  }

  @Override
  public CompletionStage<Boolean> remove(Place place) {
    return calls.runThroughContention(client -> transactions.remove(client, place));
  }

  @Override
  public CompletionStage<Void> published(Place place, String mark) {
    return calls.doesThroughContention(client -> transactions.mark(client, place, mark));
  }

  @Override
  public CompletionStage<Boolean> reopen(LaneKey lane) {
    return calls.runThroughContention(client -> transactions.reopen(client, lane));
  }

  @Override
  public CompletionStage<Boolean> isClosed(LaneKey lane) {
    return calls.run(
        client ->
            client
                .getItem(
                    request ->
                        request.tableName(calls.table()).key(keys.lane(lane)).consistentRead(true))
                .hasItem());
  }

  private List<ParkedLane> lanes(DynamoDbClient client) {
    List<Map<String, AttributeValue>> closed = new ArrayList<>();
    QueryRequest notes =
        QueryRequest.builder()
            .tableName(calls.table())
            .consistentRead(true)
            .keyConditionExpression("PK = :partition")
            .expressionAttributeValues(Map.of(":partition", text(keys.closedPartition())))
            .build();
    client
        .queryPaginator(notes)
        .items()
        .forEach(note -> closed.add(keys.lane(Keys.laneNameOf(textOf(note, Keys.SK)))));
    List<ParkedLane> lanes = new ArrayList<>();
    new BatchGet(client, calls.table()).each(closed, item -> lanes.add(LaneItems.laneOf(item)));
    return lanes;
  }

  private List<ParkedEvent> read(
      DynamoDbClient client, LaneKey lane, Optional<Map<String, AttributeValue>> after, int max) {
    List<ParkedEvent> events = new ArrayList<>();
    Map<String, AttributeValue> from = after.orElse(Map.of());
    do {
      QueryResponse page = client.query(parkedEvents(lane, from, max - events.size()));
      page.items().forEach(item -> events.add(ParkedItems.eventOf(lane, item)));
      from = page.lastEvaluatedKey();
    } while (events.size() < max && !from.isEmpty());
    return events;
  }

  private QueryRequest parkedEvents(LaneKey lane, Map<String, AttributeValue> from, int max) {
    QueryRequest.Builder request =
        QueryRequest.builder()
            .tableName(calls.table())
            .consistentRead(true)
            .keyConditionExpression("PK = :lane AND begins_with(SK, :event)")
            .expressionAttributeValues(
                Map.of(
                    ":lane", text(keys.lanePartition(lane)),
                    ":event", text(Keys.EVENT)))
            .limit(max);
    return from.isEmpty() ? request.build() : request.exclusiveStartKey(from).build();
  }
}
