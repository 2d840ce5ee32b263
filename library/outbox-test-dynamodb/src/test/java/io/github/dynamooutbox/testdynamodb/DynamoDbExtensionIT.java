package io.github.dynamooutbox.testdynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

class DynamoDbExtensionIT {
  // snippet:start extension
  @RegisterExtension
  static final DynamoDbExtension DYNAMODB = DynamoDbExtension.with(TestTable.named("orders"));

  @Test
  void storesWhatItIsGiven(DynamoDbClient client) {
    Map<String, AttributeValue> order =
        Map.of("PK", AttributeValue.fromS("ORDER#1"), "SK", AttributeValue.fromS("ORDER"));

    client.putItem(put -> put.tableName("orders").item(order));

    assertThat(client.getItem(get -> get.tableName("orders").key(order)).item()).isEqualTo(order);
  }

  // snippet:end

  private static String firstTable = "";

  @BeforeAll
  static void lookForTables(DynamoDbClient client) {
    firstTable = client.listTables().tableNames().get(0);
  }

  @Test
  void tableAndClientAreThereBeforeTheFirstTest(DynamoDbClient client) {
    assertThat(firstTable).isEqualTo(DYNAMODB.table().name());
    assertThat(DYNAMODB.client()).isSameAs(client);
  }

  @Test
  void tableIsWhatTheOutboxNeeds(DynamoDbClient client) {
    assertIsWhatTheOutboxNeeds(client, DYNAMODB.table());
  }

  private static void assertIsWhatTheOutboxNeeds(DynamoDbClient client, TestTable created) {
    TableDescription table = client.describeTable(it -> it.tableName(created.name())).table();
    assertThat(table.keySchema())
        .extracting(key -> key.attributeName() + " " + key.keyType())
        .containsExactly(created.partitionKey() + " HASH", created.sortKey() + " RANGE");
    assertThat(table.attributeDefinitions())
        .extracting(attribute -> attribute.attributeName() + " " + attribute.attributeType())
        .containsExactlyInAnyOrder(created.partitionKey() + " S", created.sortKey() + " S");
    assertThat(table.streamSpecification().streamEnabled()).isTrue();
    assertThat(table.streamSpecification().streamViewType()).isEqualTo(StreamViewType.NEW_IMAGE);
    TimeToLiveDescription ttl =
        client.describeTimeToLive(it -> it.tableName(created.name())).timeToLiveDescription();
    assertThat(ttl.attributeName()).isEqualTo(created.ttl());
    assertThat(ttl.timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLED);
  }

  @Test
  void runningServerIsUsedAndLeftAsItWas(DynamoDbClient client) {
    TestTable others = new TestTable("others", "pk", "sk", "expires");
    DynamoDbExtension other =
        DynamoDbExtension.with(others)
            .at(client.serviceClientConfiguration().endpointOverride().orElseThrow());

    other.start();
    assertIsWhatTheOutboxNeeds(client, others);
    other.stop();

    assertThat(client.listTables().tableNames()).containsExactly("orders");
  }

  @Test
  void serverIsTheOneOfTheJvmAndStaysWhenClosed(DynamoDbClient client) {
    DynamoDbLocal shared = DynamoDbLocal.shared();
    shared.close();

    assertThat(DynamoDbLocal.shared()).isSameAs(shared);
    assertThat(client.serviceClientConfiguration().endpointOverride()).contains(shared.endpoint());
    assertThat(client.listTables().tableNames()).contains("orders");
  }

  @Test
  void clientOfAnExtensionThatIsNotRegisteredIsRefused() {
    assertThatIllegalStateException()
        .isThrownBy(DynamoDbExtension.with(DYNAMODB.table())::client)
        .withMessage(
            "the DynamoDB of the tests is not running: register the extension in a static field,"
                + " and ask for the client in tests or @BeforeAll");
  }
}
