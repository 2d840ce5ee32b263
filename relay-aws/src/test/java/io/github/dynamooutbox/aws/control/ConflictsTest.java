package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static io.github.dynamooutbox.aws.control.Parked.LANE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** What is done where DynamoDB reports a conflict, which DynamoDB Local never does. */
class ConflictsTest {
  private static final ParkedEvent EVENT = Parked.event(LANE, 7, 0);
  private static final List<String> CONFLICT = List.of("None", "TransactionConflict");

  /** Refuses transactions as scripted, then accepts them. */
  private static final class Refusing implements DynamoDbClient {
    private final Deque<List<String>> refusals = new ArrayDeque<>();
    private int calls;

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
      calls++;
      List<String> codes = refusals.poll();
      if (codes == null) {
        return TransactWriteItemsResponse.builder().build();
      }
      throw TransactionCanceledException.builder()
          .cancellationReasons(
              codes.stream().map(code -> CancellationReason.builder().code(code).build()).toList())
          .build();
    }

    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }

  private final Refusing client = new Refusing();
  private final ControlTable control =
      ControlTable.builder(client, "control", "orders", Runnable::run).build();

  @Test
  void parkingFailsForTheRelayToRepeatIt() {
    refuse(1, List.of("None", "TransactionConflict", "None"));
    assertIsCancelled(control.parkingLot().park(EVENT));
    refuse(1, CONFLICT);
    assertIsCancelled(control.parkingLot().parkBehind(EVENT));
    refuse(1, List.of("ThrottlingError", "None"));
    assertIsCancelled(control.parkingLot().parkBehind(EVENT));
  }

  @Test
  void laneIsNotTakenForOpenWhileAnotherTransactionMayCloseIt() {
    refuse(1, List.of("TransactionConflict", "ConditionalCheckFailed"));
    assertIsCancelled(control.parkingLot().parkBehind(EVENT));
    refuse(1, List.of("None", "ConditionalCheckFailed"));
    assertThat(get(control.parkingLot().parkBehind(EVENT))).isFalse();
  }

  @Test
  void eventThatIsThereIsParkedWhateverElseIsInTheWay() {
    refuse(1, List.of("ConditionalCheckFailed", "TransactionConflict"));
    assertThat(get(control.parkingLot().parkBehind(EVENT))).isTrue();
    refuse(1, List.of("ConditionalCheckFailed", "TransactionConflict", "None"));
    get(control.parkingLot().park(EVENT));
  }

  @Test
  void stepOfARedriveIsRepeatedThroughConflicts() {
    refuse(5, CONFLICT);
    assertThat(get(control.parkedLanes().remove(EVENT.place()))).isTrue();
    refuse(2, CONFLICT);
    refuse(1, List.of("ConditionalCheckFailed", "None"));
    assertThat(get(control.parkedLanes().reopen(LANE))).isFalse();
  }

  @Test
  void stepOfARedriveIsNotRepeatedForEver() {
    refuse(100, CONFLICT);
    assertIsCancelled(control.parkedLanes().remove(EVENT.place()));
    assertThat(client.calls).isEqualTo(6);
  }

  @Test
  void stepOfARedriveIsNotRepeatedForAnythingElse() {
    refuse(1, List.of("None", "ConditionalCheckFailed"));
    assertIsCancelled(control.parkedLanes().remove(EVENT.place()));
    assertThat(client.calls).isEqualTo(1);
  }

  private void refuse(int times, List<String> codes) {
    for (int i = 0; i < times; i++) {
      client.refusals.add(codes);
    }
  }

  private static void assertIsCancelled(CompletionStage<?> stage) {
    assertThatExceptionOfType(TransactionCanceledException.class).isThrownBy(() -> get(stage));
  }
}
