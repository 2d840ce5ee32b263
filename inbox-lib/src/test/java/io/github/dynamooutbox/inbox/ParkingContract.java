package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.HandleResult.AlreadyHandled;
import io.github.dynamooutbox.inbox.HandleResult.Handled;
import io.github.dynamooutbox.inbox.HandleResult.Parked;
import io.github.dynamooutbox.inbox.HandleResult.Proof;
import io.github.dynamooutbox.localaws.WrappedDynamoDb;
import io.github.dynamooutbox.writer.ConditionFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** What an inbox does with events that it has parked. */
abstract class ParkingContract extends HeldUpContract {
  @Test
  void parksAndHandlesInOrderWhenTheMissingEventComes() {
    Inbox inbox = every(OnGap.PARK);

    assertThat(inbox.handle(Events.at(order, 3), effects()))
        .isEqualTo(
            new Parked(new Gap(order, "0000000000000000001.000000", new EventPosition(3, 0, 1))));
    assertThat(inbox.handle(Events.at(order, 2), effects())).isInstanceOf(Parked.class);
    assertThat(inbox.handle(Events.at(order, 2), effects())).isInstanceOf(Parked.class);
    assertThat(inbox.handle(Events.at(order, 7), effects())).isInstanceOf(Parked.class);
    assertParked(inbox, Events.at(order, 2), Events.at(order, 3), Events.at(order, 7));
    assertThat(inbox.handle(Events.at(order, 1), effects()))
        .isEqualTo(new Handled(Optional.empty(), true));

    effects().assertApplied(Events.at(order, 1), Events.at(order, 2), Events.at(order, 3));
    assertThat(inbox.handle(Events.at(order, 2), effects()))
        .isEqualTo(new AlreadyHandled(Proof.ENTRY, true));
    inbox.skip(Events.SOURCE, order, 6);
    assertThat(inbox.resume(Events.SOURCE, order, effects())).isEqualTo(new Resumed(1, 0));
    assertThat(inbox.handle(Events.at(order, 8), effects())).isEqualTo(HANDLED);
    assertParked(inbox);
    effects()
        .assertApplied(
            Events.at(order, 1),
            Events.at(order, 2),
            Events.at(order, 3),
            Events.at(order, 7),
            Events.at(order, 8));
  }

  private void assertParked(Inbox inbox, ReceivedEvent... events) {
    assertThat(WholeEvent.of(inbox.parked(Events.SOURCE, order).toList()))
        .isEqualTo(WholeEvent.of(events));
  }

  @Test
  void aggregatesOfTheSameNameAreKeptApartBySource() {
    Inbox inbox = every(OnGap.PARK);
    ReceivedEvent first = Events.at(Events.OTHER_SOURCE, order, new EventPosition(1, 0, 1));
    ReceivedEvent second = Events.at(Events.OTHER_SOURCE, order, new EventPosition(2, 0, 1));

    inbox.handle(second, effects());
    inbox.handle(Events.at(order, 3), effects());

    assertParked(inbox, Events.at(order, 3));
    assertThat(inbox.handle(Events.at(order, 1), effects()))
        .isEqualTo(new Handled(Optional.empty(), true));
    effects().assertApplied(Events.at(order, 1));
    assertThat(inbox.handle(first, effects())).isEqualTo(new Handled(Optional.empty(), true));
    effects().assertApplied(first, second);
  }

  @Test
  void eventWhoseTurnComesBeforeItIsParkedIsHandled() {
    Inbox other = every(OnGap.PARK);
    Inbox inbox =
        interrupted(
            OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK),
            () -> other.handle(Events.at(order, 1), effects()));

