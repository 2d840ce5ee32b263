package io.github.dynamooutbox.cli.it;

import io.github.dynamooutbox.writer.Aggregate;
import java.util.List;
import java.util.UUID;

/**
 * The orders of one test: named a, b and so on, and distinguished from other tests' by a prefix.
 */
final class ChangedOrders {
  private final TestOutbox outbox;
  private final String prefix = UUID.randomUUID().toString().substring(0, 8);

  ChangedOrders(TestOutbox outbox) {
    this.outbox = outbox;
  }

  String prefix() {
    return prefix;
  }

  /** Commits an event with the id "name-version". */
  void commit(String name, int version) {
    outbox.commit(
        Aggregate.of("Order", prefix + name).at(version), "Changed", prefix + name + "-" + version);
  }

  /** How records name the aggregate. */
  String key(String name) {
    return "Order#" + prefix + name;
  }

  /** The ids that a target has of one order, in order. */
  List<String> published(String target, String name) {
    return published(target).stream().filter(id -> id.startsWith(name + "-")).toList();
  }

  /** The ids that a target has of all orders, in order and without the prefix. */
  List<String> published(String target) {
    return outbox.published(target).stream()
        .map(event -> event.path("id").asText())
        .filter(id -> id.startsWith(prefix))
        .map(id -> id.substring(prefix.length()))
        .toList();
  }
}
