package io.github.dynamooutbox.listener;

import io.github.dynamooutbox.inbox.InboxTransaction;
import io.github.dynamooutbox.inbox.InvalidInboxException;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.router.EventRouter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * A method with {@link OutboxListener}, checked when it is found.
 *
 * @param types types of the events that it handles
 * @param payload class of its payload; {@code ReceivedEvent} for a method without one
 */
record ListenerMethod(
    Object bean,
    Method method,
    OutboxListener annotation,
    List<String> types,
    Class<?> payload,
    boolean hasPayload) {
  private static final String OTHERWISE = "*";
  private static final String ANNOTATION = "@OutboxListener ";

  /** The names of their classes say nothing about an event. */
  private static final List<String> LIBRARIES =
      List.of("java.", "com.fasterxml.jackson.", "tools.jackson.");

  static ListenerMethod of(Object bean, Method declared, OutboxListener annotation) {
    Method method;
    try {
      method = AopUtils.selectInvocableMethod(declared, bean.getClass());
    } catch (IllegalStateException e) {
      throw invalid(
          declared, "cannot be called through the bean's proxy; make it package-private or public");
    }
    if (Modifier.isStatic(method.getModifiers())) {
      throw invalid(declared, "is static; make it a method of the bean");
    }
    Optional<Class<?>> payload = payload(declared);
    checkReturn(declared);
    List<String> types = types(declared, annotation, payload);
    ReflectionUtils.makeAccessible(method);
    return new ListenerMethod(
        bean, method, annotation, types, payload.orElse(ReceivedEvent.class), payload.isPresent());
  }

  static boolean isPayload(Class<?> parameter) {
    return parameter != ReceivedEvent.class && parameter != InboxTransaction.class;
  }

  private static Optional<Class<?>> payload(Method method) {
    List<Class<?>> seen = new ArrayList<>();
    Optional<Class<?>> payload = Optional.empty();
    for (int i = 0; i < method.getParameterCount(); i++) {
      Class<?> parameter = method.getParameterTypes()[i];
      if (seen.contains(parameter)) {
        throw invalid(method, "has two parameters of type " + parameter.getSimpleName());
      }
      seen.add(parameter);
      if (isPayload(parameter)) {
        if (payload.isPresent()) {
          throw invalid(
              method,
              "has two payloads, "
                  + payload.get().getSimpleName()
                  + " and "
                  + parameter.getSimpleName()
                  + "; leave one out, or write a method for each");
        }
        if (parameter.isPrimitive() || ResolvableType.forMethodParameter(method, i).hasGenerics()) {
          throw invalid(
              method,
              "has the payload "
                  + method.getGenericParameterTypes()[i].getTypeName()
                  + "; use a class of its own");
        }
        payload = Optional.of(parameter);
      }
    }
    return payload;
  }

  private static void checkReturn(Method method) {
    ResolvableType returned = ResolvableType.forMethodReturnType(method);
    Class<?> element = returned.as(Iterable.class).getGeneric(0).resolve();
    if (method.getReturnType() != void.class
        && method.getReturnType() != TransactWriteItem.class
        && element != TransactWriteItem.class) {
      throw invalid(
          method,
          "returns "
              + returned
              + "; return nothing, a TransactWriteItem or a List<TransactWriteItem>");
    }
  }

  private static List<String> types(
      Method method, OutboxListener annotation, Optional<Class<?>> payload) {
    List<String> types = Arrays.asList(annotation.type());
    if (types.stream().anyMatch(String::isBlank)) {
      throw invalid(method, "has an empty type; name the type of the events");
    }
    if (!types.isEmpty()) {
      return types;
    }
    Class<?> named =
        payload
            .filter(it -> LIBRARIES.stream().noneMatch(it.getName()::startsWith))
            .orElseThrow(
                () ->
                    invalid(
                        method,
                        "does not say which events it handles; add a payload of a class with the"
                            + " simple name of their type, or type = ..."));
    return List.of(named.getSimpleName());
  }

  static InvalidInboxException invalid(Method method, String problem) {
    return new InvalidInboxException(name(method) + ": " + problem);
  }

  InvalidInboxException invalid(String problem) {
    return invalid(method, problem);
  }

  /** Names the method, unless the problem does. */
  InvalidInboxException invalid(InvalidInboxException problem) {
    String message = String.valueOf(problem.getMessage());
    return message.startsWith(ANNOTATION) ? problem : invalid(message);
  }

  /** As a reader finds it: {@code com.shop.Totals.placed(OrderPlaced)}. */
  private static String name(Method method) {
    return ANNOTATION
        + method.getDeclaringClass().getName()
        + "."
        + method.getName()
        + Arrays.stream(method.getParameterTypes())
            .map(Class::getSimpleName)
            .collect(Collectors.joining(", ", "(", ")"));
  }

  /** Adds it to a router. */
  void addTo(EventRouter.Builder router) {
    try {
      types.forEach(type -> addTo(router, type));
    } catch (IllegalArgumentException e) {
      throw invalid(e.getMessage() + "; a type has one method");
    }
  }

  private void addTo(EventRouter.Builder router, String type) {
    if (type.equals(OTHERWISE)) {
      if (hasPayload) {
        throw invalid("handles all types, which have no class in common; take a ReceivedEvent");
      }
      router.otherwise((event, transaction) -> call(null, event, transaction));
    } else if (hasPayload) {
      router.on(type, payload, this::call);
    } else {
      router.on(type, (event, transaction) -> call(null, event, transaction));
    }
  }

  private void call(@Nullable Object data, ReceivedEvent event, InboxTransaction transaction) {
    Object[] arguments =
        Arrays.stream(method.getParameterTypes())
            .map(
                type ->
                    type == ReceivedEvent.class
                        ? event
                        : type == InboxTransaction.class ? transaction : data)
            .toArray();
    add(invoke(arguments), transaction);
  }

  private @Nullable Object invoke(Object[] arguments) {
    try {
      return method.invoke(bean, arguments);
    } catch (InvocationTargetException e) {
      Throwable thrown = e.getTargetException();
      if (thrown instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (thrown instanceof Error error) {
        throw error;
      }
      if (thrown instanceof IOException io) {
        throw new UncheckedIOException(io);
      }
      throw new IllegalStateException(
          name(method) + " threw " + thrown.getClass().getName(), thrown);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(name(method) + " is not accessible", e);
    }
  }

  private void add(@Nullable Object returned, InboxTransaction transaction) {
    if (method.getReturnType() == void.class) {
      return;
    }
    if (returned instanceof TransactWriteItem action) {
      transaction.add(action);
    } else if (returned instanceof Iterable<?> actions) {
      actions.forEach(action -> transaction.add((TransactWriteItem) action));
    } else {
      throw new IllegalStateException(
          name(method) + " returned null; return an empty list if there is nothing to write");
    }
  }
}
