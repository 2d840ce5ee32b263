package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.AttributeType;
import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.ItemView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** Items in binary form, for use where an item cannot be nested in another one as a map. */
final class ItemForm {
  private ItemForm() {}

  static byte[] encode(ItemView item) {
    ByteSink sink = new ByteSink();
    write(item, sink);
    return sink.toBytes();
  }

  static Item decode(byte[] form) {
    return readItem(new ByteSource(form));
  }

  private static void write(ItemView item, ByteSink sink) {
    sink.count(item.names().size());
    for (String name : item.names()) {
      sink.text(name);
      write(Objects.requireNonNull(item.get(name), name), sink);
    }
  }

  private static void write(AttributeView value, ByteSink sink) {
    sink.text(value.type().name());
    switch (value.type()) {
      case S -> sink.text(value.string());
      case N -> sink.text(value.number());
      case B -> sink.raw(value.bytes());
      case BOOL -> sink.count(value.bool() ? 1 : 0);
      case NULL -> {}
      case M -> write(value.map(), sink);
      case L -> {
        sink.count(value.list().size());
        value.list().forEach(element -> write(element, sink));
      }
      case SS, NS -> {
        sink.count(value.strings().size());
        value.strings().forEach(sink::text);
      }
      case BS -> {
        sink.count(value.binaries().size());
        value.binaries().forEach(sink::raw);
      }
    }
  }

  private static Item readItem(ByteSource source) {
    Item.Builder item = Item.builder();
    for (int left = source.count(); left > 0; left--) {
      String name = source.text();
      item.put(name, read(source));
    }
    return item.build();
  }

  private static Attribute read(ByteSource source) {
    return switch (AttributeType.valueOf(source.text())) {
      case S -> Attribute.string(source.text());
      case N -> Attribute.number(source.text());
      case B -> Attribute.binary(source.raw());
      case BOOL -> Attribute.bool(source.count() == 1);
      case NULL -> Attribute.nullValue();
      case M -> Attribute.map(readItem(source));
      case L -> Attribute.list(list(source, () -> read(source)));
      case SS -> Attribute.stringSet(list(source, source::text));
      case NS -> Attribute.numberSet(list(source, source::text));
      case BS -> Attribute.binarySet(list(source, source::raw));
    };
  }

  private static <T> List<T> list(ByteSource source, Supplier<T> element) {
    List<T> list = new ArrayList<>();
    for (int left = source.count(); left > 0; left--) {
      list.add(element.get());
    }
    return list;
  }
}
