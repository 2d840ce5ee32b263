package io.github.dynamooutbox.writer;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** A meter whose instruments keep all that is recorded, with all that they were built with. */
final class RecordingMeter {
  /** An instrument and one record: {@code histogramBuilder(a).setUnit(s).build() 0.5 {...}}. */
  final List<String> records = new ArrayList<>();

  Meter meter() {
    return proxy(Meter.class, "");
  }

  private <T> T proxy(Class<T> type, String built) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answer(method, arguments, built)));
  }

  private Object answer(Method method, Object[] arguments, String built) {
    if (method.getReturnType() == void.class) {
      Object attributes = arguments.length > 1 ? arguments[1] : Attributes.empty();
      records.add(built + " " + arguments[0] + " " + attributes);
      return null;
    }
    String argument = arguments == null ? "" : arguments[0].toString();
    return proxy(method.getReturnType(), built + "." + method.getName() + "(" + argument + ")");
  }
}