    assertThat(inbox.handle(Events.at(order, 2), tx -> effects().handle(Events.at(order, 2), tx)))
        .isInstanceOf(Handled.class);
    assertParked(other);
    effects().assertApplied(Events.at(order, 1), Events.at(order, 2));
  }

  /** An inbox before whose second transaction something else happens. */
  private Inbox interrupted(OrderGuard guard, Runnable meanwhile) {
    AtomicInteger requests = new AtomicInteger();
    DynamoDbClient slower =
        new WrappedDynamoDb(client()) {
          @Override
          public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
            if (requests.incrementAndGet() == 2) {
              meanwhile.run();
            }
            return super.transactWriteItems(request);
          }

          @Override
          public QueryResponse query(QueryRequest request) {
            return client().query(request);
          }
        };
    return Inbox.builder(slower).table(table()).consumer(consumer).order(guard).build();
  }

  /** Neither the entry nor the cursor says so: the two events share their position only. */
  @Test
  void eventThatIsNoLongerParkedAtItsPlaceIsLookedAtAnew() {
    Inbox other = every(OnGap.PARK);
    OrderGuard late =
        OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.ACCEPT).onLate(OnLate.HANDLE);
    ReceivedEvent parked = Events.at(order, 2);
    ReceivedEvent again = Events.with(parked, "id", "another id");
    other.handle(parked, effects());
    builder().order(late).build().handle(Events.at(order, 5), tx -> {});
    Inbox inbox =
        interrupted(
            late,
            () ->
                assertThat(other.resume(Events.SOURCE, order, effects()))
                    .isEqualTo(new Resumed(1, 0)));

    assertThat(inbox.handle(again, effects())).isEqualTo(HANDLED);
    assertParked(other);
    effects().assertApplied(parked, again);
  }

  @Test
  void closureLeavesParkedEventsToResume() {
    Inbox inbox = every(OnGap.PARK);
    inbox.handle(Events.at(order, 2), tx -> {});

    assertThat(inbox.handle(Events.at(order, 1), tx -> {}))
        .isEqualTo(new Handled(Optional.empty(), true));
    assertParked(inbox, Events.at(order, 2));
    assertThat(inbox.resume(Events.SOURCE, order, effects())).isEqualTo(new Resumed(1, 0));
    assertThat(inbox.resume(Events.SOURCE, order, effects())).isEqualTo(new Resumed(0, 0));
  }

  @Test
  void parkedEventThatWasHandledOtherwiseIsRemovedAndThoseBehindItAreHandled() {
    OrderGuard guard = OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK);
    for (Inbox inbox :
        List.of(
            builder().order(guard).build(),
            builder().consumer(consumer + ".cursor").orderByCursorOnly(guard).build())) {
      inbox.handle(Events.at(order, 2), tx -> {});
      inbox.handle(Events.at(order, 1), tx -> {});
      assertThat(inbox.handle(Events.at(order, 2), tx -> {}))
          .isEqualTo(new Handled(Optional.empty(), true));
      assertThat(inbox.resume(Events.SOURCE, order, effects())).isEqualTo(new Resumed(0, 0));

      inbox.handle(Events.at(order, 4), tx -> {});
      inbox.handle(Events.at(order, 5), tx -> {});
      inbox.handle(Events.at(order, 3), tx -> {});
      inbox.handle(Events.at(order, 4), tx -> {});
      assertThat(inbox.resume(Events.SOURCE, order, effects())).isEqualTo(new Resumed(1, 0));
      assertParked(inbox);
      assertThat(inbox.handle(Events.at(order, 6), tx -> {})).isEqualTo(HANDLED);
    }
  }

  @Test
  void eventThatAnotherCallResumesMeanwhileIsHandledOnce() {
    Inbox inbox = every(OnGap.PARK);
    inbox.handle(Events.at(order, 2), tx -> {});
    inbox.handle(Events.at(order, 1), tx -> {});
    List<Resumed> meanwhile = new ArrayList<>();

    Resumed slower =
        inbox.resume(
            Events.SOURCE,
            order,
            (event, tx) -> {
              meanwhile.add(inbox.resume(Events.SOURCE, order, effects()));
              effects().handle(event, tx);
            });

    assertThat(meanwhile).containsExactly(new Resumed(1, 0));
    assertThat(slower).isEqualTo(new Resumed(0, 0));
    effects().assertApplied(Events.at(order, 2));
  }

  @Test
  void parkedEventWhoseHandlerFailsStaysWithThoseBehindIt() {
    Inbox inbox = every(OnGap.PARK);
    inbox.handle(Events.at(order, 2), tx -> {});
    inbox.handle(Events.at(order, 3), tx -> {});
    inbox.handle(Events.at(order, 1), tx -> {});

    assertThatExceptionOfType(ConditionFailedException.class)
        .isThrownBy(() -> inbox.resume(Events.SOURCE, order, impossible()))
        .satisfies(e -> assertThat(e.conditions().get(0).action().isNamed("stock")).isTrue());
    assertParked(inbox, Events.at(order, 2), Events.at(order, 3));
    assertThat(inbox.resume(Events.SOURCE, order, effects())).isEqualTo(new Resumed(2, 0));
    effects().assertApplied(Events.at(order, 2), Events.at(order, 3));
  }

  /** Neither the slot nor a part is left behind, nor does the cursor count it any more. */
  @Test
  void largeParkedEventThatIsHandledItselfIsRemovedAsAWhole() {
    ReceivedEvent large = large();
    Inbox parks = every(OnGap.PARK);
    OrderGuard accepting =
        OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.ACCEPT).onLate(OnLate.HANDLE);
    Inbox accepts = builder().order(accepting).build();
    for (Runnable makesItsTurnCome :
        List.<Runnable>of(
            () -> parks.handle(Events.at(order, 1), tx -> {}),
            () -> accepts.handle(Events.at(order, 7), tx -> {}))) {
      assertThat(parks.handle(large, tx -> {})).isInstanceOf(Parked.class);
      makesItsTurnCome.run();

      assertThat(accepts.handle(large, tx -> {})).isInstanceOf(Handled.class);

      assertThat(isStored(keys().parked(OrderedEvent.of(large)))).isFalse();
      for (int part = 0; part < 14; part++) {
        assertThat(isStored(keys().part(OrderedEvent.of(large), part)))
            .as("part " + part)
            .isFalse();
      }
      assertThat(item(keys().cursor(Events.SOURCE, order)).get(Cursor.PARKED).n()).isEqualTo("0");
      expire(keys().cursor(Events.SOURCE, order));
      expire(keys().entry(large));
    }
  }

  /** Version 2, in more parts than one transaction removes. */
  private ReceivedEvent large() {
    byte[] bytes = new byte[5_000_000];
    new Random(2).nextBytes(bytes);
    return ReceivedEvent.of(Events.at(order, 2).attributes(), Payload.of(bytes));
  }

  private Map<String, AttributeValue> item(Map<String, AttributeValue> key) {
    return client().getItem(get -> get.tableName(table()).key(key).consistentRead(true)).item();
  }

  private boolean isStored(Map<String, AttributeValue> key) {
    return !item(key).isEmpty();
  }

  @Test
  void aParkedEventThatFailedIsTriedAgainOnlyIfAnotherIsParkedBehindIt() {
    Inbox inbox = every(OnGap.PARK);
    AtomicInteger attempts = new AtomicInteger();
    EventHandler handler =
        (event, tx) -> {
          if (event.id().equals(Events.at(order, 2).id())) {
            attempts.incrementAndGet();
          }
          throw new IllegalStateException("secret");
        };
    inbox.handle(Events.at(order, 2), effects());
    inbox.handle(Events.at(order, 1), tx -> {});

    assertThat(inbox.handle(Events.at(order, 3), handler).parkedFailure()).isPresent();
    // What it waits for may have been handled just before it was parked.
    assertThat(attempts).hasValue(2);
    assertThat(inbox.handle(Events.at(order, 3), handler).parkedFailure()).isPresent();
    assertThat(attempts).hasValue(3);
  }

  /** At each look an event is parked whose turn has come, and gone when it is to be resumed. */
  @Test
  void givesUpAfterTenAttempts() {
    Inbox parks = every(OnGap.PARK);
    parks.handle(Events.at(order, 2), tx -> {});
    parks.handle(Events.at(order, 1), tx -> {});
    AtomicInteger looks = new AtomicInteger();
    DynamoDbClient changing =
        new WrappedDynamoDb(client()) {

          @Override
          public QueryResponse query(QueryRequest request) {
            boolean isOfParked =
                request
                    .expressionAttributeValues()
                    .containsValue(AttributeValue.fromS(keys().parkedPartition(order)));
            return isOfParked && looks.incrementAndGet() % 2 == 0
                ? QueryResponse.builder().build()
                : client().query(request);
          }
        };
    Inbox inbox =
        Inbox.builder(changing)
            .table(table())
            .consumer(consumer)
            .order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK))
            .build();
    ReceivedEvent event = Events.at(order, 3);

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> inbox.handle(event, effects()))
        .withMessage(
            event
                + ": the cursor of "
                + order
                + " moves backwards; does anything else write to it?");
    assertThat(looks).hasValue(20);
  }

  @Test
  void whileTheCursorMovesParkedEventsAreHandledInOrder() {
    Inbox inbox = every(OnGap.PARK);
    inbox.handle(Events.at(order, 2), tx -> {});
    inbox.handle(Events.at(order, 3), tx -> {});
    inbox.handle(Events.at(order, 1), tx -> {});

    Resumed resumed =
        inbox.resume(
            Events.SOURCE,
            order,
            (event, tx) -> {
              // Beyond the first one, which is then no longer the next.
              inbox.skip(Events.SOURCE, order, 2);
              effects().handle(event, tx);
            });

    assertThat(resumed).isEqualTo(new Resumed(2, 0));
    effects().assertApplied(Events.at(order, 2), Events.at(order, 3));
    for (int version = 5; version <= 7; version++) {
      inbox.handle(Events.at(order, version), effects());
    }
    assertThat(inbox.resume(Events.SOURCE, order, effects())).isEqualTo(new Resumed(0, 3));
    assertThat(inbox.resume(Events.SOURCE, Events.order("none"), effects()))
        .isEqualTo(new Resumed(0, 0));
  }

  @Test
  void failureAtAnEventThatAnotherCallResumesMeanwhileIsNone() {
    Inbox inbox = every(OnGap.PARK);
    inbox.handle(Events.at(order, 2), tx -> {});
    inbox.handle(Events.at(order, 1), tx -> {});

    Resumed slower =
        inbox.resume(
            Events.SOURCE,
            order,
            (event, tx) -> {
              inbox.resume(Events.SOURCE, order, effects());
              throw new IllegalStateException("no");
            });

    assertThat(slower).isEqualTo(new Resumed(0, 0));
    effects().assertApplied(Events.at(order, 2));
  }

  @Test
  void whatWasHandledBeforeItWasParkedIsRemovedAsAWholeOrSaidToBeLeft() {
    ReceivedEvent large = large();
    Inbox inbox = every(OnGap.PARK);
    inbox.handle(large, tx -> {});
    inbox.handle(Events.at(order, 1), tx -> {});
    client().putItem(put -> put.tableName(table()).item(keys().entry(large)));

    Inbox refused =
        interrupted(
            OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK),
            () -> {
              throw DynamoDbException.builder().statusCode(400).message("denied").build();
            });
    assertThatExceptionOfType(DynamoDbException.class)
        .isThrownBy(() -> refused.resume(Events.SOURCE, order, (event, tx) -> {}))
        .withMessageContaining("denied");
    assertThat(inbox.resume(Events.SOURCE, order, (event, tx) -> {})).isEqualTo(new Resumed(0, 0));

    for (int part = 0; part < 14; part++) {
      assertThat(isStored(keys().part(OrderedEvent.of(large), part))).as("part " + part).isFalse();
    }
    assertThat(item(keys().cursor(Events.SOURCE, order)).get(Cursor.PARKED).n()).isEqualTo("0");
  }

  @Test
  void nothingIsParkedWhereAPartIsRefused() {
    Inbox refused =
        interrupted(
            OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK),
            () -> {
              throw DynamoDbException.builder().statusCode(400).message("denied").build();
            });

    assertThatExceptionOfType(DynamoDbException.class)
        .isThrownBy(() -> refused.handle(large(), tx -> {}))
        .withMessageContaining("denied");
    assertParked(every(OnGap.PARK));
  }
}
