package io.github.dynamooutbox.writer.enhanced;

import io.github.dynamooutbox.format.OutboxSchema;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverterProvider;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClientExtension;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.MappedTableResource;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.document.EnhancedDocument;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The outbox's table as the Enhanced Client needs it: with items unchanged, and without extensions.
 */
final class DocumentTable implements MappedTableResource<EnhancedDocument> {
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
