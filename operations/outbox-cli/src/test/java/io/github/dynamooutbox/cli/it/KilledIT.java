package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import io.github.dynamooutbox.writer.Aggregate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** kill -9, for the tool in a process of its own: what was sent is out, and the rest is sent. */
class KilledIT {
  private static final int EVENTS = 20;

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  @TempDir Path temporary;

  private final TestOutbox outbox = system.outbox().withTable();
  private final String run = UUID.randomUUID().toString().substring(0, 8);

  /** Twice, and at the third time it comes to its end. */
  @Test
  void replayGoesOnWhereItWas() throws Exception {
    for (int version = 1; version <= EVENTS; version++) {
      for (String aggregate : List.of("a", "b", "c")) {
        commit(aggregate, version);
      }
    }
    Path state = temporary.resolve("plan");
    ToolProcess first =
        ToolProcess.startAtTerminal(
            outbox,
            "replay",
            "--type",
            "Changed",
            "--target",
            "bus",
            "--rate",
            "10",
            "--yes",
            "--state",
            "" + state);
    first.awaitError("s left");
    first.await(() -> ReplayDirectory.done(state) >= EVENTS);
    Ended killed = first.kill();
    assertThat(killed.err()).containsPattern("\\d+ of 60 events published, \\d+/s, \\d+ s left");

    ToolProcess second =
        ToolProcess.start(
            outbox, "replay", "--resume", "" + state, "--target", "bus", "--rate", "5", "--yes");
    second.await(() -> ReplayDirectory.done(state) >= 2 * EVENTS);
    second.kill();
    long left = 3 * EVENTS - ReplayDirectory.done(state);

    Ended resumed = outbox.run("replay", "--resume", "" + state, "--yes");

    assertThat(resumed.code()).as(resumed.err()).isZero();
    assertThat(resumed.out()).endsWith(left + " events published\n");
    for (String aggregate : List.of("a", "b", "c")) {
      assertInOrderFromTheFirstToTheLast(versions(aggregate));
    }
    // At each kill, at most a second of what the rate lets out.
    assertThat(versions("").size() - 3 * EVENTS).isBetween(0, 2 * EVENTS);
    assertThat(state).doesNotExist();
  }

  @Test
  void resendLeavesOutWhatItHasPublished() throws Exception {
    assumeTrue(AwsUnderTest.endpoint().isEmpty(), "only our own stub can be made slow");
    try (AbandonedBatches lambda = new AbandonedBatches()) {
      String bucket = lambda.bucket();
      for (int version = 1; version <= EVENTS; version++) {
        commit("a", version);
        commit("b", version);
      }
      lambda.abandon(outbox, bucket, 5);
      Injection slow =
          outbox
              .servers()
              .cloud
              .stub()
              .orElseThrow()
              .faults()
              .inject(
                  When.on(Service.EVENTBRIDGE).action("PutEvents"),
                  Fault.slow(Duration.ofMillis(500)));
      try {
        ToolProcess tool =
            ToolProcess.start(outbox, "resend", "--bucket", bucket, "--yes", "--remove");
        tool.await(() -> versions("a").size() >= 1);
        assertSendsNothing(outbox.run("resend", "--bucket", bucket, "--yes", "--remove"));
        tool.await(() -> versions("a").size() >= EVENTS / 2);
        tool.kill();
      } finally {
        slow.cancel();
      }
      assertThat(lambda.objects(bucket)).hasSize(8);
      assertSendsNothing(outbox.run("resend", "--bucket", bucket, "--yes", "--remove"));
      aMinutePasses();

      Ended again = outbox.run("resend", "--bucket", bucket, "--yes", "--remove");

      assertThat(again.code()).as(again.out() + again.err()).isZero();
      for (String aggregate : List.of("a", "b")) {
        assertInOrderFromTheFirstToTheLast(versions(aggregate));
      }
      // Receipts are a second late: what was published meanwhile comes again.
      assertThat(versions("")).hasSizeLessThan(2 * EVENTS + 15);
      assertThat(lambda.objects(bucket)).isEmpty();
    }
  }

  private static void assertSendsNothing(Ended ended) {
    assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(5);
    assertThat(ended.out()).contains("From 8 batches.").doesNotContain(" done");
    assertThat(ended.err())
        .containsPattern(
            "outbox-cli/\\S+ is sending abandoned batches, and has the lease until \\S+Z: ")
        .contains("nothing was sent; run this again afterwards");
  }

  /** For the lease of the process that was killed. */
  private void aMinutePasses() {
    outbox
        .servers()
        .dynamoDb
        .client()
        .updateItem(
            update ->
                update
                    .tableName(outbox.servers().control)
                    .key(
                        Map.of(
                            "PK", AttributeValue.fromS(outbox.table() + "#LEASE"),
                            "SK", AttributeValue.fromS("RESEND")))
                    .updateExpression("SET #until = #until - :minute")
                    .conditionExpression("attribute_exists(PK)")
                    .expressionAttributeNames(Map.of("#until", "until"))
                    .expressionAttributeValues(Map.of(":minute", AttributeValue.fromN("60000"))));
  }

  /** None is left out, and none comes before another one that it follows, but some come twice. */
  private static void assertInOrderFromTheFirstToTheLast(List<Integer> versions) {
    assertThat(versions).startsWith(1).endsWith(EVENTS);
    for (int next = 1; next < versions.size(); next++) {
      assertThat(versions.get(next))
          .as("%s", versions)
          .isLessThanOrEqualTo(versions.get(next - 1) + 1);
    }
  }

  private void commit(String aggregate, int version) {
    outbox.commit(
        Aggregate.of("Order", run + aggregate).at(version),
        "Changed",
        run + aggregate + "-" + version);
  }

  /** What the bus has of an aggregate, in the order in which it got it; empty: of all of them. */
  private List<Integer> versions(String aggregate) {
    return outbox.published("bus").stream()
        .map(event -> event.path("id").asText())
        .filter(id -> id.startsWith(run + aggregate))
        .map(id -> Integer.valueOf(id.substring(id.lastIndexOf('-') + 1)))
        .toList();
  }
}
