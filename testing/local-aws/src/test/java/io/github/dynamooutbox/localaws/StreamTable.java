package io.github.dynamooutbox.localaws;

import io.github.dynamooutbox.testdynamodb.TestTable;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A table with keys PK and SK and a stream of new images. */
public record StreamTable(DynamoDbClient dynamoDb, String name, String streamArn) {
  public static StreamTable create(DynamoDbClient dynamoDb, String name) {
    return new StreamTable(dynamoDb, name, TestTable.named(name).create(dynamoDb));
  }

  public static Map<String, AttributeValue> item(String pk, String sk) {
    return Map.of("PK", AttributeValue.fromS(pk), "SK", AttributeValue.fromS(sk));
  }

  public void put(String pk, String sk) {
    dynamoDb.putItem(r -> r.tableName(name).item(item(pk, sk)));
  }
}
