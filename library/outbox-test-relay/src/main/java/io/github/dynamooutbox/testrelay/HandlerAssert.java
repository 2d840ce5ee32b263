package io.github.dynamooutbox.testrelay;

import io.github.dynamooutbox.test.EventAssert;
import io.github.dynamooutbox.test.OutboxAssert;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.assertj.core.api.AbstractAssert;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Assertions about what a handler writes. */
public final class HandlerAssert extends AbstractAssert<HandlerAssert, HandlerWrites> {
  private HandlerAssert(HandlerWrites actual) {
    super(actual, HandlerAssert.class);
  }

  /** Starts an assertion. */
  public static HandlerAssert assertThat(HandlerWrites writes) {
    return new HandlerAssert(writes);
  }

  /** Verifies that the handler puts exactly this item, once. */
  public HandlerAssert puts(Map<String, AttributeValue> item) {
    return once("put of this item", it -> it.put() != null && it.put().item().equals(item));
  }

  /** Verifies that the handler deletes the item with this key, once. */
  public HandlerAssert deletes(Map<String, AttributeValue> key) {
    return once(
        "deletion of the item with key " + key,
        it -> it.delete() != null && it.delete().key().equals(key));
  }

  /** Verifies that the handler updates the item with this key, once, with this expression. */
  public HandlerAssert updates(Map<String, AttributeValue> key, String expression) {
    return once(
        "update \"" + expression + "\" of the item with key " + key,
        it ->
            it.update() != null
                && it.update().key().equals(key)
                && Objects.equals(it.update().updateExpression(), expression));
  }

  /** The same with this value of a placeholder. */
  public HandlerAssert updates(
      Map<String, AttributeValue> key, String expression, String name, AttributeValue value) {
    return once(
        "update \"" + expression + "\" of the item with key " + key + ", with that " + name,
        it ->
            it.update() != null
                && it.update().key().equals(key)
                && Objects.equals(it.update().updateExpression(), expression)
                && value.equals(it.update().expressionAttributeValues().get(name)));
  }

  /** Verifies that the handler adds neither a write nor a check, and raises no event. */
  public HandlerAssert writesNothing() {
    isNotNull();
    if (!actual.actions().isEmpty()) {
      throw failure("Expecting no write, but there are: %s", described());
    }
    OutboxAssert.assertThat(actual.raised()).publishedNothing();
    return this;
  }

  /**
   * Verifies that the handler raises exactly one event of this type.
   *
   * @return assertions about that event
   */
  public EventAssert raises(String type) {
    isNotNull();
    return OutboxAssert.assertThat(actual.raised()).published(type);
  }

  private HandlerAssert once(String what, Predicate<TransactWriteItem> wanted) {
    isNotNull();
    long found = actual.actions().stream().filter(wanted).count();
    if (found != 1) {
      throw failure("Expecting one %s, but found %s among: %s", what, found, described());
    }
    return this;
  }

  private List<String> described() {
    return actual.actions().stream().map(HandlerAssert::described).toList();
  }

  /** Keys and names of attributes, not their values. */
  private static String described(TransactWriteItem it) {
    if (it.put() != null) {
      return "put of an item with " + it.put().item().keySet();
    }
    if (it.update() != null) {
      return "update \"" + it.update().updateExpression() + "\" of " + it.update().key();
    }
    return it.delete() != null
        ? "deletion of " + it.delete().key()
        : "check of " + it.conditionCheck().key();
  }
}
