package io.github.dynamooutbox.cli.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ctrl-C, for the tool in a process of its own. */
class InterruptionIT {
  private static final int EVENTS = 40;

  /** The records of one that Lambda has abandoned. */
  private static final int BATCH = 15;

  /** So many that some are left when it is interrupted. */
  private static final int ORDERS = 60;

  private static final String[] PURGE = {
    "purge", "--target", "bus", "--because", "the bus is gone", "--yes"
  };

  /** So many requests it answers at a time. */
  private static final int CONSOLE_THREADS = 32;

  private static final Duration ANSWERS_AFTER = Duration.ofMillis(300);

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private final TestOutbox outbox = system.outbox();

  @BeforeEach
  void create() {
    outbox.withTable();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void saysThatResultsCannotBeWritten() throws Exception {
    assertThat(ToolProcess.codeWithoutSpace(outbox, "parked")).isEqualTo(1);
  }

  @Test
  @Tag("full")
  void devStopsRelayingAndSaysThatItWasInterrupted() throws Exception {
    outbox.commit(Aggregate.of("Order", "1").at(1), "Placed", "e-1");
    ToolProcess tool = ToolProcess.start(outbox, "dev");
    assertThat(tool.awaitLine()).contains("Order#1 1  Placed");

    assertThat(tool.interrupt().code()).isEqualTo(130);
  }

  @Test
  @Tag("full")
  void redriveEndsWhatItHasBegunAndSaysHowToGoOn() throws Exception {
    assumeTrue(AwsUnderTest.endpoint().isEmpty(), "only our own stub can be made slow");
    LaneKey lane = new LaneKey("bus", "Order#1");
    for (int version = 1; version <= EVENTS; version++) {
      outbox.commit(Aggregate.of("Order", "1").at(version), "Placed", "e-" + version);
    }
    outbox.park(new QueueName.Lane(lane), outbox.parkable(lane, ParkReason.REJECTED));
    Injection slow = slowBus();
    try {
      ToolProcess tool = ToolProcess.start(outbox, "redrive", "--yes");
      tool.await(() -> published().size() >= 3);

      Ended ended = tool.interrupt();

      assertThat(ended.code()).isEqualTo(130);
      assertThat(ended.err())
          .contains("Interrupted: finishing what is under way, at most ")
          .contains("What was published stays published. To continue, run the same command again.");
    } finally {
      slow.cancel();
    }

    assertThat(outbox.run("redrive", "--yes").code()).isZero();
    assertThat(published()).containsExactlyElementsOf(ids(EVENTS));
    assertThat(outbox.run("parked").out()).isEqualTo("Nothing is parked.\n");
  }

  @Test
  void tailEnds() throws Exception {
    ToolProcess tool = ToolProcess.start(outbox, "tail");
    tool.awaitError("Waiting for events.");

    Ended ended = tool.interrupt();

    assertThat(ended.code()).isEqualTo(130);
    assertThat(ended.err()).doesNotContain("Exception");
  }

  @Test
  void consoleEndsAndAnswersMeanwhileThoughOthersSendHalfARequest() throws Exception {
    ToolProcess tool = ToolProcess.start(outbox, "console");
    URI page = URI.create(tool.awaitLine());
    tool.awaitError("Serving it");
    List<Socket> halves = new ArrayList<>();
    try {
      for (int each = 0; each < 2 * CONSOLE_THREADS; each++) {
        Socket half = new Socket(page.getHost(), page.getPort());
        halves.add(half);
        half.getOutputStream().write("GET / HTTP/1.1\r\nHost: ".getBytes(UTF_8));
      }
      HttpRequest request = HttpRequest.newBuilder(page).timeout(Duration.ofSeconds(30)).build();
      assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body())
          .contains("Dynamo Outbox");
    } finally {
      for (Socket half : halves) {
        half.close();
      }
    }

    Ended ended = tool.interrupt();

    assertThat(ended.code()).isEqualTo(130);
    assertThat(ended.err()).endsWith("Serving it until Ctrl-C.\n");
  }

