package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
  void areThoseThatTheGuideListsForTheCommands() throws IOException {
    String rights = RenderedRights.of(synthesised()).get("Operators");
    List<String[]> commands =
        Files.readAllLines(Path.of("../docs/api/outbox-commands.rights")).stream()
            .filter(line -> line.startsWith("| `"))
            .map(line -> line.split("\\|", -1))
            .filter(cells -> cells.length == 9)
            .toList();
    assertThat(commands).as("commands in the guide").hasSizeGreaterThan(15);
    PLACES.forEach(
        (column, resources) ->
            assertThat(allowed(rights, resources))
                .as("column %d, of%n%s", column, rights)
                .isEqualTo(named(commands, column)));
    assertThat(allowed(rights, List.of("Bus.Arn"))).contains("events:PutEvents");
    // Nothing is written to the table, and none is allowed to remove it.
    assertThat(rights).doesNotContain("*:", ":*", "DeleteTable", "may not");
    assertThat(allowed(rights, List.of("OutboxTable.Arn")))
        .allMatch(action -> action.matches("dynamodb:(Describe|Get|BatchGet|Query|Scan).*"));
  }

  @Test
  void areRefusedWhereTheCdkWouldAddNone() {
    Stack stack = TypedApp.stack("eu-west-1", TypedApp.ACCOUNT);
    DynamoOutbox outbox = new DynamoOutbox(stack, "Outbox", TypedApp.base(stack).build());
    assertThatThrownBy(
            () ->
                outbox.grantOperate(
                    Role.fromRoleArn(stack, "Ops", "arn:aws:iam::444455556666:role/ops")))
        .hasMessage(
            "a role of account 444455556666 takes no statements from another account's stack: give"
                + " one of the stack's account, which it may assume");
    assertThatThrownBy(() -> outbox.grantOperate(new ServicePrincipal("ec2.amazonaws.com")))
        .hasMessage("ServicePrincipal takes no statements: give a role, a user or a group");
  }

  private static Set<String> named(List<String[]> commands, int column) {
    return commands.stream()
        .flatMap(cells -> CODE.matcher(cells[column]).results())
        .map(code -> (column == 6 ? "s3:" : "dynamodb:") + code.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
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
