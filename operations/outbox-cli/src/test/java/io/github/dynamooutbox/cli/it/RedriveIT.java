package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What changes something: each test has an aggregate of its own with two parked events. */
class RedriveIT {
  private static final String NOTHING = "Nothing is parked";

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private static TestOutbox outbox;

  private final String id = UUID.randomUUID().toString();
  private final String aggregate = "Order#" + id;
  private final LaneKey lane = new LaneKey("bus", aggregate);

  @BeforeAll
  static void create() {
    outbox = system.outbox().withTable();
  }

  @BeforeEach
  void park() throws Exception {
    outbox.commit(Aggregate.of("Order", id).at(1), "Placed", id + "-1");
    outbox.commit(Aggregate.of("Order", id).at(2), "Paid", id + "-2");
    outbox.park(new QueueName.Lane(lane), outbox.parkable(lane, ParkReason.REJECTED));
  }

  @Test
  void publishesWhatIsParkedInOrder() {
    Ended ended = outbox.run("redrive", "--aggregate", aggregate, "--yes");

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out())
        .isEqualTo(
            """
            2 events published, 1 queue released
            Next: outbox audit --from 2h, which proves that nothing is missing
            """);
    assertThat(published()).containsExactly(id + "-1", id + "-2");
    assertThat(parked()).startsWith(NOTHING);
  }

  @Test
  void changesNothingInADryRun() {
    Ended redrive = outbox.runWithoutEffect("redrive", "--aggregate", aggregate, "--dry-run");
    Ended discard = outbox.runWithoutEffect(takingOut("discard", "--dry-run"));
    Ended reroute = outbox.runWithoutEffect(takingOut("reroute", "--to", "audit", "--dry-run"));

    assertThat(redrive.code()).isZero();
    assertThat(redrive.out()).contains(aggregate, "2 events in 1 queue");
    assertThat(discard.out()).contains("the entry is too large");
    assertThat(reroute.out()).contains("the entry is too large");
  }

  @Test
  void changesNothingWithoutAnAnswer() {
    Ended ended = outbox.runWithoutEffect("redrive", "--aggregate", aggregate);

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .contains("Publish up to 2 events of 1 queue?", "add --yes")
        .contains(
            "? In table %s, account 000000000000, %s."
                .formatted(outbox.table(), outbox.servers().endpoint()));
  }

  @Test
  void asksAtATerminal() {
    Ended no = answered("n\n", () -> outbox.runWithoutEffect("redrive", "--aggregate", aggregate));
    assertThat(no.code()).isZero();
    assertThat(no.err()).contains("[y/N] Nothing was changed.");

    Ended yes = answered("y\n", () -> outbox.run("redrive", "--aggregate", aggregate));
    assertThat(yes.out()).startsWith("2 events published");
  }

  @Test
  void discardsAnEventWithAMarkOfWhoAndWhy() {
    Ended ended = takeOut("discard", "--event", id + "-1", "--by", "ann", "--yes");

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("1 event taken out of the queue\n");
    assertThat(outbox.run("show", aggregate).out())
        .contains("discarded for bus by ann: test data", "parked for bus: BEHIND");
    assertThat(published()).isEmpty();
  }

  @Test
  void listsIdAndTypeOfWhatIsParkedAndFindsItByThem() {
    assertThat(parked())
        .containsPattern("REJECTED +" + aggregate + " .* Placed +" + id + "-1 +TooLarge ")
        .containsPattern("BEHIND +" + aggregate + " .* Paid +" + id + "-2 ");
    assertThat(outbox.run("parked", "--type", "Paid", "--event", id + "-2").out().lines())
        .hasSize(2);
  }

  @Test
  void takesOutOfManyLanesWhatIsSelected() throws Exception {
    LaneKey other = new LaneKey("bus", "Order#" + id + "-other");
    outbox.commit(Aggregate.of("Order", id + "-other").at(1), "Chosen" + id, id + "-9");
    outbox.commit(Aggregate.of("Order", id).at(3), "Chosen" + id, id + "-3");
    outbox.append(
        new QueueName.Lane(lane), outbox.parkable(lane, ParkReason.REJECTED).subList(2, 3));
    outbox.park(new QueueName.Lane(other), outbox.parkable(other, ParkReason.REJECTED));

    Ended dry = outbox.runWithoutEffect(chosen("--dry-run"));
    Ended ended = outbox.run(chosen("--behind", "--yes"));

    assertThat(dry.out()).contains(id + "-9").doesNotContain(id + "-1");
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("2 events taken out of the queue\n");
    assertThat(parked()).contains(id + "-1", id + "-2").doesNotContain(id + "-3");
  }

  private String[] chosen(String... more) {
    String[] all = {"discard", "--target", "bus", "--type", "Chosen" + id, "--because", "test"};
    String[] with = Arrays.copyOf(all, all.length + more.length);
    System.arraycopy(more, 0, with, all.length, more.length);
    return with;
  }

  @Test
  void redrivesTheLanesInFrontOfWhichAnEventIsSelected() {
    assertThat(outbox.run("redrive", "--event", id + "-2", "--yes").err())
        .contains(id + "-2 for bus is queued behind another event of " + aggregate);
    assertThat(outbox.run("redrive", "--event", id + "-1", "--code", "TooLarge", "--yes").out())
        .startsWith("2 events published, 1 queue released");
  }

  @Test
  void sparesWhatIsOnlyQueuedBehindAFailedEvent() {
    Ended first = takeOut("discard", "--yes");
    Ended second = outbox.runWithoutEffect(takingOut("discard", "--yes"));

    assertThat(first.out()).contains("1 event taken out of the queue\n");
    assertThat(second.code()).isEqualTo(2);
    assertThat(second.err()).contains("1 event is queued behind something else", "--behind");
    assertThat(parked()).contains("BEHIND");
  }

  /** Another event is committed and parked while the question is read. */
  @Test
  void takesOutWhatItHasShownAndNothingThatIsParkedMeanwhile() {
    Meanwhile meanwhile =
        () -> {
          outbox.commit(Aggregate.of("Order", id).at(3), "Shipped", id + "-3");
          List<ParkedEvent> all = outbox.parkable(lane, ParkReason.REJECTED);
          outbox.append(new QueueName.Lane(lane), all.subList(2, 3));
        };

    Ended ended = answered("y\n", meanwhile, () -> outbox.run(takingOut("discard", "--behind")));

    assertThat(ended.err()).contains("Discard 2 events?");
    assertThat(ended.out()).contains("2 events taken out of the queue\n");
    assertThat(parked()).contains(lane.aggregate(), "0000000000000000003");
  }

  /** A redrive publishes them while the question is read. */
  @Test
  void saysWhatHadLeftTheQueueBeforeItWasTakenOut() {
    Ended ended =
        answered(
            "y\n",
            () -> outbox.run("redrive", "--aggregate", aggregate, "--yes"),
            () -> outbox.run(takingOut("reroute", "--behind", "--to", "audit")));

    assertThat(ended.code()).as(ended.err()).isEqualTo(1);
    assertThat(ended.out()).contains("2 events of those shown had left the queue before");
    assertThat(published()).containsExactly(id + "-1", id + "-2");
  }

  @Test
  void takesNothingOutThatIsParkedForAnotherTarget() throws Exception {
    LaneKey other = new LaneKey("audit", aggregate);
    outbox.park(new QueueName.Lane(other), outbox.parkable(other, ParkReason.REJECTED));

    assertThat(outbox.runWithoutEffect(takingOut("discard", "--behind")).err())
        .contains("Discard 2 events?");
    assertThat(takeOut("discard", "--behind", "--yes").out())
        .contains("2 events taken out of the queue\n");

    assertThat(outbox.run("parked", "--aggregate", aggregate, "--target", "bus").out())
        .startsWith(NOTHING);
    assertThat(outbox.run("parked", "--aggregate", aggregate, "--target", "audit").out())
        .contains(id);
  }

  @Test
  void sendsEventsToAnotherTarget() {
    Ended ended = takeOut("reroute", "--behind", "--to", "audit", "--yes");

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(parked()).startsWith(NOTHING);
    assertThat(outbox.published("audit"))
        .extracting(event -> event.path("id").asText())
        .filteredOn(event -> event.startsWith(id))
        .containsExactly(id + "-1", id + "-2");
  }

  @Test
  void saysWhoIsBusyAndUntilWhen() throws Exception {
    int part = QueueName.partOf(lane);
    Instant until = Instant.now().plusSeconds(60);
    try (AwsControl control = outbox.control()) {
      TestOutbox.get(control.table().queues().lease(part, "the function", Instant.now(), until));
      try {
        Ended redrive = outbox.run("redrive", "--aggregate", aggregate, "--yes");
        Ended discard = takeOut("discard", "--yes");

        assertThat(redrive.code()).isEqualTo(5);
        assertThat(redrive.out()).contains("is busy: the function is working on it, until");
        assertThat(discard.code()).isEqualTo(5);
        assertThat(discard.out()).contains("is busy: the function is working on it, until");
      } finally {
        TestOutbox.get(control.table().queues().giveBack(part, "the function"));
      }
    }
    assertThat(published()).isEmpty();
  }

  @Test
  void refusesWhatIsNotParked() {
    Ended lanes = outbox.runWithoutEffect("redrive", "--aggregate", "Order#none", "--yes");
    assertThat(lanes.code()).isEqualTo(2);
    assertThat(lanes.err()).contains("--aggregate \"Order#none\": no events of it are parked");

    Ended event = outbox.runWithoutEffect(takingOut("discard", "--event", "unknown", "--yes"));
    assertThat(event.code()).isEqualTo(2);
    assertThat(event.err()).contains("for bus with the id unknown");

    Ended to = outbox.runWithoutEffect(takingOut("reroute", "--to", "nowhere", "--yes"));
    assertThat(to.code()).isEqualTo(2);
    assertThat(to.err()).contains("--to \"nowhere\": the configuration has no such target");

    assertThat(outbox.runWithoutEffect("redrive", "--reason", "behind").code()).isEqualTo(2);
  }

  private Ended takeOut(String command, String... more) {
    return outbox.run(takingOut(command, more));
  }

  private String[] takingOut(String command, String... more) {
    String[] all = new String[more.length + 7];
    all[0] = command;
    all[1] = "--target";
    all[2] = "bus";
    all[3] = "--aggregate";
    all[4] = aggregate;
    all[5] = "--because";
    all[6] = "test data";
    System.arraycopy(more, 0, all, 7, more.length);
    return all;
  }

  private static Ended answered(String answer, Supplier<Ended> command) {
    return answered(answer, () -> {}, command);
  }

  private static Ended answered(String answer, Meanwhile meanwhile, Supplier<Ended> command) {
    InputStream before = System.in;
    System.setProperty("outbox.cli.asks", "true");
    System.setIn(
        new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)) {
          @Override
          public synchronized int read(byte[] bytes, int offset, int length) {
            try {
              meanwhile.happens();
            } catch (Exception e) {
              throw new AssertionError(e);
            }
            return super.read(bytes, offset, length);
          }
        });
    try {
      return command.get();
    } finally {
      System.setIn(before);
      System.clearProperty("outbox.cli.asks");
    }
  }

  private interface Meanwhile {
    void happens() throws Exception;
  }

  private String parked() {
    return outbox.run("parked", "--aggregate", aggregate).out();
  }

  private List<String> published() {
    return outbox.servers().cloud.events(outbox.servers().bus, 0).stream()
        .map(event -> event.body())
        .filter(detail -> detail.contains(id))
        .map(detail -> detail.replaceAll("(?s).*\"id\"\\s*:\\s*\"(" + id + "-\\d)\".*", "$1"))
        .toList();
  }
}
