package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfigSource;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nobody waits without an end for a table that fails. */
class FailingTablesIT extends AbandonedCase {
  @TempDir Path temporary;

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void endsAReplayThatGoesOnLater() throws Exception {
    orders.commit("a", 1);
    Path plan = temporary.resolve("plan");

    Ended stopped =
        withoutReceipts(
            "replay",
            "--aggregate",
            orders.key("a"),
            "--target",
            "bus",
            "--state",
            plan.toString());

    assertThat(stopped.code()).as(stopped.err()).isEqualTo(1);
    assertThat(stopped.out())
        .contains("1 event published", "Stopped: the control table fails (receipt, ")
        .contains("nothing was accepted for 1 s")
        .contains("Not finished. To continue: outbox replay --resume " + plan);
    Ended resumed = outbox.run("replay", "--resume", plan.toString(), "--yes");
    assertThat(resumed.code()).as(resumed.err()).isZero();
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void saysHowToGoOnWithAReplayWhoseTableFailsHalfWay() throws Exception {
    for (int version = 1; version <= 6; version++) {
      orders.commit("a", version);
    }
    Path plan = temporary.resolve("plan");
    Ended stopped;
    try (RecordingEndpoint endpoint = new RecordingEndpoint(system.servers().endpoint())) {
      ToolProcess tool =
          ToolProcess.start(
              outbox,
              "replay",
              "--aggregate",
              orders.key("a"),
              "--target",
              "bus",
              "--rate",
              "1",
              "--yes",
              "--state",
              "" + plan,
              "--endpoint",
              endpoint.address());
      tool.await(() -> !orders.published("bus").isEmpty());
      endpoint.refuse("BatchGetItem " + outbox.table());
      stopped = tool.end();
    }

    assertThat(stopped.code()).as(stopped.err()).isEqualTo(1);
    assertThat(stopped.out())
        .contains(" published", "Stopped: the table \"" + outbox.table() + "\" cannot be used")
        .contains("Not finished. To continue: outbox replay --resume " + plan);
    Ended resumed = outbox.run("replay", "--resume", plan.toString(), "--yes");
    assertThat(resumed.code()).as(resumed.err()).isZero();
    assertThat(orders.published("bus")).containsExactly("a-1", "a-2", "a-3", "a-4", "a-5", "a-6");
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void endsAResendThatGoesOnLater() throws Exception {
    orders.commit("a", 1);
    lambda.abandon(outbox, bucket, 1);

    Ended stopped = withoutReceipts("resend", "--bucket", bucket);

    assertThat(stopped.code()).as(stopped.err()).isEqualTo(1);
    assertThat(stopped.out()).contains("2 events published", "the control table fails (receipt, ");
    Ended again = outbox.run("resend", "--bucket", bucket, "--yes");
    assertThat(again.code()).as(again.err()).isZero();
  }

  private Ended withoutReceipts(String... command) throws Exception {
    String impatient =
        outbox.document().replace("\"relay\": {", "\"relay\": {\"targetDownAfterSeconds\": 1, ");
    try (RecordingEndpoint control = new RecordingEndpoint(system.servers().endpoint())) {
      control.refuse("PutItem " + system.servers().control);
      List<String> arguments = new ArrayList<>(List.of(command));
      arguments.addAll(List.of("--yes", "--endpoint", control.address()));
      return OperatedSystem.run(
          Map.of(RelayConfigSource.INLINE, impatient), arguments.toArray(String[]::new));
    }
  }
}
