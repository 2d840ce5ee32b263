package io.github.dynamooutbox.relay.route;

import io.github.dynamooutbox.relay.decode.Envelope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import software.amazon.event.ruler.Machine;

/**
 * Finds an event's targets: those of every rule that matches. Patterns are evaluated by the matcher
 * that EventBridge itself uses. Thread-safe.
 */
public final class Router {
  private static final Routed DROPPED = new Routed.Dropped();
  private static final Routed UNROUTABLE = new Routed.Unroutable();

  private final List<Rule> rules;
  private final List<Rule> unconditional = new ArrayList<>();
  private final Machine machine = Machine.builder().build();
  private final boolean hasPatterns;

  /**
   * Compiles the rules.
   *
   * @throws IllegalArgumentException if a pattern is none; the message names the rule's place
   */
  public Router(List<Rule> rules) {
    this.rules = List.copyOf(rules);
    for (int i = 0; i < rules.size(); i++) {
      Rule rule = rules.get(i);
      if (rule.match().isEmpty()) {
        unconditional.add(rule);
      } else {
        add(i, rule.match().get());
      }
    }
    hasPatterns = unconditional.size() < rules.size();
  }

  private void add(int index, String pattern) {
    try {
      machine.addRule(Integer.toString(index), pattern);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "rule " + index + ": not an event pattern: " + e.getMessage(), e);
    }
  }

  public Routed route(Envelope envelope) {
    List<Rule> matching = new ArrayList<>(unconditional);
    if (hasPatterns) {
      for (String index : match(envelope)) {
        matching.add(rules.get(Integer.parseInt(index)));
      }
    }
    Set<String> targets = new HashSet<>();
    matching.forEach(rule -> targets.addAll(rule.targets()));
    if (!targets.isEmpty()) {
      return new Routed.To(targets);
    }
    return matching.isEmpty() ? UNROUTABLE : DROPPED;
  }

  private List<String> match(Envelope envelope) {
    try {
      return machine.rulesForJSONEvent(EventMetadata.of(envelope));
    } catch (Exception e) {
      throw new IllegalStateException(
          "event " + envelope.event().id() + ": its metadata cannot be matched", e);
    }
  }
}
