package io.github.dynamooutbox.writer;

import static io.github.dynamooutbox.writer.enhanced.Beans.check;
import static io.github.dynamooutbox.writer.enhanced.Beans.delete;
import static io.github.dynamooutbox.writer.enhanced.Beans.put;
import static io.github.dynamooutbox.writer.enhanced.Beans.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
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
import software.amazon.awssdk.enhanced.dynamodb.model.TransactPutItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactUpdateItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

class BeansTest {
  private static final Expression NEW =
      Expression.builder().expression("attribute_not_exists(PK)").build();

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final DynamoDbEnhancedClient enhanced =
      DynamoDbEnhancedClient.builder().dynamoDbClient(dynamoDb).build();
  private final DynamoDbTable<OrderBean> orders =
      enhanced.table("orders", TableSchema.fromBean(OrderBean.class));
  private final Outbox outbox = Outbox.builder(dynamoDb).table("orders").source("/s").build();

  static OrderBean order(String id) {
    OrderBean order = new OrderBean();
    order.setPk("ORDER#" + id);
    order.setSk("ORDER");
    order.setTotal(12);
    return order;
  }

  static Map<String, AttributeValue> item(String id) {
    return Map.of(
        "PK",
        Items.text("ORDER#" + id),
        "SK",
        Items.text("ORDER"),
        "total",
        AttributeValue.fromN("12"));
  }

  /** The table's extension numbers versions, under a condition of its own. */
  @Test
  void actionsAreThoseOfTheEnhancedClientItself() {
    OrderBean order = order("1");
    Key key = Key.builder().partitionValue("ORDER#1").sortValue("ORDER").build();
    Class<OrderBean> type = OrderBean.class;

    assertThat(
            List.of(
                put(orders, order),
                put(orders, order, NEW),
                update(orders, order),
                update(orders, order, NEW),
                delete(orders, key),
                delete(orders, order),
                check(orders, key, NEW)))
        .containsExactly(
            sent(request -> request.addPutItem(orders, order)),
            sent(
                request ->
                    request.addPutItem(
                        orders,
                        TransactPutItemEnhancedRequest.builder(type)
                            .item(order)
                            .conditionExpression(NEW)
                            .build())),
            sent(request -> request.addUpdateItem(orders, order)),
            sent(
                request ->
                    request.addUpdateItem(
                        orders,
                        TransactUpdateItemEnhancedRequest.builder(type)
                            .item(order)
                            .conditionExpression(NEW)
                            .build())),
            sent(request -> request.addDeleteItem(orders, key)),
            sent(request -> request.addDeleteItem(orders, key)),
            sent(
                request ->
                    request.addConditionCheck(
                        orders, check -> check.key(key).conditionExpression(NEW))));
    assertThat(put(orders, order).put().item().get("version").n()).isEqualTo("1");
    assertThat(put(orders, order, NEW).put().conditionExpression())
        .contains("attribute_not_exists(PK)");
  }

  /** What a client that has the same table sends. */
  private TransactWriteItem sent(Consumer<TransactWriteItemsEnhancedRequest.Builder> addition) {
    TransactWriteItemsEnhancedRequest.Builder request = TransactWriteItemsEnhancedRequest.builder();
    addition.accept(request);
    enhanced.transactWriteItems(request.build());
    return dynamoDb.request().transactItems().get(0);
  }

  @Test
  void beansAreCommittedWithTheirEventsAndNothingIsSentBefore() {
    TransactWriteItem put = put(orders, order("1"));
    assertThat(dynamoDb.requests).isEmpty();

    outbox
        .transaction()
        .add(put)
        .events(Aggregate.of("Order", "1").at(1), Event.withoutPayload("OrderPlaced"))
        .commit();

    assertThat(dynamoDb.request().transactItems()).hasSize(2).startsWith(put);
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
