package io.github.dynamooutbox.writer;

import static io.github.dynamooutbox.writer.enhanced.Beans.check;
import static io.github.dynamooutbox.writer.enhanced.Beans.delete;
import static io.github.dynamooutbox.writer.enhanced.Beans.put;
import static io.github.dynamooutbox.writer.enhanced.Beans.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.extensions.annotations.DynamoDbVersionAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

class BeansTest {
  private static final Expression NEW =
      Expression.builder().expression("attribute_not_exists(PK)").build();

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final DynamoDbTable<OrderBean> orders =
      DynamoDbEnhancedClient.builder()
          .dynamoDbClient(dynamoDb)
          .build()
          .table("orders", TableSchema.fromBean(OrderBean.class));
  private final Outbox outbox = Outbox.builder(dynamoDb).table("orders").source("/s").build();

  private static OrderBean order(String id) {
    OrderBean order = new OrderBean();
    order.setPk("ORDER#" + id);
    order.setSk("ORDER");
    order.setTotal(12);
    return order;
  }

  @Test
  void beansAreCommittedWithTheirEventsAndTheTablesExtensions() {
    Key key = Key.builder().partitionValue("ORDER#3").sortValue("ORDER").build();
    outbox
        .transaction()
        .add(put(orders, order("1")))
        .add(update(orders, order("2")))
        .add(delete(orders, key))
        .add(check(orders, Key.builder().partitionValue("ORDER#4").sortValue("ORDER").build(), NEW))
        .events(Aggregate.of("Order", "1").at(1), Event.withoutPayload("OrderPlaced"))
        .commit();

    assertThat(dynamoDb.request().transactItems()).hasSize(5);
    TransactWriteItem put = dynamoDb.request().transactItems().get(0);
    assertThat(put.put().item().get("version").n()).as("of the extension").isEqualTo("1");
    assertThat(put.put().conditionExpression()).contains("attribute_not_exists");
    assertThat(dynamoDb.request().transactItems().get(1).update()).isNotNull();
    assertThat(dynamoDb.request().transactItems().get(2).delete().key().get("PK").s())
        .isEqualTo("ORDER#3");
    assertThat(dynamoDb.request().transactItems().get(3).conditionCheck()).isNotNull();
  }

  @Test
  void failuresOfBeansAreTypedAndNamed() {
    dynamoDb.failNext(FakeDynamoDb.cancelled("ConditionalCheckFailed"));

    assertThatExceptionOfType(ConditionFailedException.class)
        .isThrownBy(
            () ->
                outbox
                    .transaction()
                    .add(put(orders, order("1"), NEW))
                    .named("order")
                    .idempotencyKey("c-1")
                    .events(Aggregate.of("Order", "1"), Event.withoutPayload("OrderPlaced"))
                    .commit())
        .withMessageContaining("action 0 \"order\" (put, table orders, PK=ORDER#1, SK=ORDER)");
  }

  @Test
  void updatesUnderAConditionAndDeletesOfABeanAreMade() {
    assertThat(update(orders, order("1"), NEW).update().conditionExpression())
        .contains("attribute_not_exists(PK)");
    assertThat(delete(orders, order("1")).delete().key()).hasSize(2);
    assertThat(dynamoDb.requests).isEmpty();
  }

  /** An order as the Enhanced Client maps it. */
  @DynamoDbBean
  public static class OrderBean {
    private String pk;
    private String sk;
    private int total;
    private Long version;

    @DynamoDbPartitionKey
    @DynamoDbAttribute("PK")
    public String getPk() {
      return pk;
    }

    public void setPk(String pk) {
      this.pk = pk;
    }

    @DynamoDbSortKey
    @DynamoDbAttribute("SK")
    public String getSk() {
      return sk;
    }

    public void setSk(String sk) {
      this.sk = sk;
    }

    public int getTotal() {
      return total;
    }

    public void setTotal(int total) {
      this.total = total;
    }

    @DynamoDbVersionAttribute
    public Long getVersion() {
      return version;
    }

    public void setVersion(Long version) {
      this.version = version;
    }
  }
}
