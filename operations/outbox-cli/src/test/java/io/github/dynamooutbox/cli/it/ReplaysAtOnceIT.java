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
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two people replay the same, each after an audit of his own. */
class ReplaysAtOnceIT {
  private static final int EVENTS = 8;

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  @TempDir Path temporary;

  private final TestOutbox outbox = system.outbox().withTable();
  private final String run = UUID.randomUUID().toString().substring(0, 8);

  @Test
  void onlyOneOfThemPublishesWhatIsMissing() throws Exception {
    assumeTrue(AwsUnderTest.endpoint().isEmpty(), "only our own stub can be made slow");
    for (int version = 1; version <= EVENTS; version++) {
      outbox.commit(
          Aggregate.of("Order", run).at(version),
          "Changed",
          run + "-" + version,
          Instant.now().minus(Duration.ofHours(30)));
    }
    Path mine = audit("mine");
    Path theirs = audit("theirs");
    Injection slow =
        outbox
            .servers()
            .cloud
            .stub()
            .orElseThrow()
            .faults()
            .inject(
                When.on(Service.EVENTBRIDGE).action("PutEvents"),
                Fault.slow(Duration.ofSeconds(2)));
    Ended first;
    try {
      ToolProcess tool =
          ToolProcess.start(
              outbox, "replay", "--audit", "" + mine, "--target", "bus", "--yes", "--json");
      tool.await(() -> !published().isEmpty());

      assertBusy(" is replaying what is missing, and has the lease until", theirs, "--yes");
      assertBusy("directory " + mine + ": another process is using it", mine, "--dry-run");
      Ended resumed = outbox.run("replay", "--resume", "" + mine, "--yes");
      assertThat(resumed.code()).as(resumed.err()).isEqualTo(5);
      assertThat(outbox.run("--json", "decisions", "--limit", "1").out())
          .contains("\"ended\" : \"BUSY\"");
      Ended dry = outbox.run("replay", "--audit", "" + theirs, "--target", "bus", "--dry-run");
      assertThat(dry.code()).as(dry.err()).isZero();
      assertThat(published()).as("it is still at work").hasSizeLessThan(EVENTS);
      slow.cancel();
      first = tool.end();
    } finally {
      slow.cancel();
    }
    assertThat(first.code()).as(first.err()).isZero();

    Ended second = outbox.run("replay", "--audit", "" + theirs, "--target", "bus", "--yes");

    assertThat(second.code()).as(second.err()).isZero();
    assertThat(second.out()).isEqualTo("There is nothing to publish.\n");
    assertThat(published())
        .isEqualTo(IntStream.rangeClosed(1, EVENTS).mapToObj(each -> run + "-" + each).toList());
  }

  private Path audit(String name) {
    Path directory = temporary.resolve(name);
    Ended audit =
        outbox.run("audit", "--from", "31h", "--settle", "0s", "--state", directory.toString());
    assertThat(audit.code()).as(audit.err()).isEqualTo(4);
    return directory;
  }

  private void assertBusy(String why, Path audit, String option) {
    Ended ended = outbox.run("replay", "--audit", "" + audit, "--target", "bus", option);
    assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(5);
    assertThat(ended.err()).contains(why);
    assertThat(ended.out()).isEmpty();
  }

  private List<String> published() {
    return outbox.published("bus").stream()
        .map(event -> event.path("id").asText())
        .filter(id -> id.startsWith(run))
        .toList();
  }
}
