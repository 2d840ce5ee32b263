package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfigSource;
import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PurgeIT {
  private static final String[] PURGE = {"purge", "--target", "bus", "--because", "bus is gone"};

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private final TestOutbox outbox = system.outbox();

  @BeforeEach
  void park() throws Exception {
    outbox.withTable();
    park("bus", "1");
    park("bus", "2");
    park("audit", "3");
  }

  private void park(String target, String id) throws Exception {
    LaneKey lane = new LaneKey(target, "Order#" + id);
    outbox.commit(Aggregate.of("Order", id).at(1), "Placed", id + "-1");
    outbox.commit(Aggregate.of("Order", id).at(2), "Paid", id + "-2");
    outbox.park(new QueueName.Lane(lane), outbox.parkable(lane, ParkReason.REJECTED));
  }

  @Test
  void discardsAllThatIsParkedForATargetWithAMark() {
    Ended ended = purge("--by", "ann", "--yes");

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).startsWith("4 events discarded, ");
    assertThat(outbox.run("show", "Order#2").out())
        .contains("discarded for bus by ann: bus is gone");
    assertThat(outbox.run("parked").out()).contains("Order#3").doesNotContain("bus");
  }

  @Test
  void discardsForATargetThatTheConfigurationNoLongerHas() {
    String document =
        outbox
            .document()
            .replaceFirst("\"bus\":.*\\n", "")
            .replace("\"to\": [\"bus\", \"audit\"]", "\"to\": [\"audit\"]");

    Ended ended = OperatedSystem.run(Map.of(RelayConfigSource.INLINE, document), with("--yes"));

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).startsWith("4 events discarded, ");
    assertThat(outbox.run("parked", "--target", "bus").out())
        .startsWith("Nothing is parked for bus.");
  }

  @Test
  void changesNothingInADryRunOrWithoutAnAnswer() {
    assertThat(outbox.runWithoutEffect(with("--dry-run")).out()).contains("4 events in 2 queues");
    Ended ended = outbox.runWithoutEffect(with());
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("Discard 4 events for bus for good?", "add --yes");
  }

  @Test
  void refusesWhereNothingIsParked() {
    Ended unknown = outbox.runWithoutEffect("purge", "--target", "buss", "--because", "x", "--yes");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("--target \"buss\": nothing is parked for it");
    // It works by aggregate, so a reason would not restrict what is discarded.
    assertThat(outbox.runWithoutEffect(with("--reason", "rejected", "--yes")).code()).isEqualTo(2);
  }

  @Test
  void stopsWhereSomebodyElseWorksAndGoesOnLater() throws Exception {
    int part = QueueName.partOf(new LaneKey("bus", "Order#1"));
    Instant until = Instant.now().plusSeconds(60);
    try (AwsControl control = outbox.control()) {
      TestOutbox.get(control.table().queues().lease(part, "the function", Instant.now(), until));
      try {
        Ended ended = purge("--yes");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out())
            .contains(
                "Part %d is busy: the function is working on it, until".formatted(part),
                "Run the same command again to continue");
      } finally {
        TestOutbox.get(control.table().queues().giveBack(part, "the function"));
      }
    }

    assertThat(purge("--yes").code()).isZero();
    assertThat(outbox.run("parked", "--target", "bus").out())
        .startsWith("Nothing is parked for bus.");
  }

  private Ended purge(String... more) {
    return outbox.run(with(more));
  }

  private static String[] with(String... more) {
    String[] all = new String[PURGE.length + more.length];
    System.arraycopy(PURGE, 0, all, 0, PURGE.length);
    System.arraycopy(more, 0, all, PURGE.length, more.length);
    return all;
  }
}
