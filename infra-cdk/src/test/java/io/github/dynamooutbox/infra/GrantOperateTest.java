package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Environment;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.s3.Bucket;

/** Operators may do what the commands' guide says that each of them needs, in the right places. */
@NeedsNode
class GrantOperateTest {
  private static final Pattern CODE = Pattern.compile("`([A-Za-z]+)`");

  /** The guide's columns, and the resources that they mean, as the policy names them. */
  private static final Map<Integer, List<String>> PLACES =
      Map.of(
          2, List.of("OutboxTable.Arn"),
          3, List.of("OutboxTable.StreamArn"),
          4, List.of("OutboxServiceKclLeases.Arn"),
          5, List.of("OutboxControlTable.Arn"),
          6,
              List.of(
                  "OutboxLambdaFailedBatchesBucket.Arn",
                  "OutboxLambdaFailedBatchesBucket.Arn/aws/lambda/*",
                  "Archive.Arn",
                  "Archive.Arn/*"));

  @Test
  void theirCommandsNeedNoOtherRights() throws IOException {
    String rights = RenderedRights.of(synthesised()).get("Operators");
    int rows = 0;
    for (String line : Files.readAllLines(Path.of("../docs/api/outbox-commands.rights"))) {
      String[] cells = line.split("\\|", -1);
      if (line.startsWith("| `") && cells.length == 9) {
        rows++;
        PLACES.forEach(
            (column, resources) ->
                assertThat(allowed(rights, resources))
                    .as("%s, column %d, of%n%s", cells[1], column, rights)
                    .containsAll(named(cells[column], column)));
      }
    }
    assertThat(rows).as("commands in the guide").isGreaterThan(15);
    assertThat(allowed(rights, List.of("Bus.Arn"))).contains("events:PutEvents");
    // Nothing is written to the table, and none is allowed to remove it.
    assertThat(rights).doesNotContain("*:", ":*", "DeleteTable", "may not");
    assertThat(allowed(rights, List.of("OutboxTable.Arn")))
        .allMatch(action -> action.matches("dynamodb:(Describe|Get|BatchGet|Query|Scan).*"));
  }

  private static Set<String> named(String cell, int column) {
    Set<String> actions = new TreeSet<>();
    CODE.matcher(cell)
        .results()
        .forEach(code -> actions.add((column == 6 ? "s3:" : "dynamodb:") + code.group(1)));
    return actions;
  }

  private static Set<String> allowed(String rights, List<String> resources) {
    Set<String> actions = new TreeSet<>();
    String may = "";
    for (String line : rights.split("\n", -1)) {
      if (line.startsWith("may ")) {
        may = line.substring("may ".length());
      } else if (line.startsWith("  on ")
          && List.of(line.substring("  on ".length()).split(", ", -1)).stream()
              .anyMatch(resources::contains)) {
        actions.addAll(List.of(may.split(" ", -1)));
      }
    }
    return actions;
  }

  private static Synthesised synthesised() {
    App app = new App();
    Stack stack =
        new Stack(
            app,
            "Shop",
            StackProps.builder().env(Environment.builder().region("eu-west-1").build()).build());
    DynamoOutbox outbox =
        new DynamoOutbox(
            stack,
            "Outbox",
            DynamoOutboxProps.builder()
                .artifacts(Synthesised.artifacts())
                .tableName("orders")
                .controlTableName("orders-control")
                .target("bus", new EventBus(stack, "Bus"))
                .target("archive", new Bucket(stack, "Archive"))
                .route("bus", "archive")
                .set("infrastructure.bothRelays", true)
                .set("infrastructure.service.image", "example.com/relay:1")
                .build());
    outbox.grantOperate(
        Role.Builder.create(stack, "Operators")
            .assumedBy(new ServicePrincipal("ec2.amazonaws.com"))
            .build());
    return Synthesised.of(app, stack);
  }
}
