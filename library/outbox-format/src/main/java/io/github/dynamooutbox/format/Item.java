package io.github.dynamooutbox.format;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A DynamoDB item or map that does not depend on an SDK. Immutable; compared by value. */
public final class Item implements ItemView {
  private static final Item EMPTY = new Item(Map.of());

  private final Map<String, Attribute> attributes;

  private Item(Map<String, Attribute> attributes) {
    this.attributes = attributes;
  }

  public static Item empty() {
    return EMPTY;
  }

  /** Does not copy: the map must not change afterwards. */
  static Item ofOwned(Map<String, Attribute> attributes) {
    return attributes.isEmpty() ? EMPTY : new Item(attributes);
  }

  public static Item of(String name, Attribute value) {
    return new Item(Map.of(name, value));
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Copies an item into one that is independent of the host's type. */
  public static Item copyOf(ItemView view) {
    if (view instanceof Item item) {
      return item;
    }
    if (view.names().isEmpty()) {
      return EMPTY;
    }
    Builder copy = builder();
    for (String name : view.names()) {
      copy.put(name, Attribute.copyOf(Objects.requireNonNull(view.get(name), name)));
    }
    return copy.build();
  }

  @Override
  public Set<String> names() {
    return Collections.unmodifiableSet(attributes.keySet());
  }

  @Override
  public @Nullable Attribute get(String name) {
    return attributes.get(name);
  }

  public boolean isEmpty() {
    return attributes.isEmpty();
  }

  /** The attributes in the order in which they were put; cannot be changed. */
  public Map<String, Attribute> asMap() {
    return Collections.unmodifiableMap(attributes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Item that && attributes.equals(that.attributes);
  }

  @Override
  public int hashCode() {
    return attributes.hashCode();
  }

  /** Contains only attribute names and types: values do not belong in logs. */
  @Override
  public String toString() {
    return "Item" + attributes;
  }

  /** Collects an item's attributes in order. Not thread-safe. */
  public static final class Builder {
    private AttributeTable attributes = new AttributeTable();

    private Builder() {}

    /** Returns false if there is an attribute of the same name, which stays. */
    public boolean putIfAbsent(String name, Attribute value) {
      return attributes.add(Objects.requireNonNull(name), Objects.requireNonNull(value), false);
    }

    /** Replaces an attribute of the same name. */
    public Builder put(String name, Attribute value) {
      attributes.add(Objects.requireNonNull(name), Objects.requireNonNull(value), true);
      return this;
    }

    public Builder put(String name, String text) {
      return put(name, Attribute.string(text));
    }

    public Builder put(String name, long number) {
      return put(name, Attribute.number(number));
    }

    /** The item. The builder is empty afterwards. */
    public Item build() {
      if (attributes.isEmpty()) {
        return EMPTY;
      }
      Item built = new Item(attributes.asMap());
      attributes = new AttributeTable();
      return built;
    }
  }
}
