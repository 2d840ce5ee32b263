package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dynamooutbox.aws.RelayConfigSource;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.ControlC;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C, for the packaged tool in a process of its own. */
class InterruptionIT {
  private static final int EVENTS = 40;
  private static final Duration ANSWERS_AFTER = Duration.ofMillis(100);

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  @TempDir private Path directory;

  private final TestOutbox outbox = system.outbox();

  @BeforeEach
  void create() {
    outbox.withTable();
  }

  @Test
  void redriveEndsWhatItHasBegunAndSaysHowToGoOn() throws Exception {
    assumeTrue(AwsUnderTest.endpoint().isEmpty(), "only our own stub can be made slow");
    LaneKey lane = new LaneKey("bus", "Order#1");
    for (int version = 1; version <= EVENTS; version++) {
      outbox.commit(Aggregate.of("Order", "1").at(version), "Placed", "e-" + version);
    }
    outbox.park(new QueueName.Lane(lane), outbox.parkable(lane, ParkReason.REJECTED));
    Injection slow =
        outbox
            .servers()
            .cloud
            .stub()
            .orElseThrow()
            .faults()
            .inject(When.on(Service.EVENTBRIDGE).action("PutEvents"), Fault.slow(ANSWERS_AFTER));
    try {
      Process tool = start("redrive", "--yes");
      while (published().size() < 3) {
        assertThat(tool.waitFor(20, TimeUnit.MILLISECONDS)).as(errors()).isFalse();
      }
      ControlC.press(tool);

      assertThat(tool.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(tool.exitValue()).isGreaterThan(128);
      assertThat(errors())
          .contains("Interrupted: finishing what is under way, at most ")
          .contains("What was published is out. To go on, run the same command again.");
    } finally {
      slow.cancel();
    }

    assertThat(outbox.run("redrive", "--yes").code()).isZero();
    assertThat(published())
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, EVENTS).mapToObj(version -> "e-" + version).toList());
    assertThat(outbox.run("parked").out()).isEqualTo("Nothing is parked.\n");
  }

  @Test
  void tailEnds() throws Exception {
    Process tool = start("tail");
    while (!errors().contains("Waiting for events.")) {
      assertThat(tool.waitFor(50, TimeUnit.MILLISECONDS)).as(errors()).isFalse();
    }

    ControlC.press(tool);

    assertThat(tool.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(tool.exitValue()).isGreaterThan(128);
    assertThat(errors()).doesNotContain("Exception");
  }

  private Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    AwsUnderTest.properties(outbox.servers().endpoint())
        .forEach((name, value) -> command.add("-D" + name + '=' + value));
    command.addAll(List.of("-jar", System.getProperty("outbox.cli.jar")));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectError(errorFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put(RelayConfigSource.INLINE, outbox.document());
    return builder.start();
  }

  private File errorFile() {
    return directory.resolve("errors").toFile();
  }

  private String errors() throws IOException {
    return Files.readString(errorFile().toPath());
  }

  private List<String> published() {
    return outbox.servers().cloud.events(outbox.servers().bus, 0).stream()
        .map(event -> event.body())
        .filter(detail -> detail.contains("\"e-"))
        .map(detail -> detail.replaceAll("(?s).*\"id\"\\s*:\\s*\"(e-\\d+)\".*", "$1"))
        .toList();
  }
}
