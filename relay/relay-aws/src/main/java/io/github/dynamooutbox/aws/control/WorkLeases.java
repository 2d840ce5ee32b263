package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.instantOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.millis;
import static io.github.dynamooutbox.aws.control.AttributeValues.text;
import static io.github.dynamooutbox.aws.control.AttributeValues.textOf;

import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** Leases of work that only one process at a time may do. */
record WorkLeases(String table) {
  private static final String OWNER = "owner";
  private static final String UNTIL = "until";

  /**
   * Takes or renews a lease unless another owner holds it. Returns whose it is now, and until when.
   */
  Lease take(
      DynamoDbClient client,
      Map<String, AttributeValue> key,
      String owner,
      Instant now,
      Instant until) {
    try {
      client.updateItem(
          request ->
              request
                  .tableName(table)
                  .key(key)
                  .updateExpression("SET #owner = :owner, #until = :until")
                  .conditionExpression(
                      "attribute_not_exists(PK) OR #owner = :owner OR #until < :now")
                  .expressionAttributeNames(Map.of("#owner", OWNER, "#until", UNTIL))
                  .expressionAttributeValues(
                      Map.of(":owner", text(owner), ":until", millis(until), ":now", millis(now)))
                  .returnValuesOnConditionCheckFailure(
                      ReturnValuesOnConditionCheckFailure.ALL_OLD));
      return new Lease(owner, until);
    } catch (ConditionalCheckFailedException others) {
      Map<String, AttributeValue> item = others.item();
      return new Lease(textOf(item, OWNER), instantOf(item, UNTIL));
    }
  }

  void giveBack(DynamoDbClient client, Map<String, AttributeValue> key, String owner) {
    try {
      client.deleteItem(
          request ->
              request
                  .tableName(table)
                  .key(key)
                  .conditionExpression("#owner = :owner")
                  .expressionAttributeNames(Map.of("#owner", OWNER))
                  .expressionAttributeValues(Map.of(":owner", text(owner))));
    } catch (ConditionalCheckFailedException notMine) {
      return;
    }
  }
}
