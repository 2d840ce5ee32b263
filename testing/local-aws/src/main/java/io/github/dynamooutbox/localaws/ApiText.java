package io.github.dynamooutbox.localaws;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes down what a class offers to those who compile against it, a line per member. */
public final class ApiText {
  private static final int SYNTHETIC_OR_BRIDGE = 0x1040;

  private ApiText() {}

  /** Those of the classes that other packages can name, in the order of their names. */
  public static String ofAll(Stream<Class<?>> classes) {
    return classes
        .filter(ApiText::isApi)
        .sorted(Comparator.comparing(Class::getName))
        .map(ApiText::of)
        .collect(Collectors.joining("\n"));
  }

  /** True for a class that other packages can name. */
  public static boolean isApi(Class<?> type) {
    return !type.isAnonymousClass()
        && !type.isLocalClass()
        && isVisible(type.getModifiers())
        && (type.getEnclosingClass() == null || isApi(type.getEnclosingClass()));
  }

  public static String of(Class<?> type) {
    Stream<String> members =
        Stream.of(constants(type), fields(type), constructors(type), methods(type))
            .flatMap(lines -> lines.sorted())
            .map(line -> "  " + line);
    return Stream.concat(Stream.of(header(type)), members)
        .map(line -> line.replace('$', '.').replace("java.lang.", ""))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String header(Class<?> type) {
    StringBuilder header = new StringBuilder(kind(type)).append(type.getTypeName());
    header.append(variables(type.getTypeParameters()));
    RecordComponent[] components = type.getRecordComponents();
    if (components != null) {
      StringJoiner list = new StringJoiner(", ", "(", ")");
      for (RecordComponent each : components) {
        list.add(each.getGenericType().getTypeName() + " " + each.getName());
      }
      header.append(list);
    } else if (type.getSuperclass() != null && !type.isEnum()) {
      header.append(list(" extends ", type.getGenericSuperclass()));
    }
    header.append(
        list(type.isInterface() ? " extends " : " implements ", type.getGenericInterfaces()));
    if (type.isSealed()) {
      header.append(list(" permits ", sorted(type.getPermittedSubclasses())));
    }
    return header.toString();
  }

  /**
   * Where the source does not name them, the compiler lists them in the order in which it meets
   * them.
   */
  private static Type[] sorted(Class<?>... types) {
    return Arrays.stream(types)
        .sorted(Comparator.comparing(Class::getTypeName))
        .toArray(Type[]::new);
  }

  /** Class.toGenericString() differs from one JDK to the next. */
  private static String kind(Class<?> type) {
    int implied = Modifier.INTERFACE | (type.isInterface() ? Modifier.ABSTRACT : 0);
    String modifiers = Modifier.toString(type.getModifiers() & ~implied);
    String sealed = type.isSealed() ? " sealed" : "";
    if (type.isAnnotation()) {
      return modifiers + " @interface ";
    } else if (type.isInterface()) {
      return modifiers + sealed + " interface ";
    } else if (type.isRecord()) {
      return modifiers + " record ";
    }
    return modifiers + sealed + (type.isEnum() ? " enum " : " class ");
  }

  private static String list(String before, Type... types) {
    String list =
        Arrays.stream(types)
            .filter(type -> type != Object.class)
            .map(Type::getTypeName)
            .collect(Collectors.joining(", "));
    return list.isEmpty() ? "" : before + list;
  }

  /** In their order, which is that of {@code compareTo}. */
  private static Stream<String> constants(Class<?> type) {
    return type.isEnum()
        ? Stream.of(
            "constants "
                + List.of(type.getEnumConstants()).stream()
                    .map(each -> ((Enum<?>) each).name())
                    .toList())
        : Stream.empty();
  }

  private static Stream<String> fields(Class<?> type) {
    return Arrays.stream(type.getDeclaredFields())
        .filter(field -> isOffered(field.getModifiers()) && !field.isEnumConstant())
        .map(Field::toGenericString)
        .map(text -> text.replace(type.getTypeName() + ".", ""));
  }

  private static Stream<String> constructors(Class<?> type) {
    return Arrays.stream(type.getDeclaredConstructors())
        .filter(constructor -> isOffered(constructor.getModifiers()))
        .map(constructor -> signature(constructor, "new"));
  }

  private static Stream<String> methods(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> isOffered(method.getModifiers()))
        .map(
            method ->
                signature(
                    method, method.getGenericReturnType().getTypeName() + " " + method.getName()));
  }

  private static String signature(Executable member, String name) {
    String modifiers = modifiers(member);
    String throwing = list(" throws ", member.getGenericExceptionTypes());
    String variables = variables(member.getTypeParameters());
    String parameters =
        Arrays.stream(member.getGenericParameterTypes())
            .map(Type::getTypeName)
            .collect(Collectors.joining(", ", "(", ")"));
    return modifiers + variables + (variables.isEmpty() ? "" : " ") + name + parameters + throwing;
  }

  private static String modifiers(Executable member) {
    int shown =
        member instanceof Constructor<?>
            ? Modifier.constructorModifiers()
            : Modifier.methodModifiers()
                & ~(Modifier.SYNCHRONIZED | Modifier.NATIVE | Modifier.STRICT);
    String text = Modifier.toString(member.getModifiers() & shown) + " ";
    return member instanceof Method method && method.isDefault() ? text + "default " : text;
  }

  private static String variables(TypeVariable<?>... variables) {
    return variables.length == 0
        ? ""
        : Arrays.stream(variables)
            .map(each -> each.getName() + list(" extends ", each.getBounds()))
            .collect(Collectors.joining(", ", "<", ">"));
  }

  private static boolean isOffered(int modifiers) {
    return isVisible(modifiers) && (modifiers & SYNTHETIC_OR_BRIDGE) == 0;
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }
}
