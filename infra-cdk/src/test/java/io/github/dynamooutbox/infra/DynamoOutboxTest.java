package io.github.dynamooutbox.infra;

import static io.github.dynamooutbox.aws.host.Metric.HALTED;
import static io.github.dynamooutbox.aws.host.Metric.PUBLISHED;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Environment;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.cloudwatch.Dashboard;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.LocalSecondaryIndexProps;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.TableEncryptionV2;
import software.amazon.awscdk.services.dynamodb.TableV2;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.events.EventPattern;
import software.amazon.awscdk.services.events.Rule;
import software.amazon.awscdk.services.events.RuleProps;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.kinesis.Stream;
import software.amazon.awscdk.services.kinesis.StreamEncryption;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.sns.Topic;

/** One construct, given resources of the CDK. */
@NeedsNode
class DynamoOutboxTest {
  @TempDir private Path directory;

  private record Shop(DynamoOutbox outbox, Synthesised template) {}

  private static DynamoOutboxProps.Builder builder() {
    return DynamoOutboxProps.builder().artifacts(Synthesised.artifacts());
  }

  private static Shop shop(String busName) {
    App app = new App();
    Stack stack =
        new Stack(
            app,
            "Shop",
            StackProps.builder().env(Environment.builder().region("eu-west-1").build()).build());
    Key key = new Key(stack, "Key");
    TableV2 table =
        TableV2.Builder.create(stack, "Orders")
            .partitionKey(text("PK"))
            .sortKey(text("SK"))
            .timeToLiveAttribute("ttl")
            .dynamoStream(StreamViewType.NEW_IMAGE)
            .encryption(TableEncryptionV2.customerManagedKey(key))
            .build();
    DynamoOutbox outbox =
        new DynamoOutbox(
            stack,
            "Outbox",
            builder()
                .table(table)
                .controlTableName("shop-control")
                .target("bus", EventBus.Builder.create(stack, "Bus").eventBusName(busName).build())
                .target("news", Topic.Builder.create(stack, "News").fifo(true).build())
                .target(
                    "audit",
                    Stream.Builder.create(stack, "Audit")
                        .encryption(StreamEncryption.KMS)
                        .encryptionKey(key)
                        .build())
                .route("audit", "news")
                .route(Map.of("type", List.of("OrderPlaced")), "bus")
                .set("relay.batchSize", 1000)
                .build());
    outbox.grantWrite(
        Role.Builder.create(stack, "Writer")
            .assumedBy(new ServicePrincipal("lambda.amazonaws.com"))
            .build());
    return new Shop(outbox, Synthesised.of(app, stack));
  }

  private static Attribute text(String name) {
    return Attribute.builder().name(name).type(AttributeType.STRING).build();
  }

  @Test
  void relaysFromATableToTargetsOfTheSameApp() {
    Shop shop = shop("shop");
    Synthesised template = shop.template();
    assertThat(template.only("AWS::Lambda::EventSourceMapping").path("BatchSize").asInt())
        .isEqualTo(1000);
    assertThat(template.only("AWS::Lambda::EventSourceMapping").path("EventSourceArn").toString())
        .contains("Orders", "StreamArn");
    // Only the control table is made beside the table that was given.
    assertThat(template.properties("AWS::DynamoDB::GlobalTable")).hasSize(2);
    String environment = template.function(LambdaRelay.HANDLER).path("Environment").toString();
    assertThat(environment).contains("busArn", "topicArn", "streamArn").doesNotContain("given-");
    assertThat(RenderedRights.of(template).get("OutboxLambdaRelay"))
        .contains("events:PutEvents", "sns:Publish", "kinesis:PutRecords", "kms:GenerateDataKey");
  }

  @Test
  void letsAWriterWriteEventsAndNothingElse() {
    assertThat(RenderedRights.of(shop("shop").template()).get("Writer"))
        .contains("may dynamodb:ConditionCheckItem dynamodb:GetItem dynamodb:PutItem")
        .contains("\"dynamodb:LeadingKeys\":[\"OUTBOX#*\",\"OUTBOX-COMMAND#*\"]")
        .doesNotContain("dynamodb:*", "dynamodb:Scan", "dynamodb:DeleteItem");
  }

  @Test
  void makesANewVersionWhereAGivenBusIsRenamed() {
    assertThat(shop("shop").template().version()).isEqualTo(shop("shop").template().version());
    assertThat(shop("market").template().version()).isNotEqualTo(shop("shop").template().version());
  }

  /** As CloudFormation replaces a table whose local indexes change, under the same logical id. */
  @Test
  void makesANewVersionWhereAGivenTableIsReplaced() {
    assertThat(relayed(List.of()).version()).isEqualTo(relayed(List.of()).version());
    assertThat(relayed(List.of("time")).version()).isNotEqualTo(relayed(List.of()).version());
  }

  /** The control table is new, so the key that is given encrypts it. */
  @Test
  void encryptsNewTablesBesideAGivenOneWithTheKeyThatIsGiven() {
    JsonNode control =
        relayed(List.of()).properties("AWS::DynamoDB::GlobalTable").stream()
            .filter(table -> table.path("TableName").asText().equals("shop-control"))
            .findFirst()
            .orElseThrow();
    assertThat(control.at("/SSESpecification/SSEType").asText()).isEqualTo("KMS");
    assertThat(control.at("/Replicas/0/SSESpecification/KMSMasterKeyId").toString())
        .contains("Key961B73FD");
  }

