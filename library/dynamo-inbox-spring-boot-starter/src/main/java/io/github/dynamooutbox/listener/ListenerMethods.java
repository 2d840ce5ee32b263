package io.github.dynamooutbox.listener;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Finds the methods with {@link OutboxListener}, and checks each. */
final class ListenerMethods implements BeanPostProcessor {
  private final List<ListenerMethod> found = new CopyOnWriteArrayList<>();

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
    in(type)
        .forEach((method, annotation) -> found.add(ListenerMethod.of(bean, method, annotation)));
    return bean;
  }

  /** Whether a type has such methods. */
  static boolean has(Class<?> type) {
    return !in(type).isEmpty();
  }

  private static Map<Method, OutboxListener> in(Class<?> type) {
    return AnnotationUtils.isCandidateClass(type, OutboxListener.class)
        ? MethodIntrospector.selectMethods(
            type,
            (MethodIntrospector.MetadataLookup<OutboxListener>)
                method -> AnnotatedElementUtils.findMergedAnnotation(method, OutboxListener.class))
        : Map.of();
  }

  List<ListenerMethod> found() {
    return List.copyOf(found);
  }
}
