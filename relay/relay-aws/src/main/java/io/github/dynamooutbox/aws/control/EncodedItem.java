package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.ItemView;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An item in binary form, decoded when it is first asked for: whoever selects among many parked
 * events by what else is known of them never asks. Compared by value, with any other view as well.
 * Thread-safe.
 */
final class EncodedItem implements ItemView {
  /** Null once it is decoded, so that it is not in memory twice. */
  private byte @Nullable [] form;

  private @Nullable Item decoded;

  /**
   * Decodes nothing yet.
   *
   * @param form as {@link ItemForm} has it; not copied
   */
  EncodedItem(byte[] form) {
    this.form = form;
  }

  private synchronized Item item() {
    Item item = decoded;
    if (item == null) {
      item = ItemForm.decode(Objects.requireNonNull(form));
      decoded = item;
      form = null;
    }
    return item;
  }

  @Override
  public Set<String> names() {
    return item().names();
  }

  @Override
  public @Nullable Attribute get(String name) {
    return item().get(name);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (other == this) {
      return true;
    }
    return other instanceof EncodedItem that
        ? item().equals(that.item())
        : other instanceof ItemView view && item().equals(Item.copyOf(view));
  }

  @Override
  public int hashCode() {
    return item().hashCode();
  }

  @Override
  public String toString() {
    return item().toString();
  }
}
