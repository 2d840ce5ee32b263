package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** One action of a transaction, in the form that the checks need. Not thread-safe. */
final class Action {
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
  record Label(Object kind, String name) {}

  /**
   * @param table plain name of its table, even if the action names an ARN
   * @param item the SDK's action, with its table set
   * @param attributes the whole item for a put, the key for any other action
   * @param expressions the expressions of the action, with their names and values
   */
  Action(
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
  Action boundedBy(long itemBound, long expressionsBound) {
    largestItem = itemBound;
    largestExpressions = expressionsBound;
    return this;
  }

  Action named(String name) {
    return new Action(
        index, new Label(label.kind(), name), table, item, attributes, expressions, schema);
  }

  ActionRef ref() {
    return ref(index);
  }

  /**
   * @param place index of the action in the transaction that was sent
   */
  ActionRef ref(int place) {
    return new ActionRef(place, label.name(), label.kind().toString(), table, key());
  }

  private String key() {
    return isPut() ? ItemKeys.ofPut(attributes, schema) : ItemKeys.of(attributes);
  }

  String table() {
    return table;
  }

  TransactWriteItem item() {
    return item;
  }

  Map<String, AttributeValue> attributes() {
    return attributes;
  }

  boolean isPut() {
    return item.put() != null;
  }

  boolean writes() {
    return isPut() || item.update() != null;
  }

  /**
   * An upper bound of {@link #itemSize}, in bytes.
   *
   * @throws InvalidTransactionException if a value has no type
   */
  long largestItem() {
    if (largestItem < 0) {
      largestItem = ItemShape.largestSize(this, attributes);
    }
    return largestItem;
  }

  /**
   * An upper bound of the size of the expressions, in bytes.
   *
   * @throws InvalidTransactionException if a value has no type
   */
  long largestExpressions() {
    if (largestExpressions < 0) {
      Map<String, AttributeValue> values = expressions.values();
      largestExpressions =
          expressions.largestSize(values.isEmpty() ? 0 : ItemShape.largestSize(this, values));
    }
    return largestExpressions;
  }

  /** The size in bytes of the item of a put, or of the key for any other action. */
  long itemSize() {
    return RecordSize.of(new SdkItem(attributes));
  }

  /** What the action counts towards the size limit of the transaction, in bytes. */
  long size() {
    return itemSize() + expressions.size();
  }

  @Override
  public String toString() {
    return ref().toString();
  }
}
