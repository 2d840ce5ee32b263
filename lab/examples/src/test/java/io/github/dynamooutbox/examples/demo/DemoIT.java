package io.github.dynamooutbox.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.LocalClients;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The demo's promises about what it prints, how it exits and what it leaves behind. Each demo is a
 * process with servers of its own, so that two can run at once.
 */
@Execution(ExecutionMode.CONCURRENT)
class DemoIT {
  private static final long PATIENCE_SECONDS = 300;

  @TempDir private Path directory;

  @BeforeEach
  void onlyWithServersOfItsOwn() {
    assumeTrue(
        AwsUnderTest.endpoint().isEmpty(),
        "the demo breaks its targets on purpose, and only its own stub can be told to fail");
  }

  @Test
  void everythingComesOutOnceAndInOrderAtTargetsOfAllKinds() throws Exception {
    try (DemoProcess demo =
        new DemoProcess(
            directory,
            "--orders",
            "100",
            "--targets",
            "bus,custom,fifo,stream,queue,kafka,archive")) {
      assertThat(demo.exitCode(PATIENCE_SECONDS)).as(demo.output()).isZero();
      assertThat(demo.lastLine())
          .isEqualTo("lost 0, out of order 0, duplicates 0, effects exactly once");
      assertThat(demo.output())
          .containsPattern("bus \\(EventBridge\\) +[1-9]")
          .containsPattern("stream \\(Kinesis\\) +[1-9]")
          .containsPattern("queue \\(SQS\\) +[1-9]")
          .containsPattern("kafka \\(Kafka\\) +[1-9]")
          .containsPattern("archive \\(S3\\) +[1-9]");
      assertThat(demo.startedChildren()).isGreaterThanOrEqualTo(4);
      assertThat(demo.survivors()).isEmpty();
    }
  }

  @Test
  void faultsAndACrashLoseNothingAndKeepTheOrder() throws Exception {
    try (DemoProcess demo = new DemoProcess(directory, "--orders", "100", "--faults")) {
      assertThat(demo.exitCode(PATIENCE_SECONDS)).as(demo.output()).isZero();
      assertThat(demo.lastLine())
          .matches("lost 0, out of order 0, duplicates \\d+, effects exactly once");
      assertThat(demo.output())
          .contains("relay killed 1")
          .containsPattern("timed out [1-9]")
          .containsPattern("throttled [1-9]")
          .containsPattern("answers lost [1-9]")
          .containsPattern("entries failed [1-9]");
      assertThat(demo.survivors()).isEmpty();
    }
  }

  @Test
  void theServiceIsKilledTooAndPublishesToNoOtherTargets() throws Exception {
    try (DemoProcess demo =
        new DemoProcess(
            directory, "--relay", "kcl", "--orders", "60", "--faults", "--targets", "bus,queue")) {
      assertThat(demo.exitCode(PATIENCE_SECONDS)).as(demo.output()).isZero();
      assertThat(demo.lastLine())
          .matches("lost 0, out of order 0, duplicates \\d+, effects exactly once");
      assertThat(demo.output())
          .contains("relay killed 1", "KCL service, 2 starts")
          .containsPattern("queue \\(SQS\\) +[1-9]")
          .doesNotContain("(SNS", "(Kinesis)", "(Kafka)", "(S3)");
      assertThat(demo.survivors()).isEmpty();
    }
  }

  @Test
  void whatCannotBePublishedIsParkedAndRedrivenInOrder() throws Exception {
    try (DemoProcess demo = new DemoProcess(directory, "--orders", "100", "--poison")) {
      assertThat(demo.exitCode(PATIENCE_SECONDS)).as(demo.output()).isZero();
      assertThat(demo.lastLine())
          .isEqualTo("lost 0, out of order 0, duplicates 0, effects exactly once");
      assertThat(demo.output())
          .containsPattern("fifo +backlog, part \\d\\d +BLOCKED +\\d+ +held")
          .containsPattern("bus +Order#\\S+ +REJECTED +\\d+ +held")
          .containsPattern("bus +Order#\\S+ +REJECTED +\\d+ +released")
          .contains("Queues held now: 0.");
      assertThat(demo.survivors()).isEmpty();
    }
  }

  @Test
  void whatATargetMissesIsParkedAndRedrivenInOrderThoughTheRelayIsKilledToo() throws Exception {
    try (DemoProcess demo = new DemoProcess(directory, "--orders", "200", "--outage", "--keep")) {
      demo.awaitOutput("./outbox status", PATIENCE_SECONDS);
      assertThat(streamOfItsTable(demo)).isNotEmpty();
      demo.enter();

      assertThat(demo.exitCode(PATIENCE_SECONDS)).as(demo.output()).isZero();
      assertThat(demo.lastLine())
          .matches("lost 0, out of order 0, duplicates \\d+, effects exactly once");
      assertThat(demo.output())
          .containsPattern("Outage: [1-9]\\d* events parked, [1-9]\\d* redriven in ")
          .contains("Queues held now: 0.");
      assertThat(demo.survivors()).isEmpty();
    }
  }

  /** Through the endpoint and the configuration that it names. */
  private static String streamOfItsTable(DemoProcess demo) throws IOException {
    JsonNode config = new ObjectMapper().readTree(new File(named("OUTBOX_CONFIG_FILE", demo)));
    URI endpoint = URI.create(named("AWS_ENDPOINT_URL", demo));
    try (DynamoDbClient client = LocalClients.dynamoDb(endpoint)) {
      return client
          .describeTable(request -> request.tableName(config.at("/table/name").asText()))
          .table()
          .latestStreamArn();
    }
  }

  private static String named(String variable, DemoProcess demo) throws IOException {
    Matcher line = Pattern.compile("export " + variable + "=(\\S+)").matcher(demo.output());
    assertThat(line.find()).as(demo.output()).isTrue();
    return line.group(1);
  }

  @Test
  void ctrlCLeavesNoProcessBehind() throws Exception {
    try (DemoProcess demo = new DemoProcess(directory, "--orders", "1000000")) {
      demo.awaitChildren(2, PATIENCE_SECONDS);

      demo.interrupt();

      assertThat(demo.exitCode(60)).isGreaterThan(128);
      assertThat(demo.survivors()).isEmpty();
      assertThat(demo.output()).doesNotContain("Exception");
    }
  }

  @Test
  void anUnknownTargetIsAnsweredWithThoseThereAre() throws Exception {
    try (DemoProcess demo = new DemoProcess(directory, "--targets", "bus,rabbit")) {
      assertThat(demo.exitCode(PATIENCE_SECONDS)).isEqualTo(2);
      assertThat(demo.output())
          .contains("bus, custom, fifo, stream, queue, kafka, archive", "'rabbit'");
      assertThat(demo.startedChildren()).isZero();
    }
  }
}
