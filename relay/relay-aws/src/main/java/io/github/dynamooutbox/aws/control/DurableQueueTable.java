package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.millis;
import static io.github.dynamooutbox.aws.control.AttributeValues.number;
import static io.github.dynamooutbox.aws.control.AttributeValues.text;

import io.github.dynamooutbox.aws.control.StateChange.Outcome;
import io.github.dynamooutbox.aws.internal.table.Calls;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.ParkedView;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueState.Closing;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.SavedMemory;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * The queues in DynamoDB. Requests that only fail because of conflicts or missing capacity are
 * repeated here.
 */
final class DurableQueueTable implements QueueTable {
  private final Calls calls;
  private final QueueKeys keys;
  private final SegmentStore segments;
  private final QueueHolds holds;
  private final OneAfterTheOther backlogs = new OneAfterTheOther();
  private final ViewReader views;
  private final CircuitItems circuits;
  private final WorkLeases leases;

  DurableQueueTable(Calls calls, Keys keys) {
    this.calls = calls;
    this.keys = new QueueKeys(keys);
    segments = new SegmentStore(calls, this.keys);
    holds = new QueueHolds(calls.table(), this.keys);
    views = new ViewReader(calls, this.keys, new HeadReads(calls, this.keys));
    circuits = new CircuitItems(calls.table(), this.keys);
    leases = new WorkLeases(calls.table());
  }

  @Override
  public CompletionStage<ParkedView> view(String scope, Collection<LaneKey> lanes) {
    return views.view(scope, lanes);
  }

  @Override
  public CompletionStage<Void> save(String scope, SavedMemory.Change change) {
    return calls.executeThroughContention(client -> circuits.save(client, scope, change));
  }

  @Override
  public CompletionStage<QueueState> state(QueueName queue) {
    return calls.runThroughContention(
        client ->
            QueueStates.forRedrive(
                client
                    .getItem(
                        request ->
                            request
                                .tableName(calls.table())
                                .key(keys.state(queue))
                                .consistentRead(true))
                    .item()));
  }

  @Override
  public CompletionStage<Boolean> hold(QueueName queue, long last, Instant now) {
    return inTurn(
        queue, () -> calls.runThroughContention(client -> holds.hold(client, queue, last, now)));
  }

  /** All backlogs are named in one item: changed at the same time, they would conflict. */
  private <T> CompletionStage<T> inTurn(QueueName queue, Supplier<CompletableFuture<T>> call) {
    return queue.isBacklog() ? backlogs.run(call) : call.get();
  }

  @Override
  public CompletionStage<QueueState> reserve(QueueName queue) {
    return calls.runThroughContention(
        client ->
            QueueStates.forAppend(change(client, queue, held().add(QueueStates.LAST, 1)).item()));
  }

  @Override
  public CompletionStage<Void> put(QueueName queue, long number, List<ParkedEvent> events) {
    return segments.put(queue, number, List.copyOf(events));
  }

  @Override
  public CompletionStage<QueueState> confirm(
      QueueName queue, long number, Map<ParkReason, Integer> counts) {
    return calls.runThroughContention(client -> confirm(client, queue, number, counts));
  }

  private QueueState confirm(
      DynamoDbClient client, QueueName queue, long number, Map<ParkReason, Integer> counts) {
    StateChange usual =
        held()
            .when(QueueStates.LAST, ">=", number(number))
            .set(QueueStates.STATE, text(QueueStates.HELD))
            .count(counts, 1);
    Outcome outcome = change(client, queue, usual);
    if (!outcome.isDone() && QueueStates.isHeld(outcome.item())) {
      // It has been held again since, starting at a lower number.
      StateChange raising =
          held()
              .when(QueueStates.LAST, "<", number(number))
              .set(QueueStates.LAST, number(number))
              .count(counts, 1);
      outcome = change(client, queue, raising);
      if (!outcome.isDone() && QueueStates.isHeld(outcome.item())) {
        // Another relay has just raised it.
        outcome = change(client, queue, usual);
      }
    }
    return QueueStates.forAppend(outcome.item());
  }

  @Override
  public CompletionStage<QueueState> reopen(QueueName queue, String by) {
    StateChange change =
        new StateChange()
            .when(QueueStates.STATE, QueueStates.CLOSING)
            .when(QueueStates.BY, by)
            .set(QueueStates.STATE, text(QueueStates.HELD))
            .remove(QueueStates.UNTIL)
            .remove(QueueStates.BY);
    return calls.runThroughContention(
        client -> QueueStates.forRedrive(change(client, queue, change).item()));
  }