  private static Synthesised relayed(List<String> localIndexes) {
    App app = new App();
    Stack stack =
        new Stack(
            app,
            "Shop",
            StackProps.builder().env(Environment.builder().region("eu-west-1").build()).build());
    TableV2 table =
        TableV2.Builder.create(stack, "Orders")
            .partitionKey(text("PK"))
            .sortKey(text("SK"))
            .timeToLiveAttribute("ttl")
            .dynamoStream(StreamViewType.NEW_IMAGE)
            .localSecondaryIndexes(
                localIndexes.stream()
                    .map(
                        name ->
                            LocalSecondaryIndexProps.builder()
                                .indexName(name)
                                .sortKey(text(name))
                                .build())
                    .toList())
            .build();
    new DynamoOutbox(
        stack,
        "Outbox",
        builder()
            .table(table)
            .controlTableName("shop-control")
            .key(new Key(stack, "Key"))
            .target("bus", new EventBus(stack, "Bus"))
            .route("bus")
            .build());
    return Synthesised.of(app, stack);
  }

  @Test
  void handsOutTargetsMetricsAndGraphsForOtherUses() {
    App app = new App();
    OutboxStack stack =
        new OutboxStack(app, Synthesised.config("bus-only"), Synthesised.artifacts());
    DynamoOutbox outbox = stack.outbox();
    String target = outbox.targets().names().get(0);
    new Rule(
        stack,
        "Rule",
        RuleProps.builder()
            .eventBus(outbox.targets().made(target, EventBus.class).orElseThrow())
            .eventPattern(EventPattern.builder().source(List.of("shop")).build())
            .build());
    assertThat(outbox.targets().made(target, Topic.class)).isEmpty();
    assertThat(outbox.targets().made("none", EventBus.class)).isEmpty();
    assertThat(outbox.monitoring().metric(PUBLISHED, target).getMetricName())
        .isEqualTo(PUBLISHED.text());
    assertThat(outbox.monitoring().metric(HALTED).getNamespace()).isEqualTo("DynamoOutbox");
    Topic pager = new Topic(stack, "Pager");
    outbox.monitoring().addAction(new SnsAction(pager));
    Dashboard.Builder.create(stack, "Ours")
        .widgets(List.of(List.copyOf(outbox.monitoring().widgets())))
        .build();

    Synthesised template = Synthesised.of(app, stack);

    assertThat(template.properties("AWS::CloudWatch::Dashboard")).hasSize(2);
    assertThat(template.properties("AWS::CloudWatch::Alarm"))
        .allSatisfy(alarm -> assertThat(alarm.path("AlarmActions")).hasSize(2));
    assertThat(template.only("AWS::CloudWatch::CompositeAlarm").path("AlarmActions")).hasSize(2);
  }

  @Test
  void handsOutWhatItMade() {
    DynamoOutbox outbox = shop("shop").outbox();
    assertThat(outbox.functions()).hasSize(3);
    assertThat(outbox.alarms()).hasSizeGreaterThan(15);
    assertThat(outbox.table().streamArn()).isNotEmpty();
    assertThat(outbox.controlTable()).isPresent();
    assertThat(outbox.kclRelay()).isEmpty();
    assertThat(outbox.alarmTopic()).isPresent();
  }

  @Test
  void isCheckedAsADocumentIs() {
    assertThat(
            Problems.of(
                () -> builder().tableName("orders").route("bsu").set("relay.batchSize", 0).build()))
        .contains("relay.batchSize: 0 must be a whole number from 1 to 10000")
        .anyMatch(problem -> problem.startsWith("targets: is missing"));
    Stack stack = new Stack(new App(), "Shop");
    TableV2 silent =
        TableV2.Builder.create(stack, "Orders")
            .partitionKey(text("PK"))
            .sortKey(text("SK"))
            .timeToLiveAttribute("ttl")
            .build();
    assertThat(Problems.of(() -> new OutboxTable(stack, "Outbox", silent)))
        .containsExactly(
            "table: has no stream, or is imported without its ARN; give it one that shows new"
                + " images");
  }

  @Test
  void isAStackWithPropertiesOfItsOwn() {
    OutboxStack stack =
        new OutboxStack(
            new App(),
            "Mine",
            Synthesised.config("bus-only"),
            Synthesised.artifacts(),
            StackProps.builder().terminationProtection(true).build());
    assertThat(stack.getStackName()).isEqualTo("Mine");
    assertThat(stack.getTerminationProtection()).isTrue();
    assertThat(stack.outbox().lambdaRelay()).isPresent();
  }

  @Test
  void findsTheJarOfItsVersion() throws IOException {
    Path jar = directory.resolve("stream-relay-lambda/1.0/stream-relay-lambda-1.0-function.jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "a jar");
    assertThat(
            FunctionJar.of(
                "stream-relay-lambda", directory.resolve("infra-cdk/1.0/infra-cdk-1.0.jar")))
        .isEqualTo(jar);
    assertThat(
            Problems.of(
                () ->
                    FunctionJar.of(
                        "heartbeat-lambda", directory.resolve("infra-cdk/1.0/infra-cdk-1.0.jar"))))
        .containsExactly(
            "functions: there is no heartbeat-lambda-*-function.jar in "
                + directory.resolve("heartbeat-lambda/1.0")
                + "; build or install heartbeat-lambda, or give the jar to RelayArtifacts");
  }

  @Test
  void findsTheJarOfAModuleInAFolderOfTheBuild() throws IOException {
    Path jar =
        directory.resolve("operations/heartbeat-lambda/target/heartbeat-lambda-1.0-function.jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "a jar");
    assertThat(FunctionJar.of("heartbeat-lambda", directory.resolve("infra-cdk/target/classes")))
        .isEqualTo(jar);
  }
}
