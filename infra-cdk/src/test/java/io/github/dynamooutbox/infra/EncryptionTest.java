package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every type of resource holds its data encrypted, or holds none; a type that is new has to say.
 */
@NeedsNode
class EncryptionTest {
  /** What makes a resource of the type encrypted. */
  private static final Map<String, Predicate<JsonNode>> ENCRYPTED =
      Map.of(
          "AWS::DynamoDB::GlobalTable",
          table -> table.path("SSESpecification").path("SSEEnabled").asBoolean(),
          "AWS::SNS::Topic",
          topic -> topic.has("KmsMasterKeyId"),
          "AWS::Kinesis::Stream",
          stream -> stream.path("StreamEncryption").path("EncryptionType").asText().equals("KMS"),
          "AWS::SQS::Queue",
          queue -> queue.path("SqsManagedSseEnabled").asBoolean() || queue.has("KmsMasterKeyId"),
          "AWS::S3::Bucket",
          bucket ->
              bucket
                  .path("BucketEncryption")
                  .path("ServerSideEncryptionConfiguration")
                  .path(0)
                  .path("ServerSideEncryptionByDefault")
                  .has("SSEAlgorithm"),
          "AWS::KMS::Key",
          key -> key.path("EnableKeyRotation").asBoolean());

  /** What AWS encrypts with a key of its own, whatever the template says. */
  private static final Map<String, String> BY_THE_SERVICE =
      Map.of(
          "AWS::Logs::LogGroup",
          "CloudWatch Logs encrypts always; logs hold ids and positions, and no payload",
          "AWS::Events::EventBus",
          "EventBridge encrypts what it holds; a key of the customer's would have to let every rule"
              + " and archive of the bus in",
          "AWS::EventsV2::EventBus",
          "EventBridge encrypts what the bus keeps, with a key of its own unless it is given one",
          "AWS::Lambda::Function",
          "Lambda encrypts code and variables; those hold names and ARNs",
          "AWS::Lambda::EventSourceMapping",
          "Lambda encrypts the filter, which holds a prefix",
          "AWS::Lambda::LayerVersion",
          "Lambda encrypts code; it holds nothing else",
          "AWS::ECS::TaskDefinition",
          "Fargate encrypts a task's storage, and only /tmp is written to",
          "AWS::SSM::Parameter",
          "names and ARNs, and no credential: a secure string could not be made by CloudFormation");

  /** What holds no data of ours. */
  private static final Set<String> HOLD_NOTHING =
      Set.of(
          "AWS::CloudWatch::Alarm",
          "AWS::CloudWatch::CompositeAlarm",
          "AWS::CloudWatch::Dashboard",
          "AWS::EC2::EIP",
          "AWS::EC2::FlowLog",
          "AWS::EC2::InternetGateway",
          "AWS::EC2::NatGateway",
          "AWS::EC2::Route",
          "AWS::EC2::RouteTable",
          "AWS::EC2::SecurityGroup",
          "AWS::EC2::SecurityGroupIngress",
          "AWS::EC2::Subnet",
          "AWS::EC2::SubnetRouteTableAssociation",
          "AWS::EC2::VPC",
          "AWS::EC2::VPCEndpoint",
          "AWS::EC2::VPCGatewayAttachment",
          "AWS::ECS::Cluster",
          "AWS::ECS::Service",
          "AWS::Lambda::EventInvokeConfig",
          "AWS::Events::Rule",
          "AWS::IAM::Policy",
          "AWS::IAM::Role",
          "AWS::Lambda::Alias",
          "AWS::Lambda::Permission",
          "AWS::Lambda::Version",
          "AWS::S3::BucketPolicy",
          "AWS::SNS::Subscription",
          "AWS::SNS::TopicPolicy",
          "AWS::SQS::QueuePolicy",
          "Custom::AWS");

  private static final Synthesised OWN_VPC = Synthesised.parsed(KclRelayTest.OWN_VPC);

  @Test
  void isOnForAllThatHoldsData() {
    ENCRYPTED.forEach(
        (type, encrypted) ->
            assertThat(templates().flatMap(each -> each.properties(type).stream()))
                .as(type)
                .isNotEmpty()
                .allMatch(encrypted));
  }

  @Test
  void isDecidedForEachTypeOfResource() {
    Set<String> decided = new TreeSet<>(HOLD_NOTHING);
    decided.addAll(ENCRYPTED.keySet());
    decided.addAll(BY_THE_SERVICE.keySet());
    assertThat(
            templates()
                .flatMap(each -> each.template().path("Resources").valueStream())
                .map(resource -> resource.path("Type").asText())
                .collect(Collectors.toSet()))
        .isSubsetOf(decided);
  }

  @Test
  void isDemandedOfWhoTalksToABucketATopicOrAQueue() {
    templates()
        .forEach(
            example -> {
              refusesPlainText(example, "AWS::S3::Bucket", "AWS::S3::BucketPolicy", "s3:*");
              refusesPlainText(example, "AWS::SNS::Topic", "AWS::SNS::TopicPolicy", "sns:Publish");
              refusesPlainText(example, "AWS::SQS::Queue", "AWS::SQS::QueuePolicy", "sqs:*");
            });
  }

  /** Each of what is made has a policy that denies all that comes without TLS. */
  private static void refusesPlainText(
      Synthesised example, String type, String policyType, String actions) {
    example
        .resources(type)
        .forEach(
            made ->
                assertThat(example.properties(policyType))
                    .as(made.getKey() + " of " + example)
                    .anySatisfy(
                        policy -> {
                          assertThat(policy.toString()).contains("\"" + made.getKey() + "\"");
                          assertThat(policy.path("PolicyDocument").path("Statement"))
                              .anySatisfy(statement -> deniesPlainText(statement, actions));
                        }));
  }

  private static void deniesPlainText(JsonNode statement, String actions) {
    assertThat(statement.path("Effect").asText()).isEqualTo("Deny");
    assertThat(statement.path("Action").asText()).isEqualTo(actions);
    assertThat(statement.path("Principal").toString()).isIn("\"*\"", "{\"AWS\":\"*\"}");
    assertThat(statement.path("Condition").toString())
        .isEqualTo("{\"Bool\":{\"aws:SecureTransport\":\"false\"}}");
  }

  private static Stream<Synthesised> templates() {
    return Stream.concat(Synthesised.all(), Stream.of(OWN_VPC));
  }
}
