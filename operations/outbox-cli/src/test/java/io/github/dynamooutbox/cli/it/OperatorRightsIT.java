package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.aws.config.DocumentKeys;
import io.github.dynamooutbox.cli.internal.OutboxTool;
import io.github.dynamooutbox.cli.internal.doctor.OperatorRights;
import io.github.dynamooutbox.cli.internal.doctor.OperatorRights.Place;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What the guide says each command needs, against what it asks the services for. */
class OperatorRightsIT {
  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private static final String ENDPOINT = "aws.endpointUrl";

  /** Done, with something left, or something found. */
  private static final List<Integer> CODES = List.of(0, 1, 4);

  /** What these ask for depends on what they find: no test finds all of it. */
  private static final Set<String> UNLIKELY =
      Set.of("replay", "replay --from", "replay --missing", "resend", "console");

  private static final Set<String> TO_SEND =
      Stream.of("eventbridge", "kinesis")
          .flatMap(
              type -> DocumentKeys.kinds().get(type).resource().orElseThrow().actions().stream())
          .map(action -> action.substring(action.indexOf(':') + 1))
          .collect(Collectors.toSet());

  /** An order whose lanes are in the same part as those of the first: both are read at once. */
  private static final String ALIKE =
      IntStream.range(2, 10_000)
          .filter(id -> part("Order#" + id) == part("Order#1"))
          .mapToObj(Integer::toString)
          .findFirst()
          .orElseThrow();

  private static AbandonedBatches lambda;

  @TempDir private Path directory;

  private final TestOutbox outbox = system.outbox().withTable();

  @BeforeAll
  static void start() {
    lambda = new AbandonedBatches();
  }

  @AfterAll
  static void stop() {
    lambda.close();
  }

  @Test
  void hasARowInTheGuideForEachCommand() throws Exception {
    assertThat(GuidedRights.read()).containsExactlyInAnyOrderElementsOf(OperatorRights.ALL);
    Set<String> commands =
        new TreeSet<>(OutboxTool.commandLine(Map.of()).getSubcommands().keySet());
    // dev works on this machine only.
    commands.removeAll(Set.of("help", "generate-completion", "dev"));
    assertThat(OperatorRights.ALL).extracting(OperatorRights::command).containsAll(commands);
  }

