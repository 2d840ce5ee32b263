package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One outbox with an event that is published, one that is parked and one that is neither. */
class ShowIT {
  private static final LaneKey LANE = new LaneKey("bus", "Order#2");
  private static final ObjectMapper JSON = new ObjectMapper();

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private static TestOutbox outbox;

  @BeforeAll
  static void commit() throws Exception {
    outbox = system.outbox().withTable();
    outbox.commit(Aggregate.of("Order", "1").at(1), "Placed", "out-there");
    outbox.commit(Aggregate.of("Order", "2").at(1), "Placed", "stuck");
    outbox.commit(Aggregate.of("Order", "2").at(2), "Paid", "behind");
    outbox.commit(Aggregate.of("Order", "3").at(1), "Placed", "waiting");
    outbox.commit(Aggregate.heartbeat(outbox.table()), "Heartbeat", "beat");
    outbox.receipt("Order#1", Set.of("bus", "audit"), Set.of("bus", "audit"), Set.of("bus"));
    outbox.receipt("Order#2", Set.of("bus", "audit"), Set.of("audit"));
    outbox.receipt("outbox.heartbeat#" + outbox.table(), Set.of(), Set.of());
    outbox.park(new QueueName.Lane(LANE), outbox.parkable(LANE, ParkReason.REJECTED));
  }

  @Test
  void showsWhereAnEventWasPublished() {
    Ended ended = outbox.run("show", "Order#1");

    assertThat(ended.code()).isZero();
    assertThat(ended.out())
        .contains("out-there Placed 1", "committed", "published to audit")
        .contains("published to bus, which had it already when it was sent again")
        .doesNotContain("parked", "secret");
  }

  @Test
  void showsWhereAnEventIsParkedAndWhy() throws Exception {
    JsonNode events = JSON.readTree(outbox.run("show", "Order#2", "--json").out()).path("events");

    JsonNode first = events.path(0);
    assertThat(first.path("id").asText()).isEqualTo("stuck");
    assertThat(first.has("deduplicated")).isFalse();
    assertThat(first.path("published").fieldNames()).toIterable().containsExactly("audit");
    assertThat(first.path("parked").path(0).path("target").asText()).isEqualTo("bus");
    assertThat(first.path("parked").path(0).path("code").asText()).isEqualTo("TooLarge");
    assertThat(events.path(1).path("parked").path(0).path("reason").asText()).isEqualTo("BEHIND");
  }

  @Test
  void saysThatNothingIsKnownOfAnEvent() {
    assertThat(outbox.run("show", "Order#3").out()).contains("no receipt: it is not published yet");
  }

  @Test
  void showsPayloadsOnlyOnRequest() {
    assertThat(outbox.run("show", "Order#3").out()).doesNotContain("secret");
    assertThat(outbox.run("show", "Order#3", "--json").out()).doesNotContain("secret");
    assertThat(outbox.run("show", "Order#3", "--show-payload").out()).contains("{\"secret\": 1}");
  }

  @Test
  void masksPayloadsByNameAndByPattern() {
    assertThat(outbox.run("show", "Order#3", "--mask", "Secret").out())
        .contains("{\"secret\":\"***\"}");
    assertThat(outbox.run("show", "Order#3", "--mask-pattern", "[0-9]+").out())
        .contains("{\"secret\": ***}");
  }

  @Test
  void saysWhichVersionCanReadAReceipt() throws Exception {
    TestOutbox other = system.outbox().withTable();
    other.commit(Aggregate.of("Order", "1").at(1), "Placed", "newer");
    other.receipt("Order#1", Set.of("bus"), Set.of("bus"));
    other.controlItems().replaceReceipts(new byte[] {99});

    Ended ended = other.run("show", "Order#1");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("was written by another version", "use the relay's version");
  }

  @Test
  void namesRecordsThatItCannotRead() throws Exception {
    TestOutbox other = system.outbox().withTable();
    other.putUnreadable("Order#1");

    Ended alone = other.run("show", "Order#1");
    assertThat(alone.code()).as("somebody has to act").isEqualTo(4);
    assertThat(alone.out()).contains("record 1 cannot be shown: it is malformed: v: found nothing");

    other.commit(Aggregate.of("Order", "1").at(2), "Paid", "readable");
    assertThat(other.run("show", "Order#1").out())
        .contains("readable Paid 2", "record 1 cannot be shown: ");
    JsonNode shown = JSON.readTree(other.run("show", "Order#1", "--json").out());
    assertThat(shown.path("events")).hasSize(1);
    assertThat(shown.at("/unreadable/0/sort").asText()).isEqualTo("1");
  }

