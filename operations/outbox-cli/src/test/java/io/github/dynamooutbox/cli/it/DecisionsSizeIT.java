package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.control.LoggedDecision;
import io.github.dynamooutbox.aws.host.AwsControl;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What it takes to look at a log of 100,000 decisions. */
@Tag("full")
@EnabledOnOs(OS.LINUX)
class DecisionsSizeIT {
  private static final int DECISIONS = 100_000;
  private static final double MOST_CPU_SECONDS = 5;
  private static final long MOST_MEGABYTES = 250;

  /** What differs between decisions. */
  private static final String NAME = "LNAME";

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  @Test
  void eachLookTakesFiveSecondsOfCpuAndAQuarterOfAGigabyteAtMost() throws Exception {
    TestOutbox outbox = TestOutbox.alone(system.servers()).withTable();
    fill(outbox);

    Map<String, String> over = new TreeMap<>();
    note("decisions", ToolProcess.spent(outbox, "decisions"), 0, 102, over);
    note(
        "decisions --limit 5000",
        ToolProcess.spent(outbox, "decisions", "--limit", "5000"),
        0,
        5_002,
        over);
    ToolProcess.Spent json =
        ToolProcess.spent(outbox, "--json", "decisions", "--limit", "5000", "--since", "400d");
    note("--json decisions --limit 5000", json, 0, 5_000, over);
    assertThat(json.ended().out()).contains("\"more\" : true");
    ToolProcess.Spent page = ToolProcess.spentByConsole(outbox, "decisions");
    note("the page", page, 200, 1, over);
    assertThat(page.ended().out()).contains("\"more\":true");

    assertThat(over).isEmpty();
  }

  private static void note(
      String what, ToolProcess.Spent spent, int code, int lines, Map<String, String> over) {
    String said =
        "%.1f s of CPU, %d MB, %,d lines, code %d"
            .formatted(
                spent.cpuSeconds(),
                spent.megabytes(),
                spent.ended().out().lines().count(),
                spent.ended().code());
    System.out.println(what + ": " + said);
    if (spent.ended().code() != code
        || spent.ended().out().lines().count() < lines
        || spent.cpuSeconds() > MOST_CPU_SECONDS
        || spent.megabytes() > MOST_MEGABYTES) {
      over.put(what, said + ' ' + spent.ended().err());
    }
  }

  private static void fill(TestOutbox outbox) throws Exception {
    try (AwsControl control = outbox.control()) {
      TestOutbox.get(
          control
              .table()
              .decisions()
              .begin(
                  new LoggedDecision.Decision(
                      NAME,
                      "outbox-cli/" + NAME,
                      "discard",
                      Optional.of("bus"),
                      "of Order#" + NAME + " for bus",
                      1,
                      Optional.of("a test")))
              .thenCompose(
                  begun -> control.table().decisions().end(begun, "DONE", OptionalLong.of(1))));
    }
    Map<String, AttributeValue> item =
        new HashMap<>(
            outbox.controlItems().all().stream()
                .filter(each -> each.get("PK").s().contains("#DECISION#"))
                .findFirst()
                .orElseThrow());
    item.put("SK", AttributeValue.fromS(item.get("SK").s() + NAME));
    new Copies(outbox, NAME, DECISIONS).into(outbox.controlTable(), List.of(item));
  }
}