  @Test
  void documentsWhatEachCommandAsksFor() throws Exception {
    Instant before = Instant.now().minus(10, ChronoUnit.MINUTES);
    for (String id : List.of("1", ALIKE)) {
      outbox.commit(Aggregate.of("Order", id).at(1), "Placed", "e-" + id, before);
    }
    String anHourAgo = before.minus(1, ChronoUnit.HOURS).toString();

    assertDocumented("status");
    assertDocumented("list");
    assertDocumented("show", "Order#1");
    park();
    assertDocumented(
        "audit", "--settle", "0s", "--from", anHourAgo, "--state", "" + directory.resolve("audit"));
    String[] rejected = {"--target", "bus", "--code", "TooLarge", "--because", "a test", "--yes"};
    assertDocumented("discard", rejected);
    assertDocumented("replay", "--aggregate", "Order#1", "--target", "bus", "--yes");
    assertDocumented("replay --from", anHourAgo, "--target", "bus", "--yes");
    assertDocumented(
        "replay --missing",
        "--settle",
        "0s",
        "--from",
        anHourAgo,
        "--state",
        "" + directory.resolve("missing"),
        "--yes");
    park();
    assertDocumented("parked", "--events");
    assertDocumented("redrive", "--code", "TooLarge", "--yes");
    park();
    assertDocumented(
        "reroute",
        Stream.concat(Stream.of("--to", "audit"), Stream.of(rejected)).toArray(String[]::new));
    park();
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

  private static int part(String aggregate) {
    return QueueName.partOf(new LaneKey("bus", aggregate));
  }

  private void park() throws Exception {
    outbox.parkAll(
        List.of(new LaneKey("bus", "Order#1"), new LaneKey("bus", "Order#" + ALIKE)),
        ParkReason.REJECTED);
  }

  @Test
  void documentsWhatItAsksForAboutAbandonedBatches() throws Exception {
    String bucket = lambda.bucket();
    outbox.commit(Aggregate.of("Order", "1").at(1), "Placed", "e-1");
    outbox.putUnreadable("Order#2");
    lambda.abandon(outbox, bucket, 1);

    assertDocumented("failures", "--bucket", bucket);
    assertDocumented("resend", "--bucket", bucket, "--remove", "--yes");
  }

  @Test
  void documentsWhatTheConsoleAsksFor() throws Exception {
    outbox.commit(Aggregate.of("Order", "1").at(1), "Placed", "e-1");
    park();
    String endpoint = System.getProperty(ENDPOINT);
    try (RecordingEndpoint recording = new RecordingEndpoint(system.servers().endpoint())) {
      try (ServedConsole console = ServedConsole.of(outbox, "--endpoint", recording.address())) {
        console.live("status", any -> true);
        console.get("timeline?aggregate=Order%231");
        console.get("parked?target=bus&reason=REJECTED");
        JsonNode plan =
            console.posted("plan", "{\"act\": \"redrive\", \"aggregate\": \"Order#1\"}");
        assertThat(
                console
                    .posted("act", "{\"plan\": " + plan.path("plan") + "}")
                    .path("exit")
                    .asText())
            .isEqualTo("DONE");
      } finally {
        System.setProperty(ENDPOINT, endpoint);
      }
      assertDocumented("console", recording.rights());
    }
  }

  @Test
  void documentsWhatTheDoctorAsksFor() throws Exception {
    try (ControlPlane plane = new ControlPlane()) {
      plane.map("orders-relay");
      assertDocumented("doctor");
    }
  }

  private void assertDocumented(String command, String... options) throws Exception {
    try (RecordingEndpoint endpoint = new RecordingEndpoint(system.servers().endpoint());
        RecordingEndpoint objects = new RecordingEndpoint(lambda.endpoint())) {
      List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
      arguments.addAll(List.of(options));
      arguments.addAll(List.of("--endpoint", endpoint.address()));
      System.setProperty(AbandonedBatches.ENDPOINT, objects.address());
      Ended ended = outbox.run(arguments.toArray(String[]::new));
      assertThat(ended.code()).as("%s: %s", command, ended.err()).isIn(CODES);
      Set<String> rights = new TreeSet<>(endpoint.rights());
      rights.addAll(objects.rights());
      assertDocumented(command, rights);
    } finally {
      System.setProperty(AbandonedBatches.ENDPOINT, lambda.endpoint().toString());
    }
  }

  private void assertDocumented(String command, Set<String> rights) {
    OperatorRights documented =
        OperatorRights.ALL.stream()
            .filter(each -> each.command().equals(command))
            .findFirst()
            .orElseThrow();
    Map<Place, String> names =
        Map.of(
            Place.TABLE,
            outbox.table(),
            Place.STREAM,
            "stream",
            Place.LEASES,
            outbox.table() + "-outbox-relay",
            Place.CONTROL,
            system.servers().control,
            Place.BUCKET,
            "bucket");
    names.forEach(
        (place, name) -> {
          Set<String> asked = of(rights, name);
          if (UNLIKELY.contains(command) || place == Place.STREAM) {
            assertThat(documented.in(place)).as("%s, %s", place, command).containsAll(asked);
          } else {
            assertThat(asked).as("%s, %s", place, command).isEqualTo(documented.in(place));
          }
        });
    Set<String> others =
        rights.stream().filter(right -> !right.contains(" ")).collect(Collectors.toSet());
    if (documented.sends()) {
      assertThat(TO_SEND).as("targets, %s", command).containsAll(others);
    } else {
      assertThat(others).as("targets, %s", command).allMatch(right -> right.startsWith("Describe"));
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
}
