package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A control table that takes requests and never answers. A request to it ends after 8 seconds, so
 * commands run at the same time.
 */
class HangingControlIT extends AbandonedCase {
  private static final String ENDPOINT = "aws.endpointUrl";

  @TempDir Path temporary;

  private RecordingEndpoint endpoint;
  private String before = "";

  @BeforeEach
  void park() throws Exception {
    orders.commit("a", 1);
    lambda.abandon(outbox, bucket, 1);
    outbox.commit(Aggregate.of("Order", "p").at(1), "Placed", "p-1");
    outbox.parkAll(
        List.of(new LaneKey("bus", "Order#p"), new LaneKey("audit", "Order#p")),
        ParkReason.REJECTED);
  }

  @BeforeEach
  void goThroughTheEndpoint() throws IOException {
    endpoint = new RecordingEndpoint(system.servers().endpoint());
    before = System.getProperty(ENDPOINT);
    System.setProperty(ENDPOINT, endpoint.address());
  }

  @AfterEach
  void close() {
    System.setProperty(ENDPOINT, before);
    endpoint.close();
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void endsEachCommandThatCannotRead() throws Exception {
    String audit = "audit --settle 0s --from 1h --state " + temporary.resolve("audit");
    Map<String, Ended> ended =
        runAll(
            "[A-Za-z]+ ",
            List.of(
                "status",
                "parked",
                "redrive --yes",
                "discard --target bus --aggregate Order#p --because x --yes",
                "reroute --target bus --aggregate Order#p --to audit --because x --yes",
                "purge --target bus --because x --yes",
                "replay --yes --target bus --aggregate "
                    + orders.key("a")
                    + " --state "
                    + temporary.resolve("plan"),
                "resend --yes --bucket " + bucket,
                audit,
                "doctor"));

    Ended doctor = ended.remove("doctor");
    assertThat(doctor.code()).as(doctor.err()).isEqualTo(3);
    assertThat(doctor.out()).contains("unchecked table \"" + system.servers().control);
    assertThat(ended)
        .allSatisfy(
            (command, end) -> {
              assertThat(end.code()).as(command + end.err()).isEqualTo(3);
              assertThat(end.err())
                  .contains("the control table \"" + system.servers().control)
                  .contains("cannot be reached", "check region, credentials, endpoint and network");
            });
    assertThat(ended.get(audit).err())
        .contains("To go on: outbox audit --resume " + temporary.resolve("audit"));
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void saysThatSomethingMayHaveChangedAndHowToGoOn() throws Exception {
    Map<String, Ended> ended =
        runAll(
            "UpdateItem ",
            List.of(
                "discard --target bus --aggregate Order#p --because x --yes",
                "purge --target audit --because x --yes"));

    assertThat(ended)
        .allSatisfy(
            (command, end) -> {
              assertThat(end.code()).as(command + end.err()).isEqualTo(1);
              assertThat(end.err())
                  .contains("cannot be reached")
                  .contains("Something may have changed. Each event left its queue as a whole");
            });
    endpoint.leaveUnanswered("(?!)");
    Ended again = outbox.run("purge", "--target", "audit", "--because", "x", "--yes");
    assertThat(again.code()).as(again.err()).isZero();
  }

  private Map<String, Ended> runAll(String unanswered, List<String> commands) throws Exception {
    endpoint.leaveUnanswered(unanswered + system.servers().control);
    ExecutorService threads = Executors.newFixedThreadPool(commands.size());
    try {
      Map<String, Future<Ended>> running = new LinkedHashMap<>();
      commands.forEach(
          command -> running.put(command, threads.submit(() -> outbox.run(command.split(" ")))));
      Map<String, Ended> ended = new LinkedHashMap<>();
      for (Map.Entry<String, Future<Ended>> each : running.entrySet()) {
        ended.put(each.getKey(), each.getValue().get(1, TimeUnit.MINUTES));
      }
      return ended;
    } finally {
      threads.shutdownNow();
    }
  }
}
