package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.cli.internal.doctor.OperatorRights;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What the guide says each command needs, against what it asks the services for. */
class OperatorRightsIT {
  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private static final Pattern CODE = Pattern.compile("`([A-Za-z]+)`");

  /** The row of a command has its table's rights, its control table's and others. */
  private static final Pattern ROW = Pattern.compile("\\| (.*?) \\|(.*?)\\|(.*?)\\|(.*?)\\|");

  @TempDir private Path directory;

  private final TestOutbox outbox = system.outbox().withTable();

  @Test
  void documentsWhatEachCommandAsksFor() throws Exception {
    Instant before = Instant.now().minus(10, ChronoUnit.MINUTES);
    for (int i = 1; i <= 2; i++) {
      outbox.commit(Aggregate.of("Order", Integer.toString(i)).at(1), "Placed", "e-" + i, before);
    }
    String anHourAgo = before.minus(1, ChronoUnit.HOURS).toString();

    assertDocumented("status");
    assertDocumented("list");
    assertDocumented("show", "Order#1");
    assertDocumented(
        "audit", "--settle", "0s", "--from", anHourAgo, "--state", "" + directory.resolve("audit"));
    assertDocumented("replay", "--aggregate", "Order#1", "--target", "bus", "--yes");
    park();
    assertDocumented("parked", "--events");
    assertDocumented("redrive", "--reason", "REJECTED", "--yes");
    park();
    assertDocumented(
        "reroute",
        "--target",
        "bus",
        "--aggregate",
        "Order#1",
        "--to",
        "audit",
        "--because",
        "a test",
        "--yes");
    park();
    assertDocumented(
        "discard", "--target", "bus", "--aggregate", "Order#1", "--because", "a test", "--yes");
    assertDocumented("purge", "--target", "bus", "--because", "a test", "--yes");
  }

  @Test
  void documentsWhatItAsksForWhileItWaitsForEvents() throws Exception {
    AtomicInteger version = new AtomicInteger();
    ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor();
    try {
      var unused =
          writer.scheduleWithFixedDelay(
              () ->
                  outbox.commit(
                      Aggregate.of("Order", "1").at(version.incrementAndGet()),
                      "Placed",
                      "e-" + version),
              0,
              1,
              TimeUnit.SECONDS);
      assertDocumented("tail", "--limit", "1");
    } finally {
      writer.shutdownNow();
    }
  }

  private void park() throws Exception {
    outbox.parkAll(
        List.of(new LaneKey("bus", "Order#1"), new LaneKey("bus", "Order#2")), ParkReason.REJECTED);
  }

  private void assertDocumented(String command, String... options) throws Exception {
    Set<String> rights = rights(command, options);
    List<MatchResult> rows =
        ROW.matcher(Files.readString(Path.of("../docs/cli.md")))
            .results()
            .filter(row -> row.group(1).contains('`' + command + '`'))
            .toList();
    assertThat(rows).as("rows of %s", command).hasSize(1);
    MatchResult row = rows.get(0);
    assertThat(OperatorRights.ALL)
        .contains(new OperatorRights(command, codes(row.group(2)), codes(row.group(3))));
    assertThat(codes(row.group(2))).as("table, %s", command).isEqualTo(of(rights, outbox.table()));
    assertThat(codes(row.group(3)))
        .as("control table, %s", command)
        .isEqualTo(of(rights, system.servers().control));
    Set<String> others = new TreeSet<>();
    for (String right : rights) {
      if (!right.contains(" ")) {
        others.add(right);
      }
    }
    assertThat(codes(row.group(4))).as("others, %s", command).containsAll(others);
  }

  private Set<String> rights(String command, String... options) throws Exception {
    try (RecordingEndpoint endpoint = new RecordingEndpoint(system.servers().endpoint())) {
      List<String> arguments = new ArrayList<>(List.of(command));
      arguments.addAll(List.of(options));
      arguments.addAll(List.of("--endpoint", endpoint.address()));
      Ended ended = outbox.run(arguments.toArray(String[]::new));
      assertThat(ended.code()).as("%s: %s", command, ended.err()).isIn(0, 4);
      return endpoint.rights();
    }
  }

  private static Set<String> of(Set<String> rights, String table) {
    Set<String> actions = new TreeSet<>();
    for (String right : rights) {
      if (right.endsWith(' ' + table)) {
        actions.add(right.substring(0, right.indexOf(' ')));
      }
    }
    return actions;
  }

  private static Set<String> codes(String cell) {
    Set<String> codes = new TreeSet<>();
    CODE.matcher(cell).results().forEach(code -> codes.add(code.group(1)));
    return codes;
  }
}
