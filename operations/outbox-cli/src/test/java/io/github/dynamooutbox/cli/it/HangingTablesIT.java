package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfigSource;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables and buckets that take requests and never answer. A request to a control table ends after 8
 * seconds, one to the table after 16, to a bucket after 20, so all commands run at the same time.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HangingTablesIT {
  private static final String ENDPOINT = "aws.endpointUrl";
  private static final String SILENT_CONTROL = "a-control-table-without-an-answer";
  private static final String SILENT_BUCKET = "a-bucket-without-an-answer";
  private static final String DISCARD =
      "discard --target bus --aggregate Order#p --because x --yes";
  private static final String PURGE = "purge --target audit --because x --yes";

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  @TempDir static Path temporary;

  private static final Map<String, Ended> ended = new LinkedHashMap<>();
  private static final Map<String, Duration> took = new HashMap<>();
  private static AbandonedBatches lambda;
  private static String bucket;

  /** Says what it has, and nothing more. */
  private static String unreadable;

  private static RecordingEndpoint endpoint;
  private static RecordingEndpoint objects;
  private static String before;

  /** Has something parked and something abandoned, and can be read. */
  private static TestOutbox outbox;

  /** Its table does not answer. */
  private static TestOutbox silent;

  /** Its table does not answer a replay any more once that is planned. */
  private static TestOutbox unread;

  @BeforeAll
  static void runAllCommands() throws Exception {
    lambda = new AbandonedBatches();
    bucket = lambda.bucket();
    unreadable = lambda.bucket();
    lambda.put(unreadable, "aws/lambda/one", "{}");
    objects = new RecordingEndpoint(lambda.endpoint());
    objects.leaveUnanswered("GET /(%s.*|%s/aws.*)".formatted(SILENT_BUCKET, unreadable));
    System.setProperty(AbandonedBatches.ENDPOINT, objects.address());
    outbox = system.outbox().withTable();
    silent = system.outbox().withTable();
    unread = system.outbox().withTable();
    outbox.commit(Aggregate.of("Order", "p").at(1), "Placed", "p-1");
    outbox.parkAll(
        List.of(new LaneKey("bus", "Order#p"), new LaneKey("audit", "Order#p")),
        ParkReason.REJECTED);
    for (TestOutbox each : List.of(outbox, silent, unread)) {
      each.commit(Aggregate.of("Order", "a").at(1), "Placed", "a-1");
    }
    lambda.abandon(outbox, bucket, 1);
    endpoint = new RecordingEndpoint(system.servers().endpoint());
    before = System.getProperty(ENDPOINT);
    System.setProperty(ENDPOINT, endpoint.address());
    String control = system.servers().control;
    endpoint.leaveUnanswered(
        "[A-Za-z]+ (%s|%s)|(Update|Put)Item %s|BatchGetItem %s"
            .formatted(SILENT_CONTROL, silent.table(), control, unread.table()));
    runAll();
  }

  private static void runAll() throws Exception {
    Map<String, String> commands = new LinkedHashMap<>();
    ofTheControlTable().forEach(each -> commands.put(each, withSilentControl()));
    ofTheTable().forEach(each -> commands.put(each, silent.document()));
    ofTheBucket().keySet().forEach(each -> commands.put(each, outbox.document()));
    List.of(DISCARD, PURGE).forEach(each -> commands.put(each, outbox.document()));
    commands.put(replayOf("unread"), unread.document());
    commands.put(replayOf("unnoted"), impatient(outbox.document()));
    ExecutorService threads = Executors.newFixedThreadPool(commands.size());
    try {
      Map<String, Future<Ended>> running = new LinkedHashMap<>();
      commands.forEach(
          (command, document) ->
              running.put(command, threads.submit(() -> run(document, command))));
      for (Map.Entry<String, Future<Ended>> each : running.entrySet()) {
        ended.put(each.getKey(), each.getValue().get(3, TimeUnit.MINUTES));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Ended run(String document, String command) {
    long start = System.nanoTime();
    Ended end = OperatedSystem.run(Map.of(RelayConfigSource.INLINE, document), command.split(" "));
    synchronized (took) {
      took.put(command, Duration.ofNanos(System.nanoTime() - start));
    }
    return end;
  }

  private static List<String> ofTheControlTable() {
    return List.of(
        "status",
        "parked",
        "show Order#a",
        "redrive --yes",
        "discard --target bus --aggregate Order#x --because x --yes",
        "reroute --target bus --aggregate Order#x --to audit --because x --yes",
        "purge --target bus --because x --yes",
        replayOf("uncontrolled"),
        "resend --yes --bucket " + bucket,
        "audit --settle 0s --from 1h --state " + temporary.resolve("audit"),
        "doctor");
  }

  private static List<String> ofTheTable() {
    return List.of(
        "status --json",
        "list",
        "show Order#a --json",
        "tail",
        "audit --settle 0s --from 1h --state " + temporary.resolve("silent"),
        replayOf("unplanned"),
        "doctor --json");
  }

  /** The bucket of each command. */
  private static Map<String, String> ofTheBucket() {
    return Map.of(
        "failures --bucket " + unreadable,
        unreadable,
        "resend --yes --bucket " + SILENT_BUCKET,
        SILENT_BUCKET,
        "replay --yes --from 1h --from-archive s3://%s --state %s"
            .formatted(SILENT_BUCKET, temporary.resolve("archived")),
        SILENT_BUCKET);
  }

  private static String withSilentControl() {
    return outbox.document().replace(system.servers().control, SILENT_CONTROL);
  }

  private static String impatient(String document) {
    return document.replace("\"relay\": {", "\"relay\": {\"targetDownAfterSeconds\": 1, ");
  }

  private static String replayOf(String plan) {
    return "replay --yes --target bus --aggregate Order#a --state " + temporary.resolve(plan);
  }

  @AfterAll
  static void close() {
    System.setProperty(ENDPOINT, before);
    endpoint.close();
    objects.close();
    lambda.close();
  }

  @Test
  void endsEachCommandThatCannotReadTheControlTable() {
    assertUnreachable(ofTheControlTable(), "the control table \"" + SILENT_CONTROL);
    assertThat(ended.get("doctor").out()).contains("unchecked table \"" + SILENT_CONTROL);
    assertThat(errorsOf("audit --settle 0s --from 1h --state " + temporary.resolve("audit")))
        .contains("To continue: outbox audit --resume " + temporary.resolve("audit"));
  }

  @Test
  void endsEachCommandThatCannotReadTheTable() {
    assertUnreachable(ofTheTable(), "the table \"" + silent.table());
    assertThat(ended.get("doctor --json").out())
        .contains("UNCHECKED", "table \\\"" + silent.table());
  }

  /** However many requests are not answered. */
  @Test
  void endsWithinTwentySecondsIfNothingAnswers() {
    for (String command : List.of("status --json", "list", "show Order#a --json", "parked")) {
      assertThat(took.get(command)).as(command).isLessThan(Duration.ofSeconds(20));
    }
  }

  @Test
  void endsAnExaminationInTime() {
    assertThat(took.get("doctor")).isLessThan(Duration.ofSeconds(30));
    assertThat(took.get("doctor --json")).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void endsEachCommandThatCannotReadTheBucket() {
    ofTheBucket()
        .forEach((command, of) -> assertUnreachable(List.of(command), "the bucket \"" + of + '"'));
    assertThat(temporary.resolve("archived").resolve("replay.jsonl")).doesNotExist();
  }

  private static void assertUnreachable(List<String> commands, String table) {
    assertThat(commands)
        .allSatisfy(
            command -> {
              assertThat(ended.get(command).code()).as(command + errorsOf(command)).isEqualTo(3);
              if (!command.startsWith("doctor")) {
                assertThat(errorsOf(command))
                    .contains(table, "cannot be reached")
                    .contains("check region, credentials, endpoint and network", "Working, 1 s");
              }
            });
  }

  @Test
  void saysThatSomethingMayHaveChangedAndHowToGoOn() {
    assertThat(List.of(DISCARD, PURGE))
        .allSatisfy(
            command -> {
              assertThat(ended.get(command).code()).as(command + errorsOf(command)).isEqualTo(1);
              assertThat(errorsOf(command))
                  .contains("cannot be reached")
                  .contains(
                      "Something may have changed. Each event has left its queue completely or not"
                          + " at all");
            });
    endpoint.leaveUnanswered("(?!)");
    Ended again = run(outbox.document(), PURGE);
    assertThat(again.code()).as(again.err()).isZero();
  }

  @Test
  void endsAReplayWhoseRecordsCannotBeReadAndGoesOnLater() {
    Ended stopped = ended.get(replayOf("unread"));

    assertThat(stopped.code()).as(stopped.err()).isEqualTo(3);
    assertThat(stopped.err())
        .contains("the table \"" + unread.table() + "\" cannot be reached")
        .contains("To continue: outbox replay --resume " + temporary.resolve("unread"));
    assertGoesOn(unread, "unread");
  }

  @Test
  void endsAReplayWhoseReceiptsCannotBeWrittenAndGoesOnLater() {
    Ended stopped = ended.get(replayOf("unnoted"));

    assertThat(stopped.code()).as(stopped.err()).isEqualTo(1);
    assertThat(stopped.out())
        .contains("1 event published", "Stopped: the control table fails (receipt, ")
        .contains(
            "Not finished. To continue: outbox replay --resume " + temporary.resolve("unnoted"));
    assertThat(took.get(replayOf("unnoted"))).isLessThan(Duration.ofSeconds(30));
    assertGoesOn(outbox, "unnoted");
  }

  private static void assertGoesOn(TestOutbox of, String plan) {
    endpoint.leaveUnanswered("(?!)");
    Ended resumed = run(of.document(), "replay --yes --resume " + temporary.resolve(plan));
    assertThat(resumed.code()).as(resumed.err()).isZero();
    assertThat(resumed.out()).contains("1 event published");
  }

  private static String errorsOf(String command) {
    return ended.get(command).err();
  }
}
