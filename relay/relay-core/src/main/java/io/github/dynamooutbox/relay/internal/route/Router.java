package io.github.dynamooutbox.relay.internal.route;

import io.github.dynamooutbox.format.Heartbeats;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.route.EventMetadata;
import io.github.dynamooutbox.relay.route.Rule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.event.ruler.Machine;

/**
 * Finds an event's targets, which are those of every rule that matches. Patterns are evaluated by
 * the matcher that EventBridge itself uses. Thread-safe.
 *
 * <p>A heartbeat is matched only by a rule whose pattern names its aggregate type in full, so that
 * a rule for a service's events, or for all events, does not match it by accident.
 */
public final class Router {
  private static final String NAMES_HEARTBEATS = '"' + Heartbeats.AGGREGATE_TYPE + '"';

  private final List<Rule> rules;
  private final List<Rule> unconditional = new ArrayList<>();
  private final Machine machine = Machine.builder().build();
  private final boolean hasPatterns;

  /** Where the rules without a pattern send an event that no other rule matches. */
  private final Routed withoutPatterns;

  /**
   * Compiles the rules.
   *
   * @throws IllegalArgumentException if a pattern is not valid; the message gives the rule's
   *     position
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
    withoutPatterns = routed(unconditional);
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
    if (Heartbeats.include(envelope.aggregate())) {
      List<Rule> naming = matching(envelope);
      naming.removeIf(rule -> !namesHeartbeats(rule));
      return naming.isEmpty() ? Routed.HEARTBEAT : routed(naming);
    }
    return hasPatterns ? routed(matching(envelope)) : withoutPatterns;
  }

  private static Routed routed(List<Rule> matching) {
    Set<String> targets = new HashSet<>();
    matching.forEach(rule -> targets.addAll(rule.targets()));
    if (!targets.isEmpty()) {
      return Routed.to(targets);
    }
    return matching.isEmpty() ? Routed.UNROUTABLE : Routed.DROPPED;
  }

  /** The targets that the rules name. */
  public Set<String> targets() {
    return rules.stream()
        .flatMap(rule -> rule.targets().stream())
        .collect(
            Collectors.collectingAndThen(
                Collectors.toCollection(TreeSet::new), Collections::unmodifiableSet));
  }

  private static boolean namesHeartbeats(Rule rule) {
    return rule.match().map(pattern -> pattern.contains(NAMES_HEARTBEATS)).orElse(false);
  }

  private List<Rule> matching(Envelope envelope) {
    List<Rule> matching = new ArrayList<>(unconditional);
    for (String index : hasPatterns ? match(envelope) : List.<String>of()) {
      matching.add(rules.get(Integer.parseInt(index)));
    }
    return matching;
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
