package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfigSource;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.writer.Aggregate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A target that takes what is sent to it, and never answers. */
class SilentTargetIT {
  private static final String ENDPOINT = "aws.endpointUrlKinesis";

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  @TempDir Path temporary;

  private final TestOutbox outbox =
      new TestOutbox(
              system.servers(),
              "{\"type\": \"kinesis\", \"streamName\": \"%s\"}".formatted(system.servers().stream))
          .withTable();

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void endsAReplayThatGoesOnLater() throws Exception {
    for (int version = 1; version <= 3; version++) {
      outbox.commit(Aggregate.of("Order", "1").at(version), "Changed", "1-" + version);
    }
    Path plan = temporary.resolve("plan");

    Ended stopped = replayToNobody(plan);
    assertThat(stopped.code()).as(stopped.err()).isEqualTo(1);
    assertThat(stopped.out())
        .contains("0 events published")
        .contains("Stopped: target \"queue\" fails (ApiCallTimeoutException)")
        .contains("nothing was accepted for 1 s")
        .contains("Not finished. To continue: outbox replay --resume " + plan);

    Ended resumed = outbox.run("replay", "--resume", plan.toString(), "--yes");
    assertThat(resumed.code()).as(resumed.err()).isZero();
    assertThat(resumed.out()).contains("3 events published");
  }

  private Ended replayToNobody(Path plan) throws IOException {
    String impatient =
        outbox
            .document()
            .replace(
                "\"routes\"",
                "\"relay\": {\"callTimeoutMillis\": 300, \"targetDownAfterSeconds\": 1},"
                    + " \"routes\"");
    String before = System.getProperty(ENDPOINT, "");
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      System.setProperty(ENDPOINT, "http://127.0.0.1:" + silent.getLocalPort());
      return OperatedSystem.run(
          Map.of(RelayConfigSource.INLINE, impatient),
          "replay",
          "--aggregate",
          "Order#1",
          "--state",
          plan.toString(),
          "--yes");
    } finally {
      if (before.isEmpty()) {
        System.clearProperty(ENDPOINT);
      } else {
        System.setProperty(ENDPOINT, before);
      }
    }
  }
}
