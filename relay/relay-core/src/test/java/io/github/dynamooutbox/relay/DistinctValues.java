package io.github.dynamooutbox.relay;

import static java.util.Map.entry;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Fills records, and the records in them, with values that all differ, so that no field can take
 * another one's place unnoticed, not even one that is added later.
 */
public final class DistinctValues {
  private static final Instant START = Instant.parse("2026-11-21T10:15:30.120Z");

  private int last;

  private DistinctValues() {}

  /** A record with nothing left out: optional values are present, collections have two elements. */
  public static <T extends Record> T of(Class<T> type) {
    return type.cast(new DistinctValues().record(type));
  }

  /** A record's components by name. */
  public static Map<String, Object> components(Record record) {
    Map<String, Object> components = new LinkedHashMap<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      try {
        component.getAccessor().setAccessible(true);
        components.put(component.getName(), component.getAccessor().invoke(record));
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(e.getMessage(), e);
      }
    }
    return components;
  }

  private Object record(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    try {
      Constructor<?> constructor =
          type.getDeclaredConstructor(
              Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(
          Stream.of(components).map(each -> of(each.getGenericType(), each.getName())).toArray());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private Object of(Type type, String name) {
    if (type instanceof ParameterizedType generic) {
      return container(generic, name);
    }
    Class<?> plain = (Class<?>) type;
    if (plain.isRecord() && plain != StreamPosition.class) {
      return record(plain);
    }
    last++;
    return plain.isEnum()
        ? plain.getEnumConstants()[last % plain.getEnumConstants().length]
        : simple(plain, name);
  }

  private Object container(ParameterizedType type, String name) {
    Type element = type.getActualTypeArguments()[0];
    Class<?> container = (Class<?>) type.getRawType();
    if (container == Optional.class) {
      return Optional.of(of(element, name));
    }
    if (container == Map.class) {
      Type value = type.getActualTypeArguments()[1];
      if (element instanceof Class<?> key && key.isEnum()) {
        Map<Object, Object> each = new HashMap<>();
        Stream.of(key.getEnumConstants()).forEach(it -> each.put(it, of(value, name)));
        return each;
      }
      Map<String, Object> both = new HashMap<>();
      both.put(key(), of(value, name));
      both.put(key(), of(value, name));
      return both;
    }
    List<Object> both = List.of(of(element, name), of(element, name));
    return container == Set.class ? Set.copyOf(both) : both;
  }

  /** What may be the name of a header. */
  private String key() {
    return "k" + ++last;
  }

  private Object simple(Class<?> type, String name) {
    Map<Class<?>, Object> values =
        Map.ofEntries(
            entry(String.class, name + "-" + last),
            entry(int.class, last),
            entry(long.class, (long) last),
            entry(boolean.class, true),
            entry(Instant.class, START.plusSeconds(last)),
            entry(Duration.class, Duration.ofSeconds(last)),
            entry(OptionalLong.class, OptionalLong.of(last)),
            entry(Payload.class, Payload.of(name + "-" + last)),
            entry(ItemView.class, Item.of(name + "-" + last, Attribute.number(last))),
            entry(StreamPosition.class, new StreamPosition(Integer.toString(last))));
    if (!values.containsKey(type)) {
      throw new AssertionError(type + " " + name + ": has no value here yet");
    }
    return values.get(type);
  }
}
