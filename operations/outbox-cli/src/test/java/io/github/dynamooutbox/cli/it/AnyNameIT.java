package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.writer.Aggregate;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whatever a record is called, an operator can see it, name it, and take it out of its queue. */
class AnyNameIT {
  /** What follows the prefix in partition keys, of which DynamoDB allows 2,048 bytes. */
  private static final List<String> NAMES =
      List.of("7", "#", "Order#", "a b\tc", "x".repeat(2_041), "ß".repeat(1_020), "@file", "--yes");

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private final TestOutbox outbox = system.outbox().withTable();

  @Test
  void recordsThatCannotBeReadAreShownAndDiscardedOneByOne() throws Exception {
    park();

    JsonNode shown =
        new ObjectMapper().readTree(outbox.run("parked", "--items", "--json").out()).path("events");
    assertThat(shown).hasSameSizeAs(NAMES);
    assertThat(shown)
        .allSatisfy(
            event -> assertThat(event.at("/item/payload/S").asText()).isEqualTo("{\"old\":1}"));
    for (String name : NAMES) {
      Ended ended =
          outbox.run("discard", "--target=*", "--aggregate=" + name, "--because", "old", "--yes");

      assertThat(ended.code()).as(ended.err()).isZero();
      assertThat(ended.out()).as(name).contains("1 event taken out of the queue\n");
    }
    // Their queues are closed until a redrive has seen that they are empty.
    assertThat(outbox.run("redrive", "--yes").code()).isZero();
    assertThat(outbox.run("parked").out()).isEqualTo("Nothing is parked.\n");
  }

  @Test
  void recordsThatCannotBeReadArePurgedTogether() throws Exception {
    park();

    Ended ended = outbox.run("purge", "--target", "*", "--because", "old", "--yes");

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).startsWith(NAMES.size() + " events discarded");
  }

  @Test
  void anEventIsDiscardedByAnIdThatIsLongerThanAKey() throws Exception {
    String id = "i".repeat(2_100);
    LaneKey lane = new LaneKey("bus", "Order#1");
    outbox.commit(Aggregate.of("Order", "1").at(1), "Placed", id);
    outbox.park(new QueueName.Lane(lane), outbox.parkable(lane, ParkReason.REJECTED));

    Ended ended =
        outbox.run(
            "discard",
            "--target=bus",
            "--aggregate=Order#1",
            "--event",
            id,
            "--because",
            "old",
            "--yes");

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(outbox.run("show", "Order#1").out()).contains("discarded for bus", "old");
  }

  private void park() throws Exception {
    int position = 0;
    for (String name : NAMES) {
      LaneKey lane = new LaneKey(LaneKey.ALL_TARGETS, name);
      RecordKey key = new RecordKey("OUTBOX#" + name, "s".repeat(1_024));
      Item item =
          Item.builder()
              .put("PK", key.partition())
              .put("SK", key.sort())
              .put("payload", "{\"old\":1}")
              .build();
      StreamPosition at = new StreamPosition(Integer.toString(++position));
      ParkedEvent event =
          new ParkedEvent(
              new Place(lane, at, key, ParkedEvent.WHOLE_RECORD),
              new Cause(ParkReason.MALFORMED, "MALFORMED", "v: found nothing, expected N"),
              new Attempts(0, Instant.now(), Instant.now()),
              item,
              Set.of());
      QueueName queue = position % 2 == 0 ? new QueueName.Lane(lane) : QueueName.Single.of(lane);
      outbox.park(queue, List.of(event));
    }
  }
}
