package io.github.dynamooutbox.localaws;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class DynamoDbLocalIT {
  private static DynamoDbLocal server;
  private static DynamoDbClient dynamoDb;

  @BeforeAll
  static void start() {
    server = DynamoDbLocal.start();
    dynamoDb = LocalClients.dynamoDb(server.endpoint());
  }

  @AfterAll
  static void stop() {
    dynamoDb.close();
    server.close();
  }

  @Test
  void twoServersDoNotSeeEachOthersTables() {
    StreamTable.create(dynamoDb, "mine");
    try (DynamoDbLocal other = DynamoDbLocal.start();
        DynamoDbClient client = LocalClients.dynamoDb(other.endpoint())) {
      assertThat(client.listTables().tableNames()).isEmpty();
    }
  }

  @Test
  void closingEndsTheProcess() {
    DynamoDbLocal other = DynamoDbLocal.start();
    long pid = other.pid();
    assertThat(ProcessHandle.of(pid)).isPresent();

    other.close();

    assertThat(ProcessHandle.of(pid)).isEmpty();
  }
}
