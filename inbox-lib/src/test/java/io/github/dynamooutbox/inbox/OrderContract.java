package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.inbox.HandleResult.Handled;
import io.github.dynamooutbox.inbox.HandleResult.Late;
import io.github.dynamooutbox.inbox.HandleResult.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an inbox does with an order guard. */
abstract class OrderContract extends ParkingContract {
  @Test
  void waitsForWhatIsMissing() {
    Inbox inbox = every(OnGap.WAIT);
    ReceivedEvent first = Events.at(order, 1);
    ReceivedEvent second = Events.at(order, 2);
    ReceivedEvent third = Events.at(order, 3);

    assertThat(inbox.handle(second, effects()))
        .isEqualTo(
            new Waiting(new Gap(order, "0000000000000000001.000000", new EventPosition(2, 0, 1))));
    assertThat(inbox.handle(first, effects())).isEqualTo(HANDLED);
    assertThat(inbox.handle(third, effects()).isFinished()).isFalse();
    assertThat(inbox.handle(second, effects())).isEqualTo(HANDLED);
    assertThat(inbox.handle(third, effects())).isEqualTo(HANDLED);
    assertThat(inbox.handle(first, effects())).isEqualTo(REPEAT);

    effects().assertApplied(first, second, third);
  }

  @Test
  void seesGapsWithinAVersionAndAtItsEnd() {
    Inbox inbox = every(OnGap.WAIT);
    List<ReceivedEvent> record = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      record.add(Events.at(order, new EventPosition(1, i, 3)));
    }
    inbox.handle(record.get(0), effects());

