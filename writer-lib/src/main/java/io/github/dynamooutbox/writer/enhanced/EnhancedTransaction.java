package io.github.dynamooutbox.writer.enhanced;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.writer.CommitResult.Committed;
import io.github.dynamooutbox.writer.OutboxItems;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverterProvider;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClientExtension;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.MappedTableResource;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.document.EnhancedDocument;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactPutItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Adds events to a transaction of the Enhanced Client.
 *
 * <pre>{@code
 * TransactWriteItemsEnhancedRequest.Builder request = TransactWriteItemsEnhancedRequest.builder();
 * request.addPutItem(orders, order);
 * OutboxItems items = outbox.transaction().events(aggregate, event).items();
 * Committed committed = EnhancedTransaction.add(items, request);
 * enhancedClient.transactWriteItems(request.build());
 * }</pre>
 */
public final class EnhancedTransaction {
  private EnhancedTransaction() {}

  /**
   * Adds the outbox's actions to the request unchanged: the client's extensions do not apply to
   * them. DynamoDB checks the limits of the whole transaction.
   *
   * @return the result, valid once the request's transaction is committed
   * @throws IllegalArgumentException if the items contain actions of the caller, which belong in
   *     the request itself
   */
  public static Committed add(
      OutboxItems items, TransactWriteItemsEnhancedRequest.Builder request) {
    if (items.callersItems() > 0) {
      throw new IllegalArgumentException(
          "these outbox items contain "
              + items.callersItems()
              + " actions of the caller; add those to the enhanced request itself");
    }
    for (TransactWriteItem item : items.items()) {
      if (item.put() != null) {
        put(item.put(), items.schema(), request);
      } else {
        check(item.conditionCheck(), items.schema(), request);
      }
    }
    return items.committed();
  }

  private static void put(
      Put put, OutboxSchema schema, TransactWriteItemsEnhancedRequest.Builder request) {
    request.addPutItem(
        new DocumentTable(put.tableName(), schema),
        TransactPutItemEnhancedRequest.builder(EnhancedDocument.class)
            .item(EnhancedDocument.fromAttributeValueMap(put.item()))
            .conditionExpression(
                condition(put.conditionExpression(), put.expressionAttributeNames()))
            .build());
  }

  private static void check(
      ConditionCheck check,
      OutboxSchema schema,
      TransactWriteItemsEnhancedRequest.Builder request) {
    DocumentTable table = new DocumentTable(check.tableName(), schema);
    request.addConditionCheck(
        table,
        condition ->
            condition
                .key(table.key(check.key()))
                .conditionExpression(
                    condition(check.conditionExpression(), check.expressionAttributeNames())));
  }

  private static Expression condition(String expression, Map<String, String> names) {
    return Expression.builder().expression(expression).expressionNames(names).build();
  }

  /**
   * The outbox's table as the Enhanced Client needs it: with items unchanged, and without
   * extensions.
   */
  private static final class DocumentTable implements MappedTableResource<EnhancedDocument> {
    private static final DynamoDbEnhancedClientExtension NONE =
        new DynamoDbEnhancedClientExtension() {};

    private final String name;
    private final OutboxSchema schema;
    private final TableSchema<EnhancedDocument> tableSchema;

    DocumentTable(String name, OutboxSchema schema) {
      this.name = name;
      this.schema = schema;
      this.tableSchema =
          TableSchema.documentSchemaBuilder()
              .addIndexPartitionKey(
                  TableMetadata.primaryIndexName(), schema.partitionKey(), AttributeValueType.S)
              .addIndexSortKey(
                  TableMetadata.primaryIndexName(), schema.sortKey(), AttributeValueType.S)
              .attributeConverterProviders(AttributeConverterProvider.defaultProvider())
              .build();
    }

    Key key(Map<String, AttributeValue> key) {
      return Key.builder()
          .partitionValue(Objects.requireNonNull(key.get(schema.partitionKey())))
          .sortValue(Objects.requireNonNull(key.get(schema.sortKey())))
          .build();
    }

    @Override
    public DynamoDbEnhancedClientExtension mapperExtension() {
      return NONE;
    }

    @Override
    public TableSchema<EnhancedDocument> tableSchema() {
      return tableSchema;
    }

    @Override
    public String tableName() {
      return name;
    }

    @Override
    public Key keyFrom(EnhancedDocument item) {
      return key(item.toMap());
    }
  }
}
