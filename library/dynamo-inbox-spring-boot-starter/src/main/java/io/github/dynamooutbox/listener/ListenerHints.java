package io.github.dynamooutbox.listener;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.annotation.ReflectiveProcessor;

/** What a native image needs of a listener: the method, and what Jackson needs of its payload. */
class ListenerHints implements ReflectiveProcessor {
  private final BindingReflectionHintsRegistrar payloads = new BindingReflectionHintsRegistrar();

  @Override
  public void registerReflectionHints(ReflectionHints hints, AnnotatedElement element) {
    if (element instanceof Method method) {
      hints.registerMethod(method, ExecutableMode.INVOKE);
      for (Class<?> parameter : method.getParameterTypes()) {
        if (ListenerMethod.isPayload(parameter)) {
          payloads.registerReflectionHints(hints, parameter);
        }
      }
    }
  }
}
