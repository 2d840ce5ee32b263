package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.Gap.Missing;
import io.github.dynamooutbox.inbox.HandleResult.AlreadyHandled;
import io.github.dynamooutbox.inbox.HandleResult.Handled;
import io.github.dynamooutbox.inbox.HandleResult.Late;
import io.github.dynamooutbox.inbox.HandleResult.Parked;
import io.github.dynamooutbox.inbox.HandleResult.Proof;
import io.github.dynamooutbox.inbox.HandleResult.Waiting;
import io.github.dynamooutbox.localaws.WrappedDynamoDb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** What holds an event up, what does not, and what is said about it. */
abstract class HeldUpContract extends LeaseContract {
  private static final OrderGuard PARKS = OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK);

  private static String at(long version) {
    return new EventPosition(version, 0, 1).sequence();
  }

  private ReceivedEvent version(long version) {
    return Events.at(order, version);
  }

  /** Fails for one version. */
  private EventHandler exceptFor(long version) {
    return (event, tx) -> {
      if (event.attribute("sequence").equals(Optional.of(at(version)))) {
        throw new IllegalStateException("secret");
      }
      effects().handle(event, tx);
    };
  }

  /** With and without entries. */
  private List<Inbox> parking() {
    return List.of(
        builder().order(PARKS).build(),
        builder().consumer(consumer + ".cursor").orderByCursorOnly(PARKS).build());
  }

  @Test
  void skippingHandlesWhatIsParked() {
    for (Inbox inbox : parking()) {
      List<String> handled = new ArrayList<>();
      EventHandler handler = (event, tx) -> handled.add(event.attribute("sequence").orElseThrow());
      inbox.handle(version(1), handler);
      for (long parked = 3; parked <= 5; parked++) {
        assertThat(inbox.handle(version(parked), handler)).isInstanceOf(Parked.class);
      }

      handled.clear();
      assertThat(inbox.skip(Events.SOURCE, order, 4)).isTrue();
      assertThat(inbox.resume(Events.SOURCE, order, handler)).isEqualTo(new Resumed(3, 0));

      assertThat(handled).containsExactly(at(3), at(4), at(5));
      assertThat(inbox.handle(version(2), handler).isFinished()).isTrue();
      assertThat(inbox.handle(version(3), handler).isFinished()).isTrue();
      handled.clear();
      assertThat(inbox.handle(version(6), handler)).isEqualTo(HANDLED);
      assertThat(handled).containsExactly(at(6));
    }
  }

  @Test
  void nothingPassesAParkedEventThatASkipWentBeyond() {
    for (Inbox inbox : parking()) {
      List<String> handled = new ArrayList<>();
      EventHandler handler = (event, tx) -> handled.add(event.attribute("sequence").orElseThrow());
      inbox.handle(version(3), handler);
      inbox.skip(Events.SOURCE, order, 4);

      assertThat(inbox.handle(version(3), tx -> {})).isInstanceOf(Parked.class);
      assertThat(inbox.handle(version(5), tx -> {}))
          .isEqualTo(new Parked(new Gap(order, at(5), new EventPosition(5, 0, 1), List.of())))
          .asString()
          .contains("parked events before " + at(5) + " are not handled yet; call resume()");
      assertThat(inbox.handle(version(6), handler)).isEqualTo(HANDLED);

      assertThat(handled.subList(handled.size() - 3, handled.size()))
          .containsExactly(at(3), at(5), at(6));
      assertThat(inbox.parked(Events.SOURCE, order)).isEmpty();
    }
  }

  @Test
  void gapsThatAreAcceptedHoldUpNothingBehindAParkedEvent() {
    Inbox parks = every(OnGap.PARK);
    parks.handle(version(3), effects());
    parks.skip(Events.SOURCE, order, 4);

    assertThat(every(OnGap.ACCEPT).handle(version(5), tx -> {}))
        .isEqualTo(new Handled(Optional.empty(), true));
  }

  /** Whether it may be handled was to be looked up, which failed as well. */
  @Test
  void failureOfAHandlerIsNotLostBehindAnother() {
    AtomicInteger requests = new AtomicInteger();
    DynamoDbClient forbidden =
        new WrappedDynamoDb(client()) {
          @Override
          public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
            requests.incrementAndGet();
            throw TransactionCanceledException.builder()
                .cancellationReasons(
                    List.of(CancellationReason.builder().code("ValidationError").build()))
                .build();
          }
        };
    Inbox inbox = Inbox.builder(forbidden).table(table()).consumer(consumer).order(PARKS).build();

    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> inbox.handle(version(1), exceptFor(1)))
        .satisfies(
            e -> {
              assertThat(e).hasMessageContaining("ValidationError");
              assertThat(e.getSuppressed())
                  .singleElement()
                  .isInstanceOf(IllegalStateException.class)
                  .extracting(Throwable::getMessage)
                  .isEqualTo("secret");
            });
    assertThat(requests).hasValue(1);
  }

  @Test
  void gapNamesWhatIsMissingAndNotWhatIsParked() {
    Inbox inbox = every(OnGap.PARK);
    inbox.handle(version(1), effects());
    inbox.handle(version(3), effects());
    inbox.handle(Events.at(order, new EventPosition(5, 1, 2)), effects());

    HandleResult result = inbox.handle(version(7), effects());

    List<Missing> missing =
        List.of(
            new Missing(at(2), at(3)),
            new Missing(at(4), new EventPosition(5, 1, 2).sequence()),
            new Missing(at(6), at(7)));
    assertThat(result)
        .isEqualTo(new Parked(new Gap(order, at(2), new EventPosition(7, 0, 1), missing)));
    assertThat(((Parked) result).gap())
        .hasToString(
            "%s: missing from %s to before %s, and from %s to before %s, and from %s to before %s"
                .formatted(
                    order,
                    at(2),
                    at(3),
                    at(4),
                    new EventPosition(5, 1, 2).sequence(),
                    at(6),
                    at(7)));
  }

  @Test
  void failureOfAParkedEventIsNotThatOfTheEventItWaitedFor() {
    Inbox inbox = every(OnGap.PARK);
    EventHandler handler = exceptFor(2);
    inbox.handle(version(3), handler);
    inbox.handle(version(2), handler);

    HandleResult result = inbox.handle(version(1), handler);

    assertThat(result).isInstanceOf(Handled.class);
    assertFailed(result, version(2));
    effects().assertApplied(version(1));
    assertThat(inbox.handle(version(1), handler).parkedFailure()).isPresent();
    HandleResult behind = inbox.handle(version(4), handler);
    assertThat(behind).isInstanceOf(Parked.class);
    assertFailed(behind, version(2));
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> inbox.resume(Events.SOURCE, order, handler));
    assertThat(inbox.resume(Events.SOURCE, order, effects())).isEqualTo(new Resumed(3, 0));
    effects().assertApplied(version(1), version(2), version(3), version(4));
  }

  private void assertFailed(HandleResult result, ReceivedEvent event) {
    ParkedFailure failure = result.parkedFailure().orElseThrow();
    assertThat(failure.event().map(WholeEvent::of)).contains(WholeEvent.of(event));
    assertThat(failure.aggregate()).isEqualTo(order);
    assertThat(failure.source()).isEqualTo(Events.SOURCE);
    assertThat(failure.cause()).isInstanceOf(IllegalStateException.class).hasMessage("secret");
    assertThat(failure)
        .hasToString("parked " + event + ": " + IllegalStateException.class.getName());
  }

  @Test
  void failureOfAParkedEventIsTriedAgainWithTheNextEvent() {
    Inbox inbox = every(OnGap.PARK);
    inbox.handle(version(2), effects());
    inbox.handle(version(1), exceptFor(2));

    assertThat(inbox.handle(version(3), effects())).isEqualTo(new Handled(Optional.empty(), false));
    effects().assertApplied(version(1), version(2), version(3));
  }

  @Test
  void whatIsParkedMeanwhileIsResumedToo() {
    Inbox inbox = every(OnGap.PARK);
    inbox.handle(version(2), effects());
    inbox.handle(version(1), tx -> {});

    Resumed resumed =
        inbox.resume(
            Events.SOURCE,
            order,
            (event, tx) -> {
              if (event.attribute("sequence").equals(Optional.of(at(2)))) {
                assertThat(inbox.handle(version(3), each -> {}).isFinished()).isTrue();
              }
              effects().handle(event, tx);
            });

    assertThat(resumed).isEqualTo(new Resumed(2, 0));
    effects().assertApplied(version(2), version(3));
  }

  @Test
  void discardingGivesUpOneParkedEvent() {
    for (Inbox inbox : parking()) {
      EventHandler handler = exceptFor(2);
      inbox.handle(version(2), handler);
      inbox.handle(version(3), handler);
      assertThatExceptionOfType(InvalidInboxException.class)
          .isThrownBy(() -> inbox.discard(Events.SOURCE, order, new EventPosition(2, 0, 1)))
          .withMessageContaining("is parked, but events before it are missing");
      inbox.handle(version(1), tx -> {});

      assertThat(inbox.discard(Events.SOURCE, order, new EventPosition(2, 0, 1)))
          .map(WholeEvent::of)
          .contains(WholeEvent.of(version(2)));
      assertThat(inbox.discard(Events.SOURCE, order, new EventPosition(2, 0, 1))).isEmpty();
      assertThat(inbox.resume(Events.SOURCE, order, (event, tx) -> {}))
          .isEqualTo(new Resumed(1, 0));
      assertThat(inbox.handle(version(2), handler).isFinished()).isTrue();
    }
  }

  @Test
  void whatWasHandledBeforeItWasParkedIsRemoved() {
    Inbox inbox = every(OnGap.PARK);
    inbox.handle(version(2), effects());
    client().putItem(put -> put.tableName(table()).item(keys().entry(version(2))));

    assertThat(inbox.handle(version(1), effects()).isFinished()).isTrue();

    assertThat(inbox.parked(Events.SOURCE, order)).isEmpty();
    effects().assertApplied(version(1));
    assertThat(inbox.handle(version(2), effects()).isFinished()).isTrue();
  }

  /** A handler that reads the version before cannot handle an early event. */
  @ParameterizedTest
  @EnumSource(OnGap.class)
  void orderIsDecidedBeforeTheHandlerMayFail(OnGap onGap) {
    Inbox inbox = every(onGap);
    EventHandler impossible = exceptFor(3);
    inbox.handle(version(1), effects());

    if (onGap == OnGap.ACCEPT) {
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> inbox.handle(version(3), impossible));
    } else {
      assertThat(inbox.handle(version(3), impossible))
          .isInstanceOf(onGap == OnGap.PARK ? Parked.class : Waiting.class);
    }
    assertThat(inbox.handle(version(1), exceptFor(1)))
        .isEqualTo(new AlreadyHandled(Proof.ENTRY, onGap == OnGap.PARK));
    inbox.skip(Events.SOURCE, order, 5);
    inbox.resume(Events.SOURCE, order, effects());
    assertThat(inbox.handle(version(5), exceptFor(5)).isFinished()).isTrue();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> inbox.handle(version(6), exceptFor(6)))
        .withMessage("secret");
    assertThat(inbox.handle(version(6), effects()).isFinished()).isTrue();
  }

  @Test
  void repeatsAreRecognisedBeforeTheHandlerMayFail() {
    Inbox inbox = builder().build();
    ReceivedEvent event = Events.unsequenced(order, "e1");
    EventHandler fails =
        (same, tx) -> {
          throw new IllegalStateException("secret");
        };

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> inbox.handle(event, fails));
    inbox.handle(event, effects());
    assertThat(inbox.handle(event, fails)).isEqualTo(REPEAT);
  }

  /** An update of an attribute that is not there is refused before any condition is looked at. */
  @Test
  void orderIsDecidedBeforeDynamoDbMayRefuseAHandlersWrites() {
    Inbox inbox = every(OnGap.PARK);
    EventHandler increments =
        (event, tx) ->
            tx.update(
                update ->
                    update
                        .key(keys().entry(Events.unsequenced(order, "none")))
                        .updateExpression("SET total = :unused")
                        .expressionAttributeValues(Map.of(":other", AttributeValue.fromN("1"))));

    assertThat(inbox.handle(version(2), increments)).isInstanceOf(Parked.class);
    inbox.handle(version(1), tx -> {});
    assertThat(inbox.handle(version(1), increments).isFinished()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 600, 1_100, 500_000, 1_048_576, 3_000_000, 5_000_000})
  void anyEventThatCanBePublishedCanBeParked(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    ReceivedEvent first = version(1);
    ReceivedEvent large =
        ReceivedEvent.of(
            Events.with(version(2), "long", "x".repeat(size / 10)).attributes(), Payload.of(bytes));
    for (Inbox inbox : parking()) {
      List<String> seen = new ArrayList<>();
      EventHandler handler = (event, tx) -> seen.add(WholeEvent.of(event));

      assertThat(inbox.handle(large, handler)).isInstanceOf(Parked.class);
      assertThat(inbox.handle(large, handler)).isInstanceOf(Parked.class);
      seen.clear();
      assertThat(inbox.handle(first, handler).parkedFailure()).isEmpty();

      // Without an enormous message.
      assertThat(seen.stream().distinct().toList().equals(WholeEvent.of(first, large))).isTrue();
      assertThat(inbox.parked(Events.SOURCE, order)).isEmpty();
    }
    for (int index = 0; index <= size / 100_000; index++) {
      Map<String, AttributeValue> part = keys().part(OrderedEvent.of(large), index);
      assertThat(client().getItem(get -> get.tableName(table()).key(part)).hasItem()).isFalse();
    }
  }

  @Test
  void anEventThatAnotherCallIsRemovingIsNoLongerParked() {
    Inbox inbox = every(OnGap.PARK);
    byte[] bytes = new byte[1_000_000];
    new Random(1).nextBytes(bytes);
    ReceivedEvent large = ReceivedEvent.of(version(2).attributes(), Payload.of(bytes));
    inbox.handle(large, effects());

    expire(keys().part(OrderedEvent.of(large), 1));

    assertThat(inbox.parked(Events.SOURCE, order)).isEmpty();
  }

  @Test
  void aParkedEventKeepsEveryCharacter() {
    ReceivedEvent odd =
        ReceivedEvent.of(
            Events.with(version(2), "odd", "\u0000\ud800\ud83d\ude00\uffff").attributes(),
            Payload.of("\udc00 \u0001 \"\\ \ud83d\ude00" + "y".repeat(2_000)));
    Inbox inbox = every(OnGap.PARK);

    inbox.handle(odd, tx -> {});

    assertThat(WholeEvent.of(inbox.parked(Events.SOURCE, order).toList()))
        .containsExactly(WholeEvent.of(odd));
  }

  @Test
  void whatIsBelowTheFirstVersionIsNoticed() {
    Inbox inbox = every(OnGap.PARK);

    for (int index = 0; index < 2; index++) {
      EventPosition position = new EventPosition(0, index, 2);
      assertThat(inbox.handle(Events.at(order, position), effects()))
          .isEqualTo(new Late(order, position, at(1)));
    }
    assertThat(inbox.handle(version(1), effects())).isEqualTo(HANDLED);
    effects().assertApplied(version(1));
  }
}
