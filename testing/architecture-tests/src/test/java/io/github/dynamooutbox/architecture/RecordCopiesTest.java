package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.internal.lane.Paces;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.writer.CommitRetry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A record that copies itself, as {@code limits.maxBytes(1000)} does, names all its components in a
 * row, of which many have the same type: none may take another one's place.
 */
class RecordCopiesTest {
  /** Here is no value of a type, or the record does not take the one that is here. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    private Refused(String what) {
      super(what);
    }
  }

  private static final Set<String> PARTS_OF_A_LIST = Set.of("Claim.from", "Claim.upTo");

  private final Stream<String> shipped =
      Stream.of(
              "format",
              "writer",
              "spring",
              "listener",
              "inbox",
              "relay",
              "aws",
              "kafka",
              "archive",
              "operations",
              "lambda",
              "heartbeat",
              "kcl",
              "cli",
              "test",
              "testrelay")
          .map(name -> Module.ROOT + name);

  private final Set<String> copied = new TreeSet<>();
  private final Set<String> refused = new TreeSet<>();

  @Test
  void noComponentTakesThePlaceOfAnother() {
    List<String> swapped = new ArrayList<>();
    shipped
        .flatMap(MainClasses::below)
        .filter(JavaClass::isRecord)
        .map(JavaClass::reflect)
        .forEach(type -> copies(type).forEach(copy -> swapped.addAll(swapped(type, copy))));
    assertThat(swapped).isEmpty();
    assertThat(refused)
        .as("not tried: Values needs a value of a type")
        .allMatch(each -> PARTS_OF_A_LIST.contains(each.replaceAll(":.*", "")));
    assertThat(copied).contains("TargetLimits.maxBytes", "RedriveResult.plus", "RelayEnv.on");
  }

  private static Stream<Method> copies(Class<?> type) {
    List<String> accessors =
        Stream.of(type.getRecordComponents()).map(RecordComponent::getName).toList();
    return Stream.of(type.getDeclaredMethods())
        .filter(each -> each.getReturnType() == type)
        .filter(each -> !Modifier.isStatic(each.getModifiers()) && !each.isSynthetic())
        .filter(each -> each.getParameterCount() > 0 || !accessors.contains(each.getName()));
  }

  private List<String> swapped(Class<?> type, Method copy) {
    String name = type.getSimpleName() + '.' + copy.getName();
    try {
      List<String> swapped = new ArrayList<>();
      List<Object> before = components(new Values(each -> true).of(type));
      List<Object> after = copied(type, copy, each -> true);
      for (int i = 0; i < before.size(); i++) {
        int at = i;
        IntStream.range(0, before.size())
            .filter(other -> other != at && !before.get(other).equals(before.get(at)))
            .filter(other -> after.get(at).equals(before.get(other)))
            .filter(other -> !(after.get(at) instanceof Boolean))
            .forEach(
                other ->
                    swapped.add(name + ": " + nameOf(type, other) + " as " + nameOf(type, at)));
      }
      for (int i = 0; i < before.size(); i++) {
        if (before.get(i) instanceof Boolean) {
          int only = i;
          List<Object> changed = copied(type, copy, each -> each != only);
          IntStream.range(0, before.size())
              .filter(other -> other != only && !changed.get(other).equals(after.get(other)))
              .forEach(
                  other ->
                      swapped.add(name + ": " + nameOf(type, only) + " as " + nameOf(type, other)));
        }
      }
      copied.add(name);
      return swapped;
    } catch (Refused e) {
      refused.add(name + ": " + e.getMessage());
      return List.of();
    }
  }

  private static String nameOf(Class<?> type, int component) {
    return type.getRecordComponents()[component].getName();
  }

  private static List<Object> copied(Class<?> type, Method copy, IntPredicate booleans)
      throws Refused {
    Values values = new Values(booleans);
    Object original = values.of(type);
    List<Object> arguments = new ArrayList<>();
    for (Type each : copy.getGenericParameterTypes()) {
      arguments.add(values.of(each));
    }
    try {
      copy.setAccessible(true);
      return components(copy.invoke(original, arguments.toArray()));
    } catch (InvocationTargetException e) {
      throw new Refused(e.getCause().toString());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static List<Object> components(Object copy) {
    try {
      List<Object> values = new ArrayList<>();
      for (RecordComponent each : copy.getClass().getRecordComponents()) {
        each.getAccessor().setAccessible(true);
        values.add(each.getAccessor().invoke(copy));
      }
      return values;
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /**
   * Values that all differ, always the same in the same order; the outermost record's booleans as
   * asked.
   */
  private static final class Values {
    /** What cannot be made of any values. */
    private static final Map<Class<?>, IntFunction<Object>> SPECIAL =
        Map.of(
            CommitRetry.class,
            number -> new CommitRetry(number, Duration.ofMillis(1), Duration.ofMillis(1)),
            ItemView.class,
            number -> Item.of("attribute-" + number, Attribute.number(number)),
            Paces.class,
            number -> new Paces(InstantSource.system()),
            Payload.class,
            number -> Payload.of("payload " + number),
            QueueName.class,
            number -> new QueueName.Lane(new LaneKey("target", "Order#" + number)),
            RecordCodec.class,
            number -> new RecordCodec(OutboxSchema.defaults()),
            StreamPosition.class,
            number -> new StreamPosition(String.valueOf(number)));

