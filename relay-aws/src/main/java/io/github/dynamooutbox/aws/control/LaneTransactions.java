package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.number;

import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** The steps of a redrive, each of them one transaction. */
final class LaneTransactions {
  /** Place of the action that decides. */
  private static final int FIRST = 0;

  private final String table;
  private final Keys keys;

  LaneTransactions(String table, Keys keys) {
    this.table = table;
    this.keys = keys;
  }

  /** Takes out an event; false if it was not there. */
  boolean remove(DynamoDbClient client, Place place) {
    Delete parked = delete(keys.parked(place)).conditionExpression("attribute_exists(PK)").build();
    return write(
        client,
        TransactWriteItem.builder().delete(parked).build(),
        TransactWriteItem.builder()
            .update(LaneItems.oneLess(table, keys.lane(place.lane())))
            .build());
  }

  /** Opens a lane; true also if it is open, false if it holds something. */
  boolean reopen(DynamoDbClient client, LaneKey lane) {
    Delete state =
        delete(keys.lane(lane))
            .conditionExpression("attribute_not_exists(PK) OR #count = :zero")
            .expressionAttributeNames(Map.of("#count", "count"))
            .expressionAttributeValues(Map.of(":zero", number(0)))
            .build();
    return write(
        client,
        TransactWriteItem.builder().delete(state).build(),
        TransactWriteItem.builder().delete(delete(keys.closed(lane)).build()).build());
  }

  /** Notes a publication. An event that is gone needs no note. */
  void mark(DynamoDbClient client, Place place, String mark) {
    try {
      client.updateItem(
          request ->
              request
                  .tableName(table)
                  .key(keys.parked(place))
                  .updateExpression("ADD #published :mark")
                  .conditionExpression("attribute_exists(PK)")
                  .expressionAttributeNames(Map.of("#published", ParkedItems.PUBLISHED))
                  .expressionAttributeValues(
                      Map.of(":mark", AttributeValue.builder().ss(mark).build())));
    } catch (ConditionalCheckFailedException gone) {
      return;
    } catch (DynamoDbException e) {
      // The redrive goes on: only if it is interrupted, what was not noted is published again.
      if (!isTooLarge(e)) {
        throw e;
      }
    }
  }

  /** DynamoDB gives this case no code of its own. */
  private static boolean isTooLarge(DynamoDbException e) {
    return e.awsErrorDetails() != null
        && "ValidationException".equals(e.awsErrorDetails().errorCode())
        && String.valueOf(e.awsErrorDetails().errorMessage()).contains("size");
  }

  private Delete.Builder delete(Map<String, AttributeValue> key) {
    return Delete.builder().tableName(table).key(key);
  }

  private static boolean write(DynamoDbClient client, TransactWriteItem... actions) {
    try {
      client.transactWriteItems(request -> request.transactItems(actions));
      return true;
    } catch (TransactionCanceledException e) {
      if (Cancellation.of(e).failedAt(FIRST)) {
        return false;
      }
      throw e;
    }
  }
}
