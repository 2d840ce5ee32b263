package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.inbox.HandleResult.AlreadyHandled;
import io.github.dynamooutbox.inbox.HandleResult.Handled;
import io.github.dynamooutbox.inbox.HandleResult.Late;
import io.github.dynamooutbox.inbox.HandleResult.Leased;
import io.github.dynamooutbox.inbox.HandleResult.Parked;
import io.github.dynamooutbox.inbox.HandleResult.Proof;
import io.github.dynamooutbox.inbox.HandleResult.Waiting;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each result tells a consumer with a loop of its own. */
class HandleResultTest {
  private static final Gap GAP = new Gap(Events.order("1"), "2", new EventPosition(3, 0, 1));

  /**
   * A result, and what it says.
   *
   * @param acknowledge whether the message may be deleted
   */
  record Row(HandleResult result, String name, boolean acknowledge, boolean parkedBehind) {}

  static List<Row> rows() {
    return List.of(
        new Row(new Handled(Optional.of(GAP), false), "handled", true, false),
        new Row(new Handled(Optional.empty(), true), "handled", true, true),
        new Row(new AlreadyHandled(Proof.ENTRY, false), "alreadyHandled", true, false),
        new Row(new AlreadyHandled(Proof.CURSOR, true), "alreadyHandled", true, true),
        new Row(new Parked(GAP), "parked", true, false),
        new Row(new Waiting(GAP), "waiting", false, false),
        new Row(new Late(GAP.aggregate(), GAP.received(), "4"), "late", false, false),
        new Row(new Leased(Instant.EPOCH), "leased", false, false));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void saysWhetherToAcknowledgeTheMessage(Row row) {
    assertThat(row.result().isFinished()).isEqualTo(row.acknowledge());
    assertThat(row.result().parkedBehind()).isEqualTo(row.parkedBehind());
    assertThat(row.result().<Object>fold(named())).isEqualTo(List.of(row.name(), row.result()));
  }

  /** Returns the name of the case that was called, and what it was called with. */
  @SuppressWarnings("unchecked") // A proxy knows no type parameters.
  private static HandleResult.Cases<Object> named() {
    return (HandleResult.Cases<Object>)
        Proxy.newProxyInstance(
            HandleResult.class.getClassLoader(),
            new Class<?>[] {HandleResult.Cases.class},
            (proxy, method, arguments) -> List.of(method.getName(), arguments[0]));
  }

  @Test
  void noResultIsLeftOut() {
    assertThat(rows())
        .extracting(row -> (Object) row.result().getClass())
        .contains((Object[]) HandleResult.class.getPermittedSubclasses());
  }

  /** Its message comes back, and the parked event is tried again then. */
  @Test
  void aResultThatIsNotFinishedStaysAsItIsBesideAParkedFailure() {
    AggregateKey order = Events.order("1");
    ParkedFailure failure =
        new ParkedFailure(Events.SOURCE, order, Optional.empty(), new IllegalStateException("no"));
    EventPosition second = new EventPosition(2, 0, 1);
    for (HandleResult result :
        List.of(
            new HandleResult.Waiting(new Gap(order, "1", second)),
            new HandleResult.Late(order, second, "3"),
            new HandleResult.Leased(Instant.EPOCH))) {
      assertThat(result.<HandleResult>fold(new WithParkedFailure(failure))).isSameAs(result);
    }
  }
}
