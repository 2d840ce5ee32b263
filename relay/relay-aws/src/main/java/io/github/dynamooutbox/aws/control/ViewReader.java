package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.text;
import static io.github.dynamooutbox.aws.control.AttributeValues.textOf;

import io.github.dynamooutbox.aws.internal.table.BatchGet;
import io.github.dynamooutbox.aws.internal.table.Calls;
import io.github.dynamooutbox.relay.park.queue.ParkedView;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Reads what a batch has to know before it is sent. The head and the circuits take one request,
 * which batches of other shards share. Closed lanes are looked for only in parts whose flag is up,
 * in all of them at the same time: first a few of a part's closed lanes, then, if there are more,
 * each lane of the batch by its key.
 */
record ViewReader(Calls calls, QueueKeys keys, HeadReads reads) {
  /**
   * How many states are read first for each lane of the batch: one costs about a third of looking
   * up a lane.
   */
  private static final int STATES_FOR_A_LANE = 5;

  private static final int LEAST_STATES = 15;

  private record Flagged(String target, int part, List<LaneKey> lanes) {}

  CompletableFuture<ParkedView> view(String scope, Collection<LaneKey> lanes) {
    Set<LaneKey> asked = Set.copyOf(lanes);
    return reads
        .of(scope)
        .thenCompose(
            found -> {
              HeadItem head = HeadItem.of(found.head());
              return closed(flagged(head, asked))
                  .thenApply(
                      closed ->
                          new ParkedView(
                              head.held(),
                              closed,
                              CircuitItems.memory(found.circuits()),
                              head.served()));
            });
  }

  private static Collection<Flagged> flagged(HeadItem head, Set<LaneKey> asked) {
    Map<String, Flagged> parts = new HashMap<>();
    if (head.lanes().isEmpty()) {
      return List.of();
    }
    for (LaneKey lane : asked) {
      int part = QueueName.partOf(lane);
      String flag = QueueKeys.flag(lane.target(), part);
      if (head.lanes().contains(flag)) {
        parts
            .computeIfAbsent(flag, each -> new Flagged(lane.target(), part, new ArrayList<>()))
            .lanes()
            .add(lane);
      }
    }
    return parts.values();
  }

  private CompletableFuture<Set<LaneKey>> closed(Collection<Flagged> parts) {
    CompletableFuture<Set<LaneKey>> all = CompletableFuture.completedFuture(Set.of());
    for (Flagged part : parts) {
      all =
          all.thenCombine(
              closed(part),
              (some, more) -> {
                Set<LaneKey> both = new HashSet<>(some);
                both.addAll(more);
                return both;
              });
    }
    return all;
  }

  private CompletableFuture<Set<LaneKey>> closed(Flagged part) {
    TreeMap<String, LaneKey> lanes = new TreeMap<>();
    part.lanes().forEach(lane -> lanes.put(QueueKeys.laneStateSort(lane), lane));
    Set<LaneKey> closed = new HashSet<>();
    return calls
        .runThroughContention(client -> first(client, part))
        .thenCompose(
            first -> {
              first.items().forEach(item -> add(lanes, item, closed));
              return first.hasLastEvaluatedKey()
                  ? rest(lanes.tailMap(textOf(first.lastEvaluatedKey(), Keys.SK), false), closed)
                  : CompletableFuture.completedFuture(null);
            })
        .thenApply(done -> closed);
  }

  private QueryResponse first(DynamoDbClient client, Flagged part) {
    return client.query(
        request ->
            request
                .tableName(calls.table())
                .consistentRead(true)
                .keyConditionExpression("PK = :part AND begins_with(SK, :lanes)")
                .expressionAttributeValues(
                    Map.of(
                        ":part", text(keys.statePartition(part.part())),
                        ":lanes", text(QueueKeys.laneStatesOf(part.target()))))
                .limit(Math.max(LEAST_STATES, STATES_FOR_A_LANE * part.lanes().size())));
  }

  private CompletableFuture<Void> rest(SortedMap<String, LaneKey> lanes, Set<LaneKey> closed) {
    return new BatchGet(calls)
        .each(
            lanes.values().stream().map(lane -> keys.state(new QueueName.Lane(lane))).toList(),
            item -> add(lanes, item, closed));
  }

  private static void add(
      Map<String, LaneKey> lanes, Map<String, AttributeValue> state, Set<LaneKey> closed) {
    LaneKey lane = lanes.get(textOf(state, Keys.SK));
    if (lane != null && !QueueStates.isOpening(state)) {
      closed.add(lane);
    }
  }
}
