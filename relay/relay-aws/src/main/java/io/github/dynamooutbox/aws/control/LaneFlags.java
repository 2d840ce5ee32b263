package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.text;

import io.github.dynamooutbox.relay.park.queue.QueueName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The head's flags, which say for which targets and parts a batch has to look for closed lanes. A
 * flag that is up without need costs reads; one that is missing would let events overtake earlier
 * ones of their lane. So a process that closes a lane first writes the lane's state, then checks
 * the flag. A process that wants to lower a flag first announces that, then looks for lanes, and
 * lowers the flag only if no other process has objected meanwhile.
 */
record LaneFlags(String table, QueueKeys keys) {
  /** Makes sure that the flag is up and that no process is about to lower it. */
  void raise(DynamoDbClient client, QueueName lane) {
    String flag = QueueKeys.flag(lane.target(), lane.part());
    HeadItem head =
        HeadItem.of(
            client
                .getItem(request -> request.tableName(table).key(keys.head()).consistentRead(true))
                .item());
    List<String> leaving =
        head.leaving().stream().filter(each -> each.startsWith(flag + '#')).sorted().toList();
    if (!leaving.isEmpty()) {
      update(client, "ADD #lanes :flag DELETE #leaving :leaving", flag, leaving, "");
    } else if (!head.lanes().contains(flag)) {
      update(client, "ADD #lanes :flag", flag, List.of(), "");
    }
  }

  void lowerIfUnused(DynamoDbClient client, QueueName lane) {
    if (isUsed(client, lane)) {
      return;
    }
    String flag = QueueKeys.flag(lane.target(), lane.part());
    // A unique name: if attempts shared one, an objection could be missed.
    List<String> mine = List.of(flag + '#' + UUID.randomUUID());
    update(client, "ADD #leaving :leaving", "", mine, "");
    if (isUsed(client, lane)) {
      update(client, "DELETE #leaving :leaving", "", mine, "");
    } else {
      update(client, "DELETE #lanes :flag, #leaving :leaving", flag, mine, mine.get(0));
    }
  }

  private boolean isUsed(DynamoDbClient client, QueueName lane) {
    Map<String, AttributeValue> lanes =
        Map.of(
            ":part", text(keys.statePartition(lane.part())),
            ":lanes", text(QueueKeys.laneStatesOf(lane.target())));
    return client
            .query(
                request ->
                    request
                        .tableName(table)
                        .consistentRead(true)
                        .keyConditionExpression("PK = :part AND begins_with(SK, :lanes)")
                        .expressionAttributeValues(lanes)
                        .limit(1))
            .count()
        > 0;
  }

  /** Changes the head; with {@code stillLeaving}, only if nobody has objected to that attempt. */
  private void update(
      DynamoDbClient client,
      String change,
      String flag,
      List<String> leaving,
      String stillLeaving) {
    Map<String, String> names = new HashMap<>();
    Map<String, AttributeValue> values = new HashMap<>();
    if (!flag.isEmpty()) {
      names.put("#lanes", HeadItem.LANES);
      values.put(":flag", AttributeValue.fromSs(List.of(flag)));
    }
    if (!leaving.isEmpty()) {
      names.put("#leaving", HeadItem.LEAVING);
      values.put(":leaving", AttributeValue.fromSs(leaving));
    }
    UpdateItemRequest.Builder request =
        UpdateItemRequest.builder()
            .tableName(table)
            .key(keys.head())
            .updateExpression(change)
            .expressionAttributeNames(names);
    if (!stillLeaving.isEmpty()) {
      values.put(":still", text(stillLeaving));
      request.conditionExpression("contains(#leaving, :still)");
    }
    try {
      client.updateItem(request.expressionAttributeValues(values).build());
    } catch (ConditionalCheckFailedException objection) {
      // A lane has just been closed: the flag stays up.
      return;
    }
  }
}
