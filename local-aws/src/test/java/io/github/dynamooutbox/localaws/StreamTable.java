package io.github.dynamooutbox.localaws;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** A table with keys PK and SK and a stream of new images. */
public record StreamTable(DynamoDbClient dynamoDb, String name, String streamArn) {
  public static StreamTable create(DynamoDbClient dynamoDb, String name) {
    String arn =
        dynamoDb
            .createTable(
                r ->
                    r.tableName(name)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(List.of(attribute("PK"), attribute("SK")))
                        .keySchema(List.of(key("PK", KeyType.HASH), key("SK", KeyType.RANGE)))
                        .streamSpecification(
                            s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE)))
            .tableDescription()
            .latestStreamArn();
    return new StreamTable(dynamoDb, name, arn);
  }

  public static Map<String, AttributeValue> item(String pk, String sk) {
    return Map.of("PK", AttributeValue.fromS(pk), "SK", AttributeValue.fromS(sk));
  }

  public void put(String pk, String sk) {
    dynamoDb.putItem(r -> r.tableName(name).item(item(pk, sk)));
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }
}
