package io.github.dynamooutbox.format;

import java.util.List;
import java.util.Map;

/** Creates attribute values of the format itself, for {@link Item}. */
enum ItemFactory implements AttributeFactory<Attribute> {
  INSTANCE;

  @Override
  public Attribute string(String text) {
    return Attribute.string(text);
  }

  @Override
  public Attribute number(String decimal) {
    return Attribute.number(decimal);
  }

  @Override
  public Attribute binary(byte[] bytes) {
    return Attribute.ownedBinary(bytes);
  }

  @Override
  public Attribute map(Map<String, Attribute> members) {
    return Attribute.map(Item.ofOwned(members));
  }

  @Override
  public Attribute list(List<Attribute> elements) {
    return Attribute.list(elements);
  }

  @Override
  public Attribute copyOf(AttributeView value) {
    return Attribute.copyOf(value);
  }
}
