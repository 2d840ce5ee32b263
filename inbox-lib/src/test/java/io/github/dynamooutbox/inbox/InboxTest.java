package io.github.dynamooutbox.inbox;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class InboxTest extends OrderContract {
  private final TableFake dynamoDb = new TableFake();

  @Override
  DynamoDbClient client() {
    return dynamoDb;
  }

  @Override
  String table() {
    return "totals";
  }
}