  /** Its events are parked for ever, and so is its record. */
  @Test
  void showsWhatIsParkedOfARecordThatHasExpired() throws Exception {
    TestOutbox other = system.outbox().withTable();
    other.commit(Aggregate.of("Order", "1").at(1), "Placed", "expired");
    other.parkAll(List.of(new LaneKey("bus", "Order#1")), ParkReason.REJECTED);
    other.deleteRecords("Order#1");

    Ended ended = other.run("show", "Order#1");

    assertThat(ended.code()).isEqualTo(4);
    assertThat(ended.out())
        .contains("expired Placed 1", "committed", "parked for bus: REJECTED (TooLarge: ");
  }

  @Test
  void showsParkingAndDiscardOfARecordThatItCannotRead() throws Exception {
    TestOutbox other = system.outbox().withTable();
    other.putUnreadable("Order#1");
    LaneKey lane = new LaneKey(LaneKey.ALL_TARGETS, "Order#1");
    other.park(QueueName.Single.of(lane), List.of(other.unreadable(lane)));

    assertThat(other.run("show", "Order#1").out())
        .contains("record 1 cannot be shown", "parked for *: MALFORMED (Malformed: ");
    Ended discard =
        other.run(
            "discard", "--target", "*", "--aggregate", "Order#1", "--because", "junk", "--yes");
    assertThat(discard.code()).as(discard.err()).isZero();
    assertThat(other.run("show", "Order#1").out())
        .contains("discarded for * by", ": junk")
        .doesNotContain("parked for");
  }

  @Test
  void refusesWhatDoesNotExist() {
    Ended aggregate = outbox.run("show", "Order#4");
    assertThat(aggregate.code()).isEqualTo(2);
    assertThat(aggregate.err()).contains("Order#4: the table", "has no record of it");

    Ended event = outbox.run("show", "Order#3", "--event", "other");
    assertThat(event.code()).isEqualTo(2);
    assertThat(event.err()).contains("--event \"other\": is not one of the 1 events of Order#3");

    Ended name = outbox.run("show", "Order");
    assertThat(name.code()).isEqualTo(2);
    assertThat(name.err()).contains("must be a type and an id");
  }

  @Test
  void listsRecordsByTypeAndTime() {
    assertThat(outbox.run("list", "--type", "Paid").out().lines()).hasSize(2);
    assertThat(outbox.run("list", "--from", "2100-01-01T00:00:00Z").out())
        .isEqualTo("No record in the table matches.\n");
    Ended empty =
        outbox.run("list", "--from", "2026-11-02T00:00:00Z", "--to", "2026-11-01T00:00:00Z");
    assertThat(empty.code()).isEqualTo(2);
    assertThat(empty.err()).contains("there is nothing in this range");
    Ended time = outbox.run("list", "--from", "yesterday");
    assertThat(time.code()).isEqualTo(2);
    assertThat(time.err()).contains("--from", "yesterday");
  }

  @Test
  void showsEachParkedEventOfAnAggregate() {
    Ended ended = outbox.run("parked", "--aggregate", "Order#2");

    assertThat(ended.out()).contains("TooLarge", "the entry is too large").doesNotContain("secret");
    assertThat(ended.out().lines()).hasSize(4);
    assertThat(ended.out()).contains("Next: outbox redrive --target bus --reason REJECTED, once");
  }

  @Test
  void showsTheStatus() throws Exception {
    Ended ended = outbox.run("status");

    assertThat(ended.code()).as("somebody has to act").isEqualTo(4);
    assertThat(ended.out())
        .contains("1 problem to look at", "2 events are stuck: bus rejects the first of them")
        .contains("TooLarge: 1 event (Placed 1): the entry is too large")
        .contains("Next: outbox parked --events --target bus --reason REJECTED")
        .contains("SHARD", "not visible", "Last heartbeat: committed", "arrived")
        .containsPattern("bus +closed +- +- +1")
        .containsPattern("bus +REJECTED +1 +2");
    JsonNode document = JSON.readTree(outbox.run("status", "--json").out());
    assertThat(document.path("published").path("audit").asInt()).isEqualTo(2);
    assertThat(document.path("parked").path("events").asInt()).isEqualTo(2);
    assertThat(document.path("shards")).hasSize(1);
  }

  @Test
  void saysThatTheTableIsMissing() {
    Ended ended = system.outbox().run("status");

    assertThat(ended.code()).isEqualTo(3);
    assertThat(ended.err()).contains("the table \"outbox-it-orders", "does not exist");
  }
}
