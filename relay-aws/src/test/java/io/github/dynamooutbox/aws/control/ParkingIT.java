package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static io.github.dynamooutbox.aws.control.Parked.LANE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.park.ParkedLanes.ParkedLane;
import io.github.dynamooutbox.relay.park.ParkingLot;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What parking promises, call by call, against a real DynamoDB API. */
class ParkingIT {
  @RegisterExtension static final LocalControlTable table = new LocalControlTable();

  private String stream;
  private ParkingLot lot;
  private ParkedLanes lanes;

  @BeforeEach
  void takeStream(TestInfo test) {
    stream = test.getDisplayName();
    lot = table.of(stream).parkingLot();
    lanes = table.of(stream).parkedLanes();
  }

  @Test
  void parkedEventIsReadAsItWasParkedAndItsLaneIsClosed() {
    ParkedEvent event = Parked.event(LANE, 7, 0);
    get(lot.park(event));

    assertThat(read()).containsExactly(event);
    assertThat(get(lot.closed(List.of(LANE, new LaneKey("audit", "Order#1")))))
        .containsExactly(LANE);
    assertThat(get(lanes.isClosed(LANE))).isTrue();
    assertThat(get(lanes.lanes()))
        .containsExactly(new ParkedLane(LANE, 1, ParkReason.REJECTED, LocalControlTable.NOW));
  }