    private final IntPredicate booleans;
    private int depth;
    private int last;

    private Values(IntPredicate booleans) {
      this.booleans = booleans;
    }

    private Object of(Type type) throws Refused {
      return type instanceof ParameterizedType generic ? container(generic) : plain(type);
    }

    private Object container(ParameterizedType type) throws Refused {
      Class<?> raw = (Class<?>) type.getRawType();
      Type[] of = type.getActualTypeArguments();
      if (raw == Optional.class) {
        return Optional.of(of(of[0]));
      } else if (raw == List.class || raw == Collection.class) {
        return List.of(of(of[0]));
      } else if (raw == Set.class) {
        return Set.of(of(of[0]));
      } else if (raw == Map.class) {
        return Map.of(of(of[0]), of(of[1]));
      }
      return plain(raw);
    }

    private Object plain(Type type) throws Refused {
      if (!(type instanceof Class<?> plain)) {
        throw new Refused("type " + type);
      }
      // Apart, so that none is another one's successor.
      last += 10;
      if (SPECIAL.containsKey(plain)) {
        return SPECIAL.get(plain).apply(last);
      } else if (plain.isRecord()) {
        return record(plain);
      } else if (plain.isEnum()) {
        return plain.getEnumConstants()[last % plain.getEnumConstants().length];
      } else if (plain.isInterface()) {
        return interfaceOf(plain, last);
      }
      Map<Class<?>, Object> simple = new HashMap<>();
      simple.put(String.class, "text-" + last);
      simple.put(Object.class, "object-" + last);
      simple.put(int.class, last);
      simple.put(Integer.class, last);
      simple.put(long.class, (long) last);
      simple.put(Long.class, (long) last);
      simple.put(double.class, (double) last);
      simple.put(boolean.class, false);
      simple.put(byte[].class, new byte[last]);
      simple.put(Instant.class, Instant.ofEpochSecond(last));
      simple.put(Duration.class, Duration.ofHours(last));
      simple.put(OptionalLong.class, OptionalLong.of(last));
      simple.put(URI.class, URI.create("urn:" + last));
      simple.put(Throwable.class, new IllegalStateException("failure " + last));
      if (!simple.containsKey(plain)) {
        throw new Refused("type " + plain.getName());
      }
      return simple.get(plain);
    }

    private Object record(Class<?> type) throws Refused {
      RecordComponent[] components = type.getRecordComponents();
      Object[] values = new Object[components.length];
      depth++;
      for (int i = 0; i < components.length; i++) {
        boolean isChosen = depth == 1 && components[i].getType() == boolean.class;
        values[i] = isChosen ? booleans.test(i) : of(components[i].getGenericType());
      }
      depth--;
      try {
        var constructor =
            type.getDeclaredConstructor(
                Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        return constructor.newInstance(values);
      } catch (InvocationTargetException e) {
        throw new Refused(type.getSimpleName() + ": " + e.getCause());
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(e.getMessage(), e);
      }
    }

    /** Another one each time, whose methods nothing calls. */
    private static Object interfaceOf(Class<?> type, int number) {
      return Proxy.newProxyInstance(
          type.getClassLoader(),
          new Class<?>[] {type},
          (proxy, method, arguments) ->
              switch (method.getName()) {
                case "equals" ->
                    proxy == arguments[0]
                        || (Proxy.isProxyClass(arguments[0].getClass())
                            && proxy.hashCode() == arguments[0].hashCode());
                case "hashCode" -> number;
                case "toString" -> type.getSimpleName() + '-' + number;
                default -> throw new UnsupportedOperationException(method.toString());
              });
    }
  }
}
