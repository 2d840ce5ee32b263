package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import io.github.dynamooutbox.writer.Aggregate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * From the alarm to the proof beside a running relay, each command named by the one before, until
 * the alarm is gone. With {@code -Doutbox.walk=<directory>} what the commands say is saved there,
 * for the runbook.
 */
class OnCallWalkIT {
  private static final int MOST_COMMANDS = 4;

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private final Instant committed = Instant.now().minus(Duration.ofMinutes(50));
  private final StringBuilder said = new StringBuilder();
  private int orders;
  private int commands;
  private Optional<Injection> fault = Optional.empty();
  private TestOutbox outbox;
  private RelayOfANight relay;

  @TempDir Path temporary;

  @BeforeEach
  void start() {
    outbox = TestOutbox.impatient(system.servers()).withTable();
    relay = new RelayOfANight(outbox);
  }

  @AfterEach
  void end() {
    recover();
    relay.close();
  }

  @Test
  void aTargetIsDownForAnHour() throws Exception {
    fails(Fault.fail(503, "ServiceUnavailable"));
    orders(4);
    relay.awaitFinished();
    assertThat(alarm()).containsKey("OpenCircuitAge of bus").containsEntry("ParkedEvents", 4L);

    String status = says(4, "status");
    assertThat(status).contains("4 events wait for bus", "ServiceUnavailable: 4 events");
    String parked = says(0, named(status, "outbox parked --events --target bus --reason BLOCKED"));
    recover();
    String redrive =
        says(0, named(parked, "outbox redrive --target bus --reason BLOCKED"), "--yes");
    assertThat(redrive).contains("4 events published");
    assertOver(redrive, "target-down");
  }

  @Test
  void oneEventIsPoison() throws Exception {
    fails(
        Fault.failEntries(
            entry -> entry.body().contains("walk-1"),
            new EntryError("MalformedDetail", "Detail is malformed.", true)));
    orders(2);
    relay.awaitFinished();
    assertThat(alarm()).containsEntry("ParkedEvents", 1L).containsEntry("ClosedLanes", 1L);

    String status = says(4, "status");
    String parked = says(4, named(status, "outbox parked --events --target bus --reason REJECTED"));
    String discard = named(parked, "outbox discard --target bus --reason REJECTED");
    String discarded = says(0, discard, "--because", "an import gone wrong", "--yes");
    assertThat(discarded).contains("1 event taken out of the queue");
    assertOver(discarded, "poison");
  }

  @Test
  @Tag("full")
  void aBrownOutHasPassed() throws Exception {
    fails(
        Fault.failEntries(
            entry -> entry.key().equals("OrderPaid"), EntryError.throttled(Service.EVENTBRIDGE)));
    order("OrderPaid");
    order("OrderPaid");
    RelayOfANight.await(
        () -> {
          order("OrderPlaced");
          return outbox.run("parked").out().contains("BLOCKED");
        });
    recover();
    relay.awaitFinished();
    assertThat(alarm().get("ParkedEvents")).isPositive();

    String status = says(0, "status");
    assertThat(status).contains("ThrottlingException: ");
    String redrive =
        says(0, named(status, "outbox redrive --target bus --reason BLOCKED"), "--yes");
    assertOver(redrive, "brown-out");
  }

  @Test
  @Tag("full")
  void theAccountMayNoLongerPublish() throws Exception {
    fails(
        Fault.failEntries(
            1,
            new EntryError(
                "NotAuthorizedForSourceException", "Not authorized for the source.", true)));
    orders(2);
    relay.awaitFinished();
    assertThat(alarm()).containsEntry("ParkedEvents", 2L).containsEntry("ClosedLanes", 2L);

    String status = says(4, "status");
    assertThat(status)
        .contains("NotAuthorizedForSourceException: 2 events (OrderPlaced 2): Not authorized");
    String parked = says(4, named(status, "outbox parked --events --target bus --reason REJECTED"));
    recover();
    String redrive =
        says(0, named(parked, "outbox redrive --target bus --reason REJECTED"), "--yes");
    assertOver(redrive, "not-authorised");
  }

  private void fails(Fault how) {
    assumeTrue(AwsUnderTest.endpoint().isEmpty(), "only the stub can inject faults");
    fault =
        Optional.of(
            system
                .servers()
                .cloud
                .stub()
                .orElseThrow()
                .faults()
                .inject(When.on(Service.EVENTBRIDGE).target(system.servers().bus), how));
  }

  private void recover() {
    fault.ifPresent(Injection::cancel);
    fault = Optional.empty();
  }

  private void orders(int many) {
    for (int order = 0; order < many; order++) {
      order("OrderPlaced");
    }
  }

  private void order(String type) {
    orders++;
    relay.commit(Aggregate.of("Order", "" + orders).at(1), type, "walk-" + orders, committed);
  }

  /** What raises it. */
  private Map<String, Long> alarm() throws Exception {
    Map<String, Long> figures = relay.figures();
    said.append("LateOrStuck is raised: ").append(figures).append('\n');
    return figures;
  }

  /** Nothing is missing, and what CloudWatch gets with the next heartbeat ends the alarm. */
  private void assertOver(String before, String name) throws Exception {
    String audit =
        says(
            0,
            named(before, "outbox audit --from 2h"),
            "--settle",
            "0s",
            "--relayed-until",
            "2m",
            "--state",
            "" + temporary.resolve("audit"));
    assertThat(audit).contains("Nothing is missing");
    assertThat(commands).as("commands").isLessThanOrEqualTo(MOST_COMMANDS);

    relay.schedule();
    relay.figures();
    relay.commit(Aggregate.heartbeat(outbox.table()), "Heartbeat", "beat", Instant.now());
    relay.awaitFinished();
    Map<String, Long> figures = relay.figures();
    assertThat(figures)
        .isEqualTo(Map.of("ParkedEvents", 0L, "ClosedLanes", 0L, "BlockedLanes", 0L));
    said.append("LateOrStuck ends: ").append(figures).append('\n');
    assertThat(outbox.run("status").out()).contains("Everything flows");
    save(name);
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
