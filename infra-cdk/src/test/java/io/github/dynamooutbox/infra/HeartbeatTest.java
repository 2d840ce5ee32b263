package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;

@NeedsNode
class HeartbeatTest {
  private static final String ALARM = "AWS::CloudWatch::Alarm";

  @Test
  void isCommittedEveryMinuteUnlessSaidOtherwise() {
    assertThat(schedule("bus-only")).isEqualTo("rate(1 minute)");
    assertThat(schedule("kinesis-and-bus")).isEqualTo("rate(5 minutes)");
  }

  @Test
  void isSwitchedOffByTheConfiguration() {
    Synthesised off = Synthesised.of("existing-table");
    assertThat(off.template().toString()).doesNotContain("Heartbeat");
  }

  @Test
  void mayPutItemsOfItsPartitionAndNothingElse() {
    JsonNode policy = Synthesised.of("bus-only").first("AWS::IAM::Policy", "Heartbeat");
    JsonNode statements = policy.path("Properties").path("PolicyDocument").path("Statement");
    assertThat(statements).hasSize(2);
    assertThat(statements.get(0).path("Action").toString())
        .isEqualTo("[\"logs:CreateLogStream\",\"logs:PutLogEvents\"]");
    JsonNode put = statements.get(1);
    assertThat(put.path("Action").asText()).isEqualTo("dynamodb:PutItem");
    assertThat(put.path("Resource").toString()).contains("OutboxTable").doesNotContain("*");
    assertThat(put.path("Condition").toString())
        .isEqualTo(
            "{\"ForAllValues:StringEquals\":"
                + "{\"dynamodb:LeadingKeys\":[\"OUTBOX#outbox.heartbeat#orders\"]}}");
  }

  @Test
  void mayPutItemsOfItsPartitionInATableThatIsNamedDuringTheDeployment() {
    Stack stack = TypedApp.stack("eu-west-1", TypedApp.ACCOUNT);
    new DynamoOutbox(
        stack,
        "Outbox",
        TypedApp.base(stack).table(TypedApp.table(stack, "Orders").build()).build());
    JsonNode template = Synthesised.of((App) stack.getNode().getRoot(), stack).template();
    assertThat(template.findValue("dynamodb:LeadingKeys").toString())
        .contains("[\"OUTBOX#outbox.heartbeat#\",{\"Ref\":\"Orders")
        .doesNotContain("Token", "$");
  }

  @Test
  void mayUseTheKeyOfATableThatHasOne() {
    assertThat(
            Synthesised.of("fifo-topic")
                .resources("AWS::IAM::Policy")
                .filter(each -> each.getKey().startsWith("Heartbeat"))
                .map(each -> each.getValue().toString()))
        .singleElement()
        .asString()
        .contains("kms:GenerateDataKey");
  }

  @Test
  void getsTheTableAndNothingElseOfTheConfiguration() throws Exception {
    JsonNode function = Synthesised.of("bus-only").function(Heartbeat.HANDLER);
    assertThat(function.path("Runtime").asText()).isEqualTo("java25");
    assertThat(function.path("Timeout").asInt()).isEqualTo(30);
    String document = function.path("Environment").path("Variables").path("OUTBOX_CONFIG").asText();
    assertThat(new ObjectMapper().readTree(document))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"table": {"name": "orders", "partitionKey": "PK", "sortKey": "SK",
                     "prefix": "OUTBOX#", "ttlAttribute": "ttl"}}
                    """));
  }

  @Test
  void raisesTheAlarmWhenNoneHasArrivedForFiveTimesAsLong() {
    JsonNode alarm = alarm("bus-only");
    assertThat(alarm.path("Namespace").asText()).isEqualTo("DynamoOutbox");
    assertThat(alarm.path("Dimensions").toString())
        .isEqualTo("[{\"Name\":\"Service\",\"Value\":\"orders\"}]");
    assertThat(alarm.path("Statistic").asText()).isEqualTo("Sum");
    assertThat(alarm.path("ComparisonOperator").asText()).isEqualTo("LessThanThreshold");
    assertThat(alarm.path("Threshold").asInt()).isEqualTo(1);
    assertThat(alarm.path("TreatMissingData").asText()).isEqualTo("breaching");
    assertThat(alarm.path("Period").asInt()).isEqualTo(5 * 60);
    assertThat(alarm("kinesis-and-bus").path("Period").asInt()).isEqualTo(25 * 60);
  }

  private static JsonNode alarm(String example) {
    return Synthesised.of(example).only(ALARM, "MetricName", "Heartbeats");
  }

  private static String schedule(String example) {
    return Synthesised.of(example)
        .only("AWS::Events::Rule", "Description", "Commits a heartbeat")
        .path("ScheduleExpression")
        .asText();
  }
}
