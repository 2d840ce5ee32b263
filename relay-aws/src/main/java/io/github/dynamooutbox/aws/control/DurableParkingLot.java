package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkingLot;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * Parks events, each in one transaction with its lane's count. Whatever is in the way of one fails
 * the stage: the relay repeats it.
 */
final class DurableParkingLot implements ParkingLot {
  /** Places of the actions in a transaction. */
  private static final int PARKED = 0;

  private static final int LANE = 1;

  private final Calls calls;
  private final Keys keys;
  private final ClosedLanes closedLanes;

  DurableParkingLot(Calls calls, Keys keys) {
    this.calls = calls;
    this.keys = keys;
    this.closedLanes = new ClosedLanes(calls.table(), keys);
  }

  @Override
  public CompletionStage<Set<LaneKey>> closed(Collection<LaneKey> lanes) {
    Set<LaneKey> asked = Set.copyOf(lanes);
    return calls.run(client -> closedLanes.of(client, asked));
  }

  @Override
  public CompletionStage<Void> park(ParkedEvent event) {
    LaneKey lane = event.place().lane();
    TransactWriteItem count = of(LaneItems.closing(calls.table(), keys.lane(lane), event));
    Put noted = Put.builder().tableName(calls.table()).item(keys.closed(lane)).build();
    return calls.does(
        client -> {
          try {
            write(client, put(event), count, TransactWriteItem.builder().put(noted).build());
          } catch (TransactionCanceledException e) {
            if (!Cancellation.of(e).failedAt(PARKED)) {
              throw e;
            }
          }
        });
  }

  @Override
  public CompletionStage<Boolean> parkBehind(ParkedEvent event) {
    TransactWriteItem count = of(LaneItems.oneMore(calls.table(), keys.lane(event.place().lane())));
    return calls.run(
        client -> {
          try {
            write(client, put(event), count);
            return true;
          } catch (TransactionCanceledException e) {
            Cancellation why = Cancellation.of(e);
            if (why.failedAt(PARKED)) {
              return true;
            }
            if (why.failedOnlyAt(LANE)) {
              return false;
            }
            throw e;
          }
        });
  }

  private TransactWriteItem put(ParkedEvent event) {
    Put put =
        Put.builder()
            .tableName(calls.table())
            .item(ParkedItems.of(keys.parked(event.place()), event))
            .conditionExpression("attribute_not_exists(PK)")
            .build();
    return TransactWriteItem.builder().put(put).build();
  }

  private static TransactWriteItem of(Update update) {
    return TransactWriteItem.builder().update(update).build();
  }

  private static void write(DynamoDbClient client, TransactWriteItem... actions) {
    client.transactWriteItems(request -> request.transactItems(actions));
  }
}
