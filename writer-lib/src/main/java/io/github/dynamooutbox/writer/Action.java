package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** One action of a transaction, in the shape that the checks need. Not thread-safe. */
final class Action {
  private final int index;
  private final Label label;
  private final String table;
  private final TransactWriteItem item;
  private final Map<String, AttributeValue> attributes;
  private final Expressions expressions;
  private final OutboxSchema schema;

  /** Negative until it is known: the rules ask for it more than once. */
  private long largestItem = -1;

  /** Negative until it is known. */
  private long largestExpressions = -1;

  /** What an action is, for messages, and what its caller has named it. */
  record Label(Object kind, String name) {}

  /**
   * @param table its plain name, also where the action names an ARN
   * @param item the SDK's action, which names its table
   * @param attributes the whole item of a put, else the key
   * @param expressions what else the action brings along
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
   * The same action, of greatest sizes that are known without a look at its values.
   *
   * @param largest of its item, as {@link #largestItem}
   * @param expression of its expressions, as {@link #largestExpressions}
   */
  Action atMost(long largest, long expression) {
    largestItem = largest;
    largestExpressions = expression;
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
   * @param place in the transaction that was sent
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
   * At most so much does the put's item, or the key of what is not known yet, take, in bytes.
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
   * No less than what the expressions take, in bytes.
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

  /** The size of a put's item, or of the key of what is not known yet, in bytes. */
  long itemSize() {
    return RecordSize.of(new SdkItem(attributes));
  }

  /** What the action counts against the limit of the whole transaction, in bytes. */
  long size() {
    return itemSize() + expressions.size();
  }

  @Override
  public String toString() {
    return ref().toString();
  }
}
