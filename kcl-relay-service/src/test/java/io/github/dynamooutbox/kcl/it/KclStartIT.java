package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.settings.ExitCode;
import io.github.dynamooutbox.localaws.FaultyGateway;
import io.github.dynamooutbox.localaws.FaultyGateway.Mode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a worker says, and how it ends, if a service does not answer. */
@Tag("full")
@Timeout(300)
class KclStartIT {
  private static final String TABLES = "AWS_ENDPOINT_URL_DYNAMODB";
  private static final String STREAMS = "AWS_ENDPOINT_URL_DYNAMODB_STREAMS";

  private static KclSystem system;

  @BeforeAll
  static void startSystem() {
    system = new KclSystem();
  }

  @AfterAll
  static void stopSystem() {
    system.close();
  }

  @Test
  void endsSoonIfNothingAnswersAndSaysWhatItWaitsFor() throws IOException {
    for (String endpoint : new String[] {TABLES, STREAMS}) {
      try (SilentGateway silent = new SilentGateway(system.streamsEndpoint())) {
        silent.cut();
        Instant started = Instant.now();
        WorkerProcess worker =
            system.start(Map.of(endpoint, silent.endpoint().toString()), "never-started");

        assertThat(worker.awaitExit(Duration.ofSeconds(60)))
            .as(worker.tail())
            .isEqualTo(ExitCode.CANNOT_READ);
        LongCase.report(endpoint + " is silent", Duration.between(started, Instant.now()));
        assertThat(worker.output).anyMatch(line -> line.contains("Waiting for DynamoDb"));
        assertThat(worker.output).anyMatch(line -> line.contains("cannot be read ("));
      }
    }
  }

  @Test
  void endsSoonIfTheTableRefusesConnections() {
    Instant started = Instant.now();
    WorkerProcess worker = system.start(Map.of(TABLES, "http://127.0.0.1:9"), "never-started");

    assertThat(worker.awaitExit(Duration.ofSeconds(60)))
        .as(worker.tail())
        .isEqualTo(ExitCode.CANNOT_READ);
    LongCase.report("refused", Duration.between(started, Instant.now()));
    assertThat(worker.output).anyMatch(line -> line.contains("Connection refused"));
  }

  @Test
  void aCheckEndsIfNothingAnswers() throws IOException {
    try (SilentGateway silent = new SilentGateway(system.streamsEndpoint())) {
      silent.cut();
      Instant started = Instant.now();
      String endpoint = silent.endpoint().toString();
      WorkerProcess check =
          system.start(Map.of(TABLES, endpoint, STREAMS, endpoint), "none", "--check");

      assertThat(check.awaitExit(Duration.ofMinutes(3))).as(check.tail()).isEqualTo(ExitCode.CHECK);
      LongCase.report("--check, silent", Duration.between(started, Instant.now()));
      assertThat(check.output).anyMatch(line -> line.contains("Waiting for dynamodb:Describe"));
    }
  }

  @Test
  void aStopThatCannotReleaseTheLeasesIsNoOrderlyOne() {
    try (FaultyGateway tables = new FaultyGateway(system.streamsEndpoint())) {
      WorkerProcess worker = system.start(Map.of(TABLES, tables.endpoint().toString()), "held");
      system.placeOrders("r-", 1, 1, 1);
      system.awaitOrders("r-", 1, 1);
      tables.set(Mode.THROTTLES, "\"" + KclSystem.APPLICATION + "\"");
      worker.terminate();

      assertThat(worker.awaitExit(Duration.ofSeconds(30)))
          .as(worker.tail())
          .isEqualTo(ExitCode.CUT_SHORT);
      assertThat(worker.output).anyMatch(line -> line.contains("could not be released"));
    }
  }
}
