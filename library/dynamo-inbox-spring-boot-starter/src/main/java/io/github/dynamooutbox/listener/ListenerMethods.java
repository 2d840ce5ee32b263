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
    if (AnnotationUtils.isCandidateClass(type, OutboxListener.class)) {
      Map<Method, OutboxListener> methods =
          MethodIntrospector.selectMethods(
              type,
              (MethodIntrospector.MetadataLookup<OutboxListener>)
                  method ->
                      AnnotatedElementUtils.findMergedAnnotation(method, OutboxListener.class));
      methods.forEach(
          (method, annotation) -> found.add(ListenerMethod.of(bean, method, annotation)));
    }
    return bean;
  }

  List<ListenerMethod> found() {
    return List.copyOf(found);
  }
}
