package io.github.dynamooutbox.writer.enhanced;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.MappedTableResource;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactPutItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactUpdateItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/**
 * Creates actions on beans for {@link io.github.dynamooutbox.writer.TransactionBuilder#add}, so
 * that they are committed with the outbox's retries, idempotency keys and typed failures. The
 * Enhanced Client itself builds them, including the table's extensions.
 *
 * <pre>{@code
 * import static io.github.dynamooutbox.writer.enhanced.Beans.put;
 *
 * outbox.transaction()
 *     .add(put(orders, order, Expression.builder().expression("attribute_not_exists(PK)").build()))
 *     .events(Aggregate.of("Order", order.id()).at(order.version()), Event.of(placed))
 *     .commit();
 * }</pre>
 *
 * <p>Nothing is sent. Thread-safe.
 */
public final class Beans {
  private Beans() {}

  /** Puts a bean unconditionally. */
  public static <T> TransactWriteItem put(MappedTableResource<T> table, T bean) {
    return action(request -> request.addPutItem(table, bean));
  }

  /** Puts a bean under a condition. */
  public static <T> TransactWriteItem put(
      MappedTableResource<T> table, T bean, Expression condition) {
    Class<T> type = table.tableSchema().itemType().rawClass();
    return action(
        request ->
            request.addPutItem(
                table,
                TransactPutItemEnhancedRequest.builder(type)
                    .item(bean)
                    .conditionExpression(condition)
                    .build()));
  }

  /** Updates a bean's item to the values of the bean. */
  public static <T> TransactWriteItem update(MappedTableResource<T> table, T bean) {
    return action(request -> request.addUpdateItem(table, bean));
  }

  /** Updates a bean's item under a condition. */
  public static <T> TransactWriteItem update(
      MappedTableResource<T> table, T bean, Expression condition) {
    Class<T> type = table.tableSchema().itemType().rawClass();
    return action(
        request ->
            request.addUpdateItem(
                table,
                TransactUpdateItemEnhancedRequest.builder(type)
                    .item(bean)
                    .conditionExpression(condition)
                    .build()));
  }

  /** Deletes the item of a key unconditionally. */
  public static TransactWriteItem delete(MappedTableResource<?> table, Key key) {
    return action(request -> request.addDeleteItem(table, key));
  }

  /** Deletes a bean's item unconditionally. */
  public static <T> TransactWriteItem delete(MappedTableResource<T> table, T bean) {
    return delete(table, table.keyFrom(bean));
  }

  /** Makes the transaction depend on a condition on an item. */
  public static TransactWriteItem check(
      MappedTableResource<?> table, Key key, Expression condition) {
    return action(
        request ->
            request.addConditionCheck(
                table, check -> check.key(key).conditionExpression(condition)));
  }

  /** Lets the Enhanced Client build a request, and takes the action from it. */
  private static TransactWriteItem action(
      Consumer<TransactWriteItemsEnhancedRequest.Builder> addition) {
    TransactWriteItemsEnhancedRequest.Builder request = TransactWriteItemsEnhancedRequest.builder();
    addition.accept(request);
    RequestCapture capture = new RequestCapture();
    DynamoDbEnhancedClient.builder()
        .dynamoDbClient(capture)
        .build()
        .transactWriteItems(request.build());
    return capture.action();
  }

  /** A client that sends nothing and keeps the request of the Enhanced Client. */
  private static final class RequestCapture implements DynamoDbClient {
    private @Nullable TransactWriteItemsRequest request;

    TransactWriteItem action() {
      if (request == null || request.transactItems().size() != 1) {
        throw new IllegalStateException("the Enhanced Client did not build exactly one action");
      }
      return request.transactItems().get(0);
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest made) {
      request = made;
      return TransactWriteItemsResponse.builder().build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }
}
