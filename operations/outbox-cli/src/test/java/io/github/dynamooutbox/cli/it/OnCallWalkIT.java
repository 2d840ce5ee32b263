package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * From the alarm to the proof, each command named by the one before. With {@code
 * -Doutbox.walk=<directory>} what the commands say is saved there, for the runbook.
 */
class OnCallWalkIT {
  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private final TestOutbox outbox = system.outbox().withTable();
  private final Instant committed = Instant.now().minus(Duration.ofMinutes(50));
  private final StringBuilder said = new StringBuilder();
  private int commands;

  @TempDir Path temporary;

  @Test
  void aTargetWasDownForAnHour() throws Exception {
    for (int order = 1; order <= 4; order++) {
      commit("" + order, "OrderPlaced");
      LaneKey lane = new LaneKey("bus", "Order#" + order);
      park(
          QueueName.Part.of(lane),
          lane,
          ParkReason.BLOCKED,
          "ServiceUnavailable",
          "the target has accepted nothing for 1 min");
    }

    String status = says(0, "status");
    assertThat(status).contains("4 events wait for bus", "ServiceUnavailable: 4 events");
    String redrive =
        says(0, named(status, "outbox redrive --target bus --reason BLOCKED"), "--yes");
    assertThat(redrive).contains("4 events published");
    assertProven(redrive);
    save("target-down");
  }

  @Test
  void oneEventIsPoison() throws Exception {
    commit("1", "OrderPlaced");
    LaneKey lane = new LaneKey("bus", "Order#1");
    park(new QueueName.Lane(lane), lane, ParkReason.REJECTED, "TooLarge", "the entry has 1.2 MB");

    String status = says(4, "status");
    String parked = says(4, named(status, "outbox parked --events --target bus --reason REJECTED"));
    String discard = named(parked, "outbox discard --target bus --reason REJECTED");
    String discarded = says(0, discard, "--because", "an import gone wrong", "--yes");
    assertThat(discarded).contains("1 event taken out of the queue");
    assertProven(discarded);
    save("poison");
  }

  @Test
  void aBrownOutHasPassed() throws Exception {
    for (int order = 1; order <= 3; order++) {
      commit("" + order, order == 3 ? "OrderPaid" : "OrderPlaced");
      LaneKey lane = new LaneKey("bus", "Order#" + order);
      park(
          QueueName.Part.of(lane),
          lane,
          ParkReason.BLOCKED,
          "ThrottlingException",
          "Rate exceeded");
    }

    String status = says(0, "status");
    assertThat(status).contains("ThrottlingException: 3 events (OrderPaid 1, OrderPlaced 2)");
    String redrive =
        says(0, named(status, "outbox redrive --target bus --reason BLOCKED"), "--yes");
    assertProven(redrive);
    save("brown-out");
  }

  @Test
  void theAccountMayNoLongerPublish() throws Exception {
    for (int order = 1; order <= 2; order++) {
      commit("" + order, "OrderPlaced");
      LaneKey lane = new LaneKey("bus", "Order#" + order);
      park(
          new QueueName.Lane(lane),
          lane,
          ParkReason.REJECTED,
          "NotAuthorizedForSourceException",
          "Not authorized for the source.");
    }

    String status = says(4, "status");
    assertThat(status)
        .contains("NotAuthorizedForSourceException: 2 events (OrderPlaced 2): Not authorized");
    String parked = says(4, named(status, "outbox parked --events --target bus --reason REJECTED"));
    String redrive =
        says(0, named(parked, "outbox redrive --target bus --reason REJECTED"), "--yes");
    assertProven(redrive);
    save("not-authorised");
  }

  /** What the bus lacks, stream and receipts have. */
  private void commit(String order, String type) throws Exception {
    outbox.commit(Aggregate.of("Order", order).at(1), type, "walk-" + order, committed);
    outbox.receipt("Order#" + order, Set.of("bus", "audit"), Set.of("audit"));
  }

  private void park(QueueName queue, LaneKey lane, ParkReason reason, String code, String message)
      throws Exception {
    ParkedEvent like = outbox.parkable(lane, reason).get(0);
    ParkedEvent event =
        new ParkedEvent(
            like.place(),
            new ParkedEvent.Cause(reason, code, message),
            like.attempts(),
            like.item(),
            like.published());
    try (AwsControl control = outbox.control()) {
      outbox.park(control.table().queues(), queue, List.of(event));
    }
  }

  private void assertProven(String before) throws Exception {
    named(before, "outbox audit --from 2h");
    String audit =
        says(
            0,
            "outbox audit --from 2h",
            "--settle",
            "0s",
            "--relayed-until",
            "2m",
            "--state",
            "" + temporary.resolve("audit"));
    assertThat(audit).contains("Nothing is missing");
    assertThat(commands).as("commands").isLessThanOrEqualTo(4);
  }

  /** The command, which the one before has named. */
  private static String named(String before, String command) {
    assertThat(before).contains(command);
    return command;
  }

  private String says(int code, String command, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of(command.replaceFirst("^outbox ", "").split(" ")));
    arguments.addAll(List.of(more));
    Ended ended = outbox.run(arguments.toArray(String[]::new));
    assertThat(ended.code()).as("%s: %s%s", arguments, ended.out(), ended.err()).isEqualTo(code);
    commands++;
    said.append("$ outbox ").append(String.join(" ", arguments)).append('\n').append(ended.out());
    return ended.out();
  }

  private void save(String name) throws Exception {
    String directory = System.getProperty("outbox.walk", "");
    if (!directory.isEmpty()) {
      Files.writeString(
          Path.of(directory, name + ".txt"),
          said.toString()
              .replace(outbox.table(), "orders")
              .replace("" + temporary.resolve("audit"), "DIR")
              .replace("an import gone wrong", "'an import gone wrong'"));
    }
  }
}
