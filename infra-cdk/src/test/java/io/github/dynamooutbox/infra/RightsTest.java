package io.github.dynamooutbox.infra;

import static io.github.dynamooutbox.infra.RenderedRights.may;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every right of every role, written down: one that is new has to be written here as well. */
@NeedsNode
class RightsTest {
  private static final String LANES =
      """
      may dynamodb:BatchGetItem dynamodb:BatchWriteItem dynamodb:DeleteItem dynamodb:GetItem \
      dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem
        on ControlTable.Arn
      """;

  private static final String READS =
      """
      may dynamodb:DescribeStream dynamodb:GetRecords dynamodb:GetShardIterator
        on OutboxTable.StreamArn
      """;

  private static final String FOLLOWS =
      """
      may dynamodb:DescribeStream dynamodb:GetRecords dynamodb:GetShardIterator
        on OutboxTable.Arn/stream/*
      may dynamodb:DescribeTable
        on OutboxTable.Arn
      may dynamodb:ListStreams
        on *
      """;

  private static final String KEEPS_WHAT_FAILED =
      """
      may s3:ListBucket
        on LambdaFailedBatchesBucket.Arn
      may s3:PutObject
        on LambdaFailedBatchesBucket.Arn/aws/lambda/*
      """;

  private static final String LISTS_STREAMS =
      """
      may dynamodb:ListStreams
        on *
      """;

  private static final String USES_KEY =
      """
      may kms:Decrypt kms:DescribeKey kms:Encrypt kms:GenerateDataKey kms:ReEncryptFrom \
      kms:ReEncryptTo
        on OutboxKey.Arn
      """;

  @Test
  void ofTheFunctionsAreNoMoreThanTheyNeed() {
    String bus = may("events:DescribeEventBus events:PutEvents", "Targetsbus.Arn");
    assertThat(RenderedRights.of(Synthesised.of("bus-only")))
        .isEqualTo(
            Map.of(
                "LambdaRelay",
                function("LambdaRelay") + bus + LANES + KEEPS_WHAT_FAILED + READS + LISTS_STREAMS,
                "RedriverRedrive",
                function("RedriverRedrive") + bus + LANES,
                "HeartbeatHeart",
                function("HeartbeatHeart") + beats("orders")));
  }

  @Test
  void ofTheServiceAreNoMoreThanKclNeeds() {
    String stream = may("kinesis:DescribeStreamSummary kinesis:PutRecords", "Targetsticker.Arn");
    assertThat(RenderedRights.of(Synthesised.of("kcl-existing-vpc")))
        .isEqualTo(
            Map.of(
                "Service",
                "taken by ecs-tasks.amazonaws.com\n"
                    + stream
                    + LANES
                    + FOLLOWS
                    + may(
                        "dynamodb:DeleteItem dynamodb:DescribeTable dynamodb:GetItem"
                            + " dynamodb:PutItem dynamodb:Query dynamodb:Scan dynamodb:UpdateItem",
                        "ServiceKclLeases.Arn, ServiceKclCoordinator.Arn,"
                            + " ServiceKclWorkerMetrics.Arn")
                    + may("dynamodb:Query", "ServiceKclLeases.Arn/index/LeaseOwnerToLeaseKeyIndex"),
                "ServiceTaskExecutionRole",
                "taken by ecs-tasks.amazonaws.com\n"
                    + may(
                        "ecr:BatchCheckLayerAvailability ecr:GetDownloadUrlForLayer"
                            + " ecr:BatchGetImage",
                        "arn:AWS::Partition:ecr:eu-west-1:AWS::AccountId:repository/"
                            + "{\"Fn::Sub\":\"cdk-hnb659fds-container-assets-"
                            + "${AWS::AccountId}-eu-west-1\"}")
                    + may("ecr:GetAuthorizationToken", "*")
                    + may(
                        "logs:CreateLogStream logs:PutLogEvents",
                        "arn:AWS::Partition:logs:eu-west-1:AWS::AccountId:log-group:ServiceLogs:*"),
                "RedriverRedrive",
                function("RedriverRedrive") + stream + LANES,
                "HeartbeatHeart",
                function("HeartbeatHeart") + beats("trades")));
  }