  /** A batch that it has begun it ends; the next one stays. */
  @Test
  @Tag("full")
  void resendEndsWhatItHasBegunAndSaysHowToGoOn() throws Exception {
    assumeTrue(AwsUnderTest.endpoint().isEmpty(), "only our own stub can be made slow");
    int before = published().size();
    Injection slow = slowBus();
    try (AbandonedBatches lambda = new AbandonedBatches()) {
      String bucket = lambda.bucket();
      for (int version = 1; version <= BATCH; version++) {
        outbox.commit(Aggregate.of("Order", "2").at(version), "Placed", "e-" + version);
      }
      outbox.commit(Aggregate.of("Order", "3").at(1), "Placed", "e-" + (BATCH + 1));
      lambda.abandon(
          outbox,
          bucket,
          BATCH,
          batch -> batch.event().contains("Order#3") ? "shardId-z" : "shardId-a");
      ToolProcess tool =
          ToolProcess.start(outbox, "resend", "--bucket", bucket, "--yes", "--remove");
      tool.await(() -> published().size() >= before + 3);

      Ended ended = tool.interrupt();

      assertThat(ended.code()).as(ended.err()).isEqualTo(130);
      assertThat(ended.err())
          .contains("Interrupted: finishing what is under way, at most ")
          .contains("What was sent stays sent. To continue, run the same command again.");
      assertThat(ended.out()).contains(2 * BATCH + " events published", "Not finished.");
      assertThat(published().subList(before, published().size()))
          .containsExactlyElementsOf(ids(BATCH));
      assertThat(lambda.objects(bucket)).singleElement().asString().contains("shardId-z");
      slow.cancel();
      Ended again = outbox.run("resend", "--bucket", bucket, "--yes", "--remove");
      assertThat(again.code()).as(again.out() + again.err()).isZero();
      assertThat(published().subList(before, published().size()))
          .containsExactlyElementsOf(ids(BATCH + 1));
      assertThat(lambda.objects(bucket)).isEmpty();
    } finally {
      slow.cancel();
    }
  }

  @Test
  void purgeDiscardsEachEventOrKeepsIt() throws Exception {
    List<LaneKey> lanes = new ArrayList<>();
    for (int each = 0; each < ORDERS; each++) {
      lanes.add(new LaneKey("bus", "Order#" + each));
      outbox.commit(Aggregate.of("Order", "" + each).at(1), "Placed", each + "-1");
      outbox.commit(Aggregate.of("Order", "" + each).at(2), "Paid", each + "-2");
    }
    outbox.parkAll(lanes, ParkReason.REJECTED);
    Ended ended = interruptedPurge();

    assertThat(ended.code()).as(ended.err()).isEqualTo(130);
    assertThat(ended.err())
        .contains("Interrupted: finishing what is under way, at most ")
        .contains("Run the same command again to continue.");
    int left = parked();
    assertThat(left).isBetween(1, 2 * ORDERS - 1);

    Ended again = outbox.run(PURGE);
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(again.out()).startsWith(left + (left == 1 ? " event " : " events ") + "discarded");
    assertThat(outbox.run("parked").out()).isEqualTo("Nothing is parked.\n");
  }

  /** Once the first event is out, and long before the last one is. */
  private Ended interruptedPurge() throws Exception {
    try (RecordingEndpoint slow = new RecordingEndpoint(outbox.servers().endpoint())) {
      slow.delay("PutItem " + outbox.servers().control, Duration.ofSeconds(1));
      List<String> purge = new ArrayList<>(List.of(PURGE));
      purge.addAll(List.of("--endpoint", slow.address()));
      ToolProcess tool = ToolProcess.start(outbox, purge.toArray(String[]::new));
      tool.await(() -> outbox.controlItems().count("OUT") > 0);
      return tool.interrupt();
    }
  }

  private static List<String> ids(int last) {
    return IntStream.rangeClosed(1, last).mapToObj(version -> "e-" + version).toList();
  }

  private int parked() throws IOException {
    String answer = outbox.run("parked", "--json").out();
    return new ObjectMapper().readTree(answer).path("events").asInt();
  }

  private Injection slowBus() {
    return outbox
        .servers()
        .cloud
        .stub()
        .orElseThrow()
        .faults()
        .inject(When.on(Service.EVENTBRIDGE).action("PutEvents"), Fault.slow(ANSWERS_AFTER));
  }

  private List<String> published() {
    return outbox.servers().cloud.events(outbox.servers().bus, 0).stream()
        .map(event -> event.body())
        .filter(detail -> detail.contains("\"e-"))
        .map(detail -> detail.replaceAll("(?s).*\"id\"\\s*:\\s*\"(e-\\d+)\".*", "$1"))
        .toList();
  }
}