  @Test
  void parkingAgainChangesNothing() {
    get(lot.park(Parked.event(LANE, 7, 0)));
    get(lot.park(Parked.behind(LANE, 7, 0)));
    assertThat(get(lot.parkBehind(Parked.behind(LANE, 7, 0)))).isTrue();

    assertThat(read()).containsExactly(Parked.event(LANE, 7, 0));
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void parkingBehindAnOpenLaneIsRefusedAndLeavesNothing() {
    assertThat(get(lot.parkBehind(Parked.behind(LANE, 7, 0)))).isFalse();

    assertThat(read()).isEmpty();
    assertThat(get(lot.closed(List.of(LANE)))).isEmpty();
    assertThat(get(lanes.isClosed(LANE))).isFalse();
  }

  @Test
  void laneKeepsTheReasonForWhichItWasClosed() {
    get(lot.park(Parked.event(LANE, 7, 0)));
    assertThat(get(lot.parkBehind(Parked.behind(LANE, 8, 0)))).isTrue();
    ParkedEvent later = Parked.event(LANE, 9, 0);
    get(
        lot.park(
            Parked.event(
                later.place(), new Cause(ParkReason.BLOCKED, "Down", "down"), later.item())));

    assertThat(get(lanes.lanes()))
        .containsExactly(new ParkedLane(LANE, 3, ParkReason.REJECTED, LocalControlTable.NOW));
  }

  @Test
  void answerLostAfterParkingIsMadeUpForByRepeating() {
    ParkingLot losing = losingAnswers().parkingLot();
    assertThatThrownBy(() -> get(losing.park(Parked.event(LANE, 7, 0))))
        .isInstanceOf(SdkClientException.class);
    assertThatThrownBy(() -> get(losing.parkBehind(Parked.behind(LANE, 8, 0))))
        .isInstanceOf(SdkClientException.class);

    get(lot.park(Parked.event(LANE, 7, 0)));
    assertThat(get(lot.parkBehind(Parked.behind(LANE, 8, 0)))).isTrue();
    assertThat(count()).isEqualTo(2);
    assertThat(read()).hasSize(2);
  }

  @Test
  void removedEventIsGoneAndTheLaneStaysClosed() {
    ParkedEvent event = Parked.event(LANE, 7, 0);
    get(lot.park(event));

    assertThat(get(lanes.remove(event.place()))).isTrue();
    assertThat(get(lanes.remove(event.place()))).isFalse();
    assertThat(read()).isEmpty();
    assertThat(count()).isZero();
    assertThat(get(lot.parkBehind(Parked.behind(LANE, 8, 0)))).isTrue();
  }

  @Test
  void answerLostAfterRemovingIsSeenAsGone() {
    ParkedEvent event = Parked.event(LANE, 7, 0);
    get(lot.park(event));
    assertThatThrownBy(() -> get(losingAnswers().parkedLanes().remove(event.place())))
        .isInstanceOf(SdkClientException.class);

    assertThat(get(lanes.remove(event.place()))).isFalse();
    assertThat(count()).isZero();
  }

  @Test
  void removingFromAnOpenLaneChangesNothing() {
    assertThat(get(lanes.remove(Parked.event(LANE, 7, 0).place()))).isFalse();
    assertThat(get(lanes.lanes())).isEmpty();
    assertThat(get(lanes.isClosed(LANE))).isFalse();
  }

  @Test
  void laneOpensOnlyWhenItHoldsNothing() {
    ParkedEvent event = Parked.event(LANE, 7, 0);
    get(lot.park(event));
    assertThat(get(lanes.reopen(LANE))).isFalse();
    assertThat(get(lot.closed(List.of(LANE)))).containsExactly(LANE);

    get(lanes.remove(event.place()));
    assertThat(get(lanes.reopen(LANE))).isTrue();
    assertThat(get(lot.closed(List.of(LANE)))).isEmpty();
    assertThat(get(lanes.lanes())).isEmpty();
    assertThat(get(lot.parkBehind(Parked.behind(LANE, 8, 0)))).isFalse();
  }

  @Test
  void openingAnOpenLaneSucceeds() {
    assertThat(get(lanes.reopen(LANE))).isTrue();
    assertThat(get(lanes.lanes())).isEmpty();
  }

  @Test
  void publicationsAreRemembered() {
    ParkedEvent event = Parked.event(LANE, 7, ParkedEvent.WHOLE_RECORD);
    get(lot.park(event));
    get(lanes.published(event.place(), "0/bus"));
    get(lanes.published(event.place(), "1/bus"));
    get(lanes.published(event.place(), "1/bus"));

    assertThat(read().get(0).published()).containsExactlyInAnyOrder("0/bus", "1/bus");
  }

  @Test
  void publicationOfAnEventThatIsGoneLeavesNothing() {
    get(lanes.published(Parked.event(LANE, 7, 0).place(), "0/bus"));
    assertThat(read()).isEmpty();
  }

  @Test
  void eventsAreReadInStreamOrder() {
    List<ParkedEvent> inOrder =
        List.of(
            Parked.event(LANE, 9, ParkedEvent.WHOLE_RECORD),
            Parked.event(LANE, 10, 2),
            Parked.event(LANE, 10, 10),
            Parked.event(LANE, 11, 0),
            Parked.event(LANE, 100, 0));
    for (int i : new int[] {3, 1, 4, 0, 2}) {
      get(lot.park(inOrder.get(i)));
    }

    assertThat(get(lanes.read(LANE, Optional.empty(), 2))).isEqualTo(inOrder.subList(0, 2));
    assertThat(get(lanes.read(LANE, Optional.of(inOrder.get(1).place()), 2)))
        .isEqualTo(inOrder.subList(2, 4));
    assertThat(get(lanes.read(LANE, Optional.of(inOrder.get(3).place()), 9)))
        .isEqualTo(inOrder.subList(4, 5));
    assertThat(get(lanes.read(LANE, Optional.of(inOrder.get(4).place()), 9))).isEmpty();
  }

  @Test
  void samePositionInTwoShardsIsTwoEvents() {
    ParkedEvent one = Parked.event(LANE, 7, 0);
    Place place =
        new Place(LANE, one.place().position(), new RecordKey("OUTBOX#Order#1", "other"), 0);
    get(lot.park(one));
    get(lot.park(Parked.event(place, one.cause(), one.item())));

    assertThat(count()).isEqualTo(2);
    assertThat(read()).hasSize(2);
  }

  @Test
  void streamsShareATableWithoutMeeting() {
    get(lot.park(Parked.event(LANE, 7, 0)));
    ControlTable other = table.of(stream + "#2");

    assertThat(get(other.parkingLot().closed(List.of(LANE)))).isEmpty();
    assertThat(get(other.parkedLanes().lanes())).isEmpty();
    assertThat(get(other.parkingLot().parkBehind(Parked.behind(LANE, 8, 0)))).isFalse();
  }

  @Test
  void lanesWithNamesTooLongForAKeyAreToldApart() {
    LaneKey one = new LaneKey("bus", "Order#" + "x".repeat(2030) + "1");
    LaneKey other = new LaneKey("bus", "Order#" + "x".repeat(2030) + "2");
    ParkedEvent event = Parked.event(one, 7, 0);
    get(lot.park(event));

    assertThat(get(lot.closed(List.of(one, other)))).containsExactly(one);
    assertThat(get(lanes.lanes())).extracting(ParkedLane::lane).containsExactly(one);
    assertThat(get(lanes.read(one, Optional.empty(), 9))).containsExactly(event);
    assertThat(get(lanes.read(other, Optional.empty(), 9))).isEmpty();
  }

  @Test
  void eventsThatAreParkedInOneLaneAtOnceAreAllCounted() {
    List<CompletableFuture<Boolean>> parked = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      ParkedEvent event = Parked.event(LANE, 7, i % 32);
      parked.add(lot.park(event).toCompletableFuture().handle((done, failure) -> failure == null));
    }
    long refused = parked.stream().filter(each -> !get(each)).count();
    for (int i = 0; i < 32; i++) {
      get(lot.park(Parked.event(LANE, 7, i)));
    }
    assertThat(count()).as("with %d conflicts", refused).isEqualTo(32);
    assertThat(read()).hasSize(32);
  }

  @Test
  void refusedWorkFailsTheStage() {
    ExecutorService closed = Executors.newSingleThreadExecutor();
    closed.shutdown();
    ControlTable control =
        ControlTable.builder(table.client(), LocalControlTable.NAME, stream, closed).build();

    assertThatThrownBy(() -> get(control.parkingLot().closed(List.of(LANE))))
        .isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(() -> get(control.parkedLanes().reopen(LANE)))
        .isInstanceOf(RejectedExecutionException.class);
  }

  private List<ParkedEvent> read() {
    return get(lanes.read(LANE, Optional.empty(), 100));
  }

  private long count() {
    return get(lanes.lanes()).get(0).count();
  }

  private ControlTable losingAnswers() {
    DynamoDbClient losing = Interposed.losingAnswers(table.client(), "transactWriteItems"::equals);
    return table.of(stream, losing);
  }
}