  /** Those of its own: the control table's and the targets' are documented with them. */
  @Test
  void ofTheServiceAreThoseOfTheDocumentation() throws IOException {
    String docs = Files.readString(Path.of("../docs/kcl.md"));
    String section =
        docs.substring(docs.indexOf("## Permissions"), docs.indexOf("## What it guarantees"));
    List<String> documented =
        section
            .lines()
            .filter(line -> line.matches("\\|.*\\| `dynamodb:.*"))
            .map(line -> line.replaceAll(".*\\| (`dynamodb:.*`) \\|", "$1").replace("`", ""))
            .map("may "::concat)
            .toList();
    String rights = RenderedRights.of(Synthesised.of("kcl-existing-vpc")).get("Service");

    assertThat(rights.replace(LANES, "").lines().filter(line -> line.startsWith("may dynamodb:")))
        .containsExactlyInAnyOrderElementsOf(documented);
  }

  @Test
  void toUseACustomerKeyAreThoseOfTheTablesOnly() {
    String topic = may("sns:GetTopicAttributes sns:Publish", "Targetsbilling");
    assertThat(RenderedRights.of(Synthesised.of("fifo-topic")))
        .isEqualTo(
            Map.of(
                "LambdaRelay",
                function("LambdaRelay")
                    + topic
                    + LANES
                    + USES_KEY
                    + KEEPS_WHAT_FAILED
                    + READS
                    + may("kms:Decrypt", "OutboxKey.Arn")
                    + LISTS_STREAMS,
                "RedriverRedrive",
                function("RedriverRedrive") + topic + LANES + USES_KEY,
                "HeartbeatHeart",
                function("HeartbeatHeart") + beats("payments") + USES_KEY));
  }

  @Test
  void onAnExistingTableAreToReadItsStream() {
    assertThat(RenderedRights.of(Synthesised.of("existing-table")))
        .isEqualTo(
            Map.of(
                "LambdaRelay",
                function("LambdaRelay")
                    + may(
                        "sns:GetTopicAttributes sns:Publish",
                        "arn:aws:sns:eu-west-1:111122223333:news")
                    + KEEPS_WHAT_FAILED
                    + may(
                        "dynamodb:DescribeStream dynamodb:GetRecords dynamodb:GetShardIterator",
                        "arn:aws:dynamodb:eu-west-1:111122223333:table/shop/stream/"
                            + "2026-11-01T00:00:00.000")
                    + may(
                        "kms:Decrypt",
                        "arn:aws:kms:eu-west-1:111122223333:key/"
                            + "1234abcd-12ab-34cd-56ef-1234567890ab")
                    + LISTS_STREAMS));
  }

  @Test
  void ofAReplicasStackAreToLookAtItsTable() {
    assertThat(RenderedRights.of(Synthesised.stacks("global-table").get(1)))
        .containsOnlyKeys("LambdaRelay", "RedriverRedrive", "HeartbeatHeart", "OutboxStream")
        .containsEntry(
            "OutboxStream",
            function("OutboxStream")
                + may(
                    "dynamodb:DescribeTable",
                    "arn:AWS::Partition:dynamodb:us-east-1:AWS::AccountId:table/orders"));
  }

  @Test
  void toReadTheConfigurationAreOfOneParameter() {
    String routes =
        IntStream.range(0, 80)
            .mapToObj(
                "{\"match\": {\"type\": [\"AnEventOfTheType%d\"]}, \"to\": [\"bus\"]}"::formatted)
            .collect(Collectors.joining(","));
    Synthesised large =
        Synthesised.parsed(
            """
            {"table": {"name": "orders"}, "routes": [%s],
             "targets": {"bus": {"type": "eventbridge", "busName": "orders"}}}
            """
                .formatted(routes));
    assertThat(RenderedRights.of(large).get("LambdaRelay"))
        .startsWith(
            function("LambdaRelay")
                + may(
                    "ssm:GetParameter",
                    "arn:AWS::Partition:ssm:AWS::Region:AWS::AccountId:parameterConfigParameter"));
  }

  private static String function(String id) {
    return "taken by lambda.amazonaws.com\n"
        + may("logs:CreateLogStream logs:PutLogEvents", id + "Logs.Arn");
  }

  private static String beats(String table) {
    return """
        may dynamodb:PutItem
          on OutboxTable.Arn
          if {"ForAllValues:StringEquals":{"dynamodb:LeadingKeys":\
        ["OUTBOX#outbox.heartbeat#%s"]}}
        """
        .formatted(table);
  }
}
