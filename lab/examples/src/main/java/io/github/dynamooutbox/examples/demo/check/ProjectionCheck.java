package io.github.dynamooutbox.examples.demo.check;

import io.github.dynamooutbox.examples.orders.OrderTotal;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The result of comparing a consumer's projection with the source.
 *
 * @param changes changes of all orders, as the consumer counted them
 * @param different orders that differ between the two
 */
public record ProjectionCheck(
    String consumer, int orders, long changes, long cents, Set<String> different) {
  public ProjectionCheck {
    different = Set.copyOf(different);
  }

  /** Compares order by order. */
  public static ProjectionCheck of(
      String consumer, Map<String, OrderTotal> source, Map<String, OrderTotal> projection) {
    Set<String> different = new TreeSet<>(source.keySet());
    different.addAll(projection.keySet());
    different.removeIf(id -> Objects.equals(source.get(id), projection.get(id)));
    return new ProjectionCheck(
        consumer,
        projection.size(),
        projection.values().stream().mapToLong(OrderTotal::changes).sum(),
        projection.values().stream().mapToLong(OrderTotal::cents).sum(),
        different);
  }

  /** Whether every event had its effect exactly once. */
  public boolean isExact() {
    return different.isEmpty();
  }
}
