package io.github.dynamooutbox.writer.internal.plan;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.writer.internal.size.Expressions;
import io.github.dynamooutbox.writer.internal.size.ItemShape;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** One action of a transaction, in the form that the checks need. Not thread-safe. */
public final class Action {
  private final int index;
  private final Label label;
  private final String table;
  private final TransactWriteItem item;
  private final Map<String, AttributeValue> attributes;
  private final Expressions expressions;
  private final OutboxSchema schema;

  /** Cached, since several rules ask for it; negative until computed. */
  private long largestItem = -1;

  /** Negative until computed. */
  private long largestExpressions = -1;

  /** The kind of an action, and the name that its caller gave it; both for messages. */
  public record Label(Object kind, String name) {}

  /**
   * Creates an action.
   *
   * @param table plain name of its table, even if the action names an ARN
   * @param item the SDK's action, with its table set
   * @param attributes the whole item for a put, the key for any other action
   * @param expressions the expressions of the action, with their names and values
   */
  public Action(
      int index,
      Label label,
      String table,
      TransactWriteItem item,
      Map<String, AttributeValue> attributes,
      Expressions expressions,
      OutboxSchema schema) {
    this.index = index;
    this.label = label;
    this.table = table;
    this.item = item;
    this.attributes = attributes;
    this.expressions = expressions;
    this.schema = schema;
  }

  /**
   * Sets upper bounds of its sizes that the caller knows without examining its values.
   *
   * @param itemBound becomes the result of {@link #largestItem}
   * @param expressionsBound becomes the result of {@link #largestExpressions}
   */
  public Action boundedBy(long itemBound, long expressionsBound) {
    largestItem = itemBound;
    largestExpressions = expressionsBound;
    return this;
  }

  public Action named(String name) {
    return new Action(
        index, new Label(label.kind(), name), table, item, attributes, expressions, schema);
  }

  public int index() {
    return index;
  }

  public Label label() {
    return label;
  }

  /** Its item's key, for messages; empty if only DynamoDB knows which attributes are the key. */
  public String key() {
    return isPut() ? ItemKeys.ofPut(attributes, schema) : ItemKeys.of(attributes);
  }

  public String table() {
    return table;
  }

  public TransactWriteItem item() {
    return item;
  }

  public Map<String, AttributeValue> attributes() {
    return attributes;
  }

  public boolean isPut() {
    return item.put() != null;
  }

  public boolean writes() {
    return isPut() || item.update() != null;
  }

  /** An upper bound of {@link #itemSize}, in bytes; negative if a value has no type. */
  public long largestItem() {
    if (largestItem < 0) {
      largestItem = ItemShape.largestSize(attributes);
    }
    return largestItem;
  }

  /** An upper bound of the size of the expressions, in bytes; negative if a value has no type. */
  public long largestExpressions() {
    if (largestExpressions < 0) {
      Map<String, AttributeValue> values = expressions.values();
      long largest = values.isEmpty() ? 0 : ItemShape.largestSize(values);
      largestExpressions = largest < 0 ? largest : expressions.largestSize(largest);
    }
    return largestExpressions;
  }

  /** The size in bytes of the item of a put, or of the key for any other action. */
  public long itemSize() {
    return RecordSize.of(new SdkItem(attributes));
  }

  /** What the action counts towards the size limit of the transaction, in bytes. */
  public long size() {
    return itemSize() + expressions.size();
  }

  /** The values of its expressions' placeholders. */
  public Map<String, AttributeValue> values() {
    return expressions.values();
  }
}
