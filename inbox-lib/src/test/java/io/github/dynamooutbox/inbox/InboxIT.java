package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.localaws.WrappedDynamoDb;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** The inbox at DynamoDB. */
class InboxIT extends OrderContract {
  private static InboxTable table;

  @BeforeAll
  static void start() {
    table = new InboxTable();
  }

  @AfterAll
  static void stop() {
    table.close();
  }

  @Override
  DynamoDbClient client() {
    return table.client();
  }

  @Override
  String table() {
    return InboxTable.NAME;
  }

  private static Inbox inbox(DynamoDbClient client, String consumer, Mode mode) {
    InboxBuilder builder = Inbox.builder(client).table(InboxTable.NAME).consumer(consumer);
    OrderGuard guard = OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT);
    return switch (mode) {
      case ENTRIES -> builder.build();
      case ENTRIES_AND_CURSOR -> builder.order(guard).build();
      case CURSOR -> builder.orderByCursorOnly(guard).build();
    };
  }

  /**
   * What the guide states. DynamoDB Local says 4 for whatever transaction, so this has it say what
   * each item takes by itself, before or after the transaction, and doubles the larger of the two.
   */
  @ParameterizedTest
  @CsvSource({"ENTRIES, 2", "ENTRIES_AND_CURSOR, 4", "CURSOR, 2"})
  void costsInWriteUnits(Mode mode, int expected) {
    List<Integer> units = new ArrayList<>();
    DynamoDbClient measured = measured(units);
    Inbox inbox = inbox(measured, "costs-" + mode, mode);
    AggregateKey order = Events.order("018f6b5e-7c4a-7d2e-9f3b-2c1d0e9f8a7b");

    inbox.handle(Events.at(order, 1), tx -> {});
    inbox.handle(Events.at(order, 2), tx -> {});

    assertThat(units).containsExactly(expected, expected);
  }

  private DynamoDbClient measured(List<Integer> units) {
    return new WrappedDynamoDb(client()) {
      @Override
      public QueryResponse query(QueryRequest request) {
        return client().query(request);
      }

      @Override
      public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        List<Double> before = request.transactItems().stream().map(each -> units(each)).toList();
        TransactWriteItemsResponse response = super.transactWriteItems(request);
        double sum = 0;
        for (int i = 0; i < before.size(); i++) {
          sum += 2 * Math.max(before.get(i), units(request.transactItems().get(i)));
        }
        units.add((int) sum);
        return response;
      }
    };
  }

  /** The slot and the cursor, and 2 for each KB of a larger event, which does not compress here. */
  @ParameterizedTest
  @CsvSource({"10, 4", "10000, 26"})
  void parkingCostsInWriteUnits(int bytes, int expected) {
    List<Integer> units = new ArrayList<>();
    Inbox inbox =
        Inbox.builder(measured(units))
            .table(InboxTable.NAME)
            .consumer("parking-costs-" + bytes)
            .order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK))
            .build();
    byte[] payload = new byte[bytes];
    new Random(bytes).nextBytes(payload);
    ReceivedEvent early =
        ReceivedEvent.of(
            Events.at(Events.order("018f6b5e-7c4a-7d2e-9f3b-2c1d0e9f8a7b"), 2).attributes(),
            Payload.of(payload));

    assertThat(inbox.handle(early, tx -> {})).isInstanceOf(HandleResult.Parked.class);

    assertThat(units).containsExactly(expected);
  }

  /** The write units of an item as it is now, in a table of which nothing else is asked. */
  private double units(TransactWriteItem action) {
    Map<String, AttributeValue> key = FakeAction.of(action).key(OutboxSchema.defaults());
    Map<String, AttributeValue> item =
        client().getItem(get -> get.tableName(InboxTable.NAME).key(key)).item();
    if (item.isEmpty()) {
      return 0;
    }
    client().deleteItem(delete -> delete.tableName(table.scratch()).key(key));
    return client()
        .putItem(
            put ->
                put.tableName(table.scratch())
                    .item(item)
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .capacityUnits();
  }

  /** One of 2 units more than the handling of any event, and as many for parts as to park them. */
  @ParameterizedTest
  @CsvSource({"10, 6", "10000, 28"})
  void resumingCostsInWriteUnits(int bytes, int expected) {
    List<Integer> units = new ArrayList<>();
    Inbox inbox =
        Inbox.builder(measured(units))
            .table(InboxTable.NAME)
            .consumer("resuming-costs-" + bytes)
            .order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK))
            .build();
    AggregateKey order = Events.order("018f6b5e-7c4a-7d2e-9f3b-2c1d0e9f8a7b");
    byte[] payload = new byte[bytes];
    new Random(bytes).nextBytes(payload);
    inbox.handle(ReceivedEvent.of(Events.at(order, 2).attributes(), Payload.of(payload)), tx -> {});
    units.clear();

    inbox.handle(Events.at(order, 1), (event, tx) -> {});

    assertThat(units).containsExactly(4, expected);
  }

  /** Two consumers of one queue get the same events, each shuffled in its own way, three times. */
  @ParameterizedTest
  @CsvSource({"ENTRIES", "ENTRIES_AND_CURSOR", "CURSOR"})
  void effectsHappenOnceWhereTwoConsumersRace(Mode mode) throws Exception {
    String name = "race-" + mode;
    Effects effects = new Effects(client(), InboxTable.NAME, name);
    List<ReceivedEvent> events = new ArrayList<>();
    for (String id : new String[] {"a", "b"}) {
      for (long version = 1; version <= 8; version++) {
        events.add(Events.at(Events.order(name + id), version));
      }
    }
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Callable<Void>> consumers = new ArrayList<>();
      for (long seed = 1; seed <= 2; seed++) {
        List<ReceivedEvent> deliveries = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          deliveries.addAll(events);
        }
        Collections.shuffle(deliveries, new Random(seed));
        consumers.add(() -> consume(deliveries, inbox(client(), name, mode), effects));
      }
      for (Future<Void> consumer : threads.invokeAll(consumers)) {
        consumer.get();
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(events).allSatisfy(event -> assertThat(effects.times(event)).isEqualTo(1));
    if (mode != Mode.ENTRIES) {
      effects.assertApplied(events.subList(0, 8));
      effects.assertApplied(events.subList(8, 16));
    }
  }

  /** As a queue does: what is not finished comes again. */
  private static Void consume(List<ReceivedEvent> deliveries, Inbox inbox, Effects effects) {
    List<ReceivedEvent> left = deliveries;
    while (!left.isEmpty()) {
      left = left.stream().filter(each -> !inbox.handle(each, effects).isFinished()).toList();
    }
    return null;
  }

  @Test
  void answerThatIsLostIsRecognisedAtTheNextDelivery() {
    boolean[] lost = {false};
    DynamoDbClient flaky =
        new WrappedDynamoDb(client()) {
          @Override
          public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
            TransactWriteItemsResponse response = super.transactWriteItems(request);
            if (!lost[0]) {
              lost[0] = true;
              throw new IllegalStateException("killed before the answer");
            }
            return response;
          }
        };
    Inbox inbox = inbox(flaky, "lost", Mode.ENTRIES_AND_CURSOR);
    Effects effects = new Effects(client(), InboxTable.NAME, "lost");
    ReceivedEvent event = Events.at(Events.order("lost"), 1);

    try {
      inbox.handle(event, effects);
    } catch (IllegalStateException killed) {
      assertThat(killed).hasMessage("killed before the answer");
    }

    assertThat(inbox.handle(event, effects))
        .isEqualTo(new HandleResult.AlreadyHandled(HandleResult.Proof.ENTRY, false));
    assertThat(effects.times(event)).isEqualTo(1);
  }
}
