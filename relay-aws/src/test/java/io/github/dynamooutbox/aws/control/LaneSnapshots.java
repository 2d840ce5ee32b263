package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Looks at whole lanes while they change, each time at one moment. */
final class LaneSnapshots implements Runnable {
  private static final long PAUSE_NANOS = 3_000_000;

  private final DynamoDbClient client;
  private final Keys keys;
  private final Map<LaneKey, List<Place>> lanes;
  private volatile boolean stopped;
  private volatile int closedSeen;

  LaneSnapshots(DynamoDbClient client, String stream, Map<LaneKey, List<Place>> lanes) {
    this.client = client;
    this.keys = new Keys(stream);
    this.lanes = lanes;
  }

  void stop() {
    stopped = true;
  }

  /** How often a lane was seen closed. */
  int closedSeen() {
    return closedSeen;
  }

  @Override
  public void run() {
    while (!stopped) {
      lanes.forEach(this::check);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** A lane's state and its note exist together, and the state counts the events. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread only
  private void check(LaneKey lane, List<Place> places) {
    List<TransactGetItem> gets = new ArrayList<>();
    gets.add(get(keys.lane(lane)));
    gets.add(get(keys.closed(lane)));
    places.forEach(place -> gets.add(get(keys.parked(place))));
    List<ItemResponse> found;
    try {
      found = client.transactGetItems(request -> request.transactItems(gets)).responses();
    } catch (TransactionCanceledException conflict) {
      return;
    }
    ItemResponse state = found.get(0);
    long events = found.stream().skip(2).filter(ItemResponse::hasItem).count();
    assertThat(found.get(1).hasItem()).as("note of %s", lane).isEqualTo(state.hasItem());
    if (state.hasItem()) {
      closedSeen++;
      assertThat(AttributeValues.numberOf(state.item(), "count"))
          .as("count of %s", lane)
          .isEqualTo(events);
    } else {
      assertThat(events).as("events in open %s", lane).isZero();
    }
  }

  private static TransactGetItem get(Map<String, AttributeValue> key) {
    return TransactGetItem.builder()
        .get(get -> get.tableName(LocalControlTable.NAME).key(key))
        .build();
  }
}
