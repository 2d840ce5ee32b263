package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.LocalClients;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.sns.SnsClient;

/** Makes on the local endpoints what a stack makes, and what it takes for granted. */
record DeployedResources(DynamoDbClient dynamoDb, AwsStub aws, Optional<DeployedArchive> archive) {
  void create(Synthesised example, OutboxConfig config) {
    example.properties("AWS::DynamoDB::GlobalTable").forEach(this::table);
    TableSettings outbox = config.table();
    if (outbox.tableArn().isPresent()) {
      table(outbox.name(), List.of(outbox.partitionKey(), outbox.sortKey()), "NEW_IMAGE");
    }
    config.targets().forEach(this::target);
  }

  private void table(JsonNode properties) {
    List<String> keys = new ArrayList<>();
    properties.path("KeySchema").forEach(key -> keys.add(key.path("AttributeName").asText()));
    table(
        properties.path("TableName").asText(),
        keys,
        properties.path("StreamSpecification").path("StreamViewType").asText());
  }

  private void table(String name, List<String> keys, String streamView) {
    dynamoDb.createTable(
        request -> {
          request
              .tableName(name)
              .billingMode("PAY_PER_REQUEST")
              .attributeDefinitions(keys.stream().map(DeployedResources::attribute).toList())
              .keySchema(key(keys.get(0), "HASH"), key(keys.get(1), "RANGE"));
          if (!streamView.isEmpty()) {
            request.streamSpecification(
                s -> s.streamEnabled(true).streamViewType(StreamViewType.fromValue(streamView)));
          }
        });
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, String type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private void target(TargetSettings target) {
    if (target.resource().isEmpty()) {
      return;
    }
    String name =
        target.resourceName().orElseGet(() -> target.arn().orElseThrow().replaceAll(".*[:/]", ""));
    switch (target.kind().type()) {
      case "eventbridge" -> {
        try (EventBridgeClient bridge =
            LocalClients.configure(EventBridgeClient.builder(), aws.endpoint()).build()) {
          bridge.createEventBus(request -> request.name(name));
        }
      }
      case "sns" -> {
        try (SnsClient sns = LocalClients.configure(SnsClient.builder(), aws.endpoint()).build()) {
          Map<String, String> attributes =
              name.endsWith(".fifo") ? Map.of("FifoTopic", "true") : Map.of();
          sns.createTopic(request -> request.name(name).attributes(attributes));
        }
      }
      case "kinesis" -> {
        try (KinesisClient kinesis =
            LocalClients.configure(KinesisClient.builder(), aws.endpoint()).build()) {
          kinesis.createStream(request -> request.streamName(name).shardCount(2));
        }
      }
      case "s3" -> archive.orElseThrow().create(name);
      default -> throw new AssertionError("not at the stub's endpoint: " + target);
    }
  }
}
