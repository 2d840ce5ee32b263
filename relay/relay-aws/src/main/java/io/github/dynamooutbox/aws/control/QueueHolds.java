package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.text;

import io.github.dynamooutbox.aws.internal.table.Cancellation;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * Holds and releases queues. A backlog's state and its name in the head are written, and deleted,
 * in one transaction. For lanes the head has only a flag for each part, so that closing many lanes
 * does not write it each time: see {@link LaneFlags}.
 */
final class QueueHolds {
  private static final String IS_CLOSED_BY = "#state = :closing AND #by = :by";
  private static final Map<String, String> CLOSING_NAMES =
      Map.of("#state", QueueStates.STATE, "#by", QueueStates.BY);

  private final String table;
  private final QueueKeys keys;
  private final LaneFlags flags;

  QueueHolds(String table, QueueKeys keys) {
    this.table = table;
    this.keys = keys;
    this.flags = new LaneFlags(table, keys);
  }

  boolean hold(DynamoDbClient client, QueueName queue, long last, Instant now) {
    return queue.<Boolean>fold(
        part -> holdPart(client, part, last, now),
        lane -> holdLane(client, lane, last, now),
        single ->
            put(client, QueueStates.of(keys.state(single), single, QueueStates.HELD, last, now))
                .isEmpty());
  }

  /** Usually another shard already holds it. Nothing is written then, and nothing conflicts. */
  private boolean holdPart(DynamoDbClient client, QueueName queue, long last, Instant now) {
    Map<String, AttributeValue> key = keys.state(queue);
    if (client
        .getItem(request -> request.tableName(table).key(key).consistentRead(true))
        .hasItem()) {
      return false;
    }
    Put state =
        Put.builder()
            .tableName(table)
            .item(QueueStates.of(key, queue, QueueStates.HELD, last, now))
            .conditionExpression("attribute_not_exists(PK)")
            .build();
    return Cancellation.write(
        client,
        List.of(
            TransactWriteItem.builder().put(state).build(),
            TransactWriteItem.builder().update(head("ADD", queue)).build()));
  }

  private boolean holdLane(DynamoDbClient client, QueueName queue, long last, Instant now) {
    Map<String, AttributeValue> key = keys.state(queue);
    Map<String, AttributeValue> found =
        put(client, QueueStates.of(key, queue, QueueStates.OPENING, last, now));
    if (!found.isEmpty() && !QueueStates.isOpening(found)) {
      return false;
    }
    flags.raise(client, queue);
    return new StateChange()
        .set(QueueStates.STATE, text(QueueStates.HELD))
        .when(QueueStates.STATE, QueueStates.OPENING)
        .on(client, table, key)
        .isDone();
  }

  QueueState release(DynamoDbClient client, QueueName queue, String by) {
    Map<String, AttributeValue> key = keys.state(queue);
    Map<String, AttributeValue> left =
        queue.fold(
            part -> releasePart(client, part, by),
            lane -> releaseLane(client, lane, by),
            single -> delete(client, key, by));
    return QueueStates.forRedrive(left);
  }

  private Map<String, AttributeValue> releaseLane(
      DynamoDbClient client, QueueName queue, String by) {
    Map<String, AttributeValue> left = delete(client, keys.state(queue), by);
    if (left.isEmpty()) {
      flags.lowerIfUnused(client, queue);
    }
    return left;
  }

  private Map<String, AttributeValue> releasePart(
      DynamoDbClient client, QueueName queue, String by) {
    Map<String, AttributeValue> key = keys.state(queue);
    Delete state =
        Delete.builder()
            .tableName(table)
            .key(key)
            .conditionExpression(IS_CLOSED_BY)
            .expressionAttributeNames(CLOSING_NAMES)
            .expressionAttributeValues(closing(by))
            .build();
    boolean released =
        Cancellation.write(
            client,
            List.of(
                TransactWriteItem.builder().delete(state).build(),
                TransactWriteItem.builder().update(head("DELETE", queue)).build()));
    return released
        ? Map.of()
        : client.getItem(request -> request.tableName(table).key(key).consistentRead(true)).item();
  }

  /** Deletes a state that this attempt is closing; otherwise returns the state as it is. */
  private Map<String, AttributeValue> delete(
      DynamoDbClient client, Map<String, AttributeValue> key, String by) {
    try {
      client.deleteItem(
          request ->
              request
                  .tableName(table)
                  .key(key)
                  .conditionExpression(IS_CLOSED_BY)
                  .expressionAttributeNames(CLOSING_NAMES)
                  .expressionAttributeValues(closing(by))
                  .returnValuesOnConditionCheckFailure(
                      ReturnValuesOnConditionCheckFailure.ALL_OLD));
      return Map.of();
    } catch (ConditionalCheckFailedException e) {
      return e.hasItem() ? e.item() : Map.of();
    }
  }

  private static Map<String, AttributeValue> closing(String by) {
    return Map.of(":closing", text(QueueStates.CLOSING), ":by", text(by));
  }

  /** Writes a state if there is none; otherwise returns the one that exists. */
  private Map<String, AttributeValue> put(DynamoDbClient client, Map<String, AttributeValue> item) {
    try {
      client.putItem(
          request ->
              request
                  .tableName(table)
                  .item(item)
                  .conditionExpression("attribute_not_exists(PK)")
                  .returnValuesOnConditionCheckFailure(
                      ReturnValuesOnConditionCheckFailure.ALL_OLD));
      return Map.of();
    } catch (ConditionalCheckFailedException e) {
      return e.item();
    }
  }

  private Update head(String verb, QueueName queue) {
    return Update.builder()
        .tableName(table)
        .key(keys.head())
        .updateExpression(verb + " #held :queue")
        .expressionAttributeNames(Map.of("#held", HeadItem.HELD))
        .expressionAttributeValues(
            Map.of(
                ":queue",
                AttributeValue.builder().ss(QueueKeys.flag(queue.target(), queue.part())).build()))
        .build();
  }
}