  @Override
  public CompletionStage<Void> served(String target, String mark) {
    return calls.executeThroughContention(
        client ->
            client.updateItem(
                request ->
                    request
                        .tableName(calls.table())
                        .key(keys.head())
                        .updateExpression("SET #served = :mark")
                        .expressionAttributeNames(Map.of("#served", HeadItem.SERVED + target))
                        .expressionAttributeValues(Map.of(":mark", text(mark)))));
  }

  @Override
  public CompletionStage<List<QueueSummary>> queues(int part) {
    return calls.runThroughContention(client -> states(client, part, query -> {}).toList());
  }

  @Override
  public CompletionStage<List<QueueSummary>> queues(int part, Optional<QueueName> after, int max) {
    return calls.runThroughContention(
        client ->
            states(
                    client,
                    part,
                    query -> {
                      query.limit(max);
                      after.ifPresent(queue -> query.exclusiveStartKey(keys.state(queue)));
                    })
                .limit(max)
                .toList());
  }

  private Stream<QueueSummary> states(
      DynamoDbClient client, int part, Consumer<QueryRequest.Builder> more) {
    return client
        .queryPaginator(
            query -> {
              query
                  .tableName(calls.table())
                  .consistentRead(true)
                  .keyConditionExpression("PK = :part")
                  .expressionAttributeValues(Map.of(":part", text(keys.statePartition(part))));
              more.accept(query);
            })
        .items()
        .stream()
        .map(QueueStates::summary);
  }

  @Override
  public CompletionStage<List<Segment>> read(
      QueueName queue, Optional<Segment> after, OptionalLong upTo, int max) {
    if (max < 1) {
      throw new IllegalArgumentException("max " + max + ": must be at least 1");
    }
    return calls.runThroughContention(client -> segments.read(client, queue, after, upTo, max));
  }

  @Override
  public CompletionStage<Void> remove(
      QueueName queue, List<Segment> gone, Optional<Instant> oldest) {
    StateChange change = new StateChange().ifThere();
    change.count(
        QueueStates.counts(gone.stream().flatMap(segment -> segment.events().stream()).toList()),
        -1);
    oldest.ifPresent(time -> change.set(QueueStates.OLDEST, millis(time)));
    return segments
        .remove(gone)
        .thenCompose(
            removed -> calls.executeThroughContention(client -> change(client, queue, change)));
  }

  @Override
  public CompletionStage<Void> replace(Segment segment, List<ParkedEvent> left) {
    Map<ParkReason, Integer> less = QueueStates.less(segment, left);
    StateChange change = new StateChange().ifThere().count(less, -1);
    return calls.executeThroughContention(
        client -> {
          if (segments.replace(client, segment, left) && !less.isEmpty()) {
            change(client, segment.queue(), change);
          }
        });
  }

  @Override
  public CompletionStage<QueueState> close(QueueName queue, Closing closing) {
    StateChange change =
        new StateChange()
            .when(QueueStates.STATE, "<>", text(QueueStates.CLOSING))
            .ifThere()
            .set(QueueStates.STATE, text(QueueStates.CLOSING))
            .set(QueueStates.UNTIL, millis(closing.until()))
            .set(QueueStates.BY, text(closing.by()));
    return calls.runThroughContention(
        client -> QueueStates.forRedrive(change(client, queue, change).item()));
  }

  @Override
  public CompletionStage<QueueState> release(QueueName queue, String by) {
    return inTurn(
        queue, () -> calls.runThroughContention(client -> holds.release(client, queue, by)));
  }

  @Override
  public CompletionStage<Lease> lease(int part, String owner, Instant now, Instant until) {
    return calls.runThroughContention(
        client -> leases.take(client, keys.lease(part), owner, now, until));
  }

  @Override
  public CompletionStage<Void> giveBack(int part, String owner) {
    return calls.executeThroughContention(
        client -> leases.giveBack(client, keys.lease(part), owner));
  }

  private static StateChange held() {
    return new StateChange().when(QueueStates.STATE, QueueStates.HELD);
  }

  private Outcome change(DynamoDbClient client, QueueName queue, StateChange change) {
    Map<String, AttributeValue> key = keys.state(queue);
    return change.on(client, calls.table(), key);
  }

  /** Starts a call when the one before it has ended, successfully or not. Thread-safe. */
  private static final class OneAfterTheOther {
    private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

    synchronized <T> CompletableFuture<T> run(Supplier<CompletableFuture<T>> call) {
      CompletableFuture<T> next =
          last.handle((result, failure) -> true).thenCompose(ended -> call.get());
      last = next;
      return next;
    }
  }
}