    assertThat(inbox.handle(record.get(2), effects()).isFinished()).isFalse();
    assertThat(inbox.handle(Events.at(order, 2), effects()).isFinished()).isFalse();
    assertThat(inbox.handle(record.get(1), effects())).isEqualTo(HANDLED);
    assertThat(inbox.handle(Events.at(order, 2), effects()).isFinished()).isFalse();
    assertThat(inbox.handle(record.get(2), effects())).isEqualTo(HANDLED);
    assertThat(inbox.handle(Events.at(order, 2), effects())).isEqualTo(HANDLED);
  }

  @Test
  void cursorRecognisesWhatTheEntryForgot() {
    Inbox inbox = every(OnGap.WAIT);
    inbox.handle(Events.at(order, 1), effects());
    inbox.handle(Events.at(order, 2), effects());
    expire(keys().entry(Events.at(order, 1)));

    assertThat(inbox.handle(Events.at(order, 1), effects())).isEqualTo(COVERED);
    assertThat(effects().times(Events.at(order, 1))).isEqualTo(1);
  }

  @Test
  void acceptsAGapAndReportsWhatComesLate() {
    Inbox inbox = every(OnGap.ACCEPT);
    inbox.handle(Events.at(order, 1), effects());
    Gap gap = new Gap(order, "0000000000000000002.000000", new EventPosition(4, 0, 1));

    assertThat(inbox.handle(Events.at(order, 4), effects()))
        .isEqualTo(new Handled(Optional.of(gap), false));
    assertThat(inbox.handle(Events.at(order, 4), effects())).isEqualTo(REPEAT);
    assertThat(inbox.handle(Events.at(order, 2), effects()))
        .isEqualTo(new Late(order, new EventPosition(2, 0, 1), "0000000000000000005.000000"));
    assertThat(effects().times(Events.at(order, 2))).isZero();
  }

  @Test
  void gapTakesTheCursorsProofOfWhatWasBefore() {
    Inbox inbox = every(OnGap.ACCEPT);
    inbox.handle(Events.at(order, 1), effects());
    inbox.handle(Events.at(order, 4), effects());
    expire(keys().entry(Events.at(order, 1)));
    expire(keys().entry(Events.at(order, 4)));

    assertThat(inbox.handle(Events.at(order, 1), effects())).isInstanceOf(Late.class);
    assertThat(inbox.handle(Events.at(order, 4), effects())).isEqualTo(COVERED);
  }

  @Test
  void handlesWhatComesLateOnce() {
    Inbox inbox =
        builder()
            .order(OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.ACCEPT).onLate(OnLate.HANDLE))
            .build();
    inbox.handle(Events.at(order, 3), effects());

    assertThat(inbox.handle(Events.at(order, 2), effects())).isEqualTo(HANDLED);
    assertThat(inbox.handle(Events.at(order, 2), effects())).isEqualTo(REPEAT);
    assertThat(effects().times(Events.at(order, 2))).isEqualTo(1);
  }

  @Test
  void seesOnlyInversionsWhereOnlySomeEventsAreSent() {
    Inbox inbox = builder().order(OrderGuard.someEvents(DeliveryMode.SINGLE)).build();

    assertThat(inbox.handle(Events.at(order, 7), effects())).isEqualTo(HANDLED);
    assertThat(inbox.handle(Events.at(order, 12), effects())).isEqualTo(HANDLED);
    assertThat(inbox.handle(Events.at(order, 9), effects())).isInstanceOf(Late.class);
    assertThat(inbox.handle(Events.at(order, 7), effects())).isEqualTo(REPEAT);
    expire(keys().entry(Events.at(order, 12)));
    assertThat(inbox.handle(Events.at(order, 12), effects())).isEqualTo(COVERED);
  }

  @Test
  void startsWhereItIsTold() {
    OrderGuard wait = OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT);
    Inbox zero = builder().consumer("zero").order(wait.firstVersion(0)).build();
    Inbox anywhere = builder().consumer("any").order(wait.startAnywhere()).build();

    assertThat(zero.handle(Events.at(order, 1), tx -> {})).isInstanceOf(Waiting.class);
    assertThat(zero.handle(Events.at(order, 0), tx -> {})).isEqualTo(HANDLED);
    assertThat(anywhere.handle(Events.at(order, 57), tx -> {})).isEqualTo(HANDLED);
    assertThat(anywhere.handle(Events.at(order, 59), tx -> {})).isInstanceOf(Waiting.class);
    assertThat(anywhere.handle(Events.at(order, 56), tx -> {})).isInstanceOf(Late.class);
  }

  @Test
  void cursorAloneRecognisesRepeats() {
    Inbox inbox =
        builder().orderByCursorOnly(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT)).build();

    assertThat(inbox.handle(Events.at(order, 1), effects())).isEqualTo(HANDLED);
    assertThat(inbox.handle(Events.at(order, 1), effects())).isEqualTo(COVERED);
    assertThat(inbox.handle(Events.at(order, 3), effects())).isInstanceOf(Waiting.class);
    assertThat(inbox.handle(Events.at(order, 2), effects())).isEqualTo(HANDLED);
    assertThat(inbox.handle(Events.at(order, 3), effects())).isEqualTo(HANDLED);
    assertThat(inbox.handle(Events.at(order, 2), effects())).isEqualTo(COVERED);
    assertThat(inbox.handle(Events.at(order, 0), effects())).isInstanceOf(Late.class);
    assertThat(
            client()
                .getItem(get -> get.tableName(table()).key(keys().entry(Events.at(order, 1))))
                .hasItem())
        .isFalse();
  }

  @Test
  void skipPassesWhatWillNeverCome() {
    Inbox inbox = every(OnGap.WAIT);
    inbox.handle(Events.at(order, 1), effects());

    assertThat(inbox.skip(Events.SOURCE, order, 3)).isTrue();
    assertThat(inbox.skip(Events.SOURCE, order, 3)).isFalse();
    assertThat(inbox.skip(Events.SOURCE, order, 2)).isFalse();

    assertThat(inbox.handle(Events.at(order, 4), effects())).isEqualTo(HANDLED);
    assertThat(inbox.handle(Events.at(order, 2), effects())).isEqualTo(COVERED);
  }

  @Test
  void skipProvesNothingOfWhatAnEarlierGapLeftOut() {
    Inbox inbox = every(OnGap.ACCEPT);
    inbox.handle(Events.at(order, 1), effects());
    inbox.handle(Events.at(order, 4), effects());

    inbox.skip(Events.SOURCE, order, 6);

    assertThat(inbox.handle(Events.at(order, 5), effects())).isEqualTo(COVERED);
    assertThat(inbox.handle(Events.at(order, 2), effects())).isInstanceOf(Late.class);
  }

  @Test
  void skipPassesOneEventOfARecord() {
    Inbox inbox = every(OnGap.WAIT);

    inbox.skip(Events.SOURCE, order, new EventPosition(1, 0, 2));

    assertThat(inbox.handle(Events.at(order, 2), effects())).isInstanceOf(Waiting.class);
    assertThat(inbox.handle(Events.at(order, new EventPosition(1, 1, 2)), effects()))
        .isEqualTo(HANDLED);
    assertThat(inbox.handle(Events.at(order, 2), effects())).isEqualTo(HANDLED);
  }
}
