package io.github.dynamooutbox.localaws.stub.internal.eventbridge;

import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.event.ruler.Machine;

/** A bus with its rules; thread-safe. */
final class EventBus {
  /** A queue that a rule sends events to. */
  record RuleTarget(String id, String queueArn, Optional<String> messageGroupId) {}

  private record BusRule(String pattern, List<RuleTarget> targets) {}

  private final String name;
  private final String arn;
  private final Instant createdAt;
  private final Map<String, BusRule> rules = new HashMap<>();
  private final Machine machine = Machine.builder().build();

  EventBus(String name, String arn, Instant createdAt) {
    this.name = name;
    this.arn = arn;
    this.createdAt = createdAt;
  }

  String name() {
    return name;
  }

  String arn() {
    return arn;
  }

  Instant createdAt() {
    return createdAt;
  }

  /** Adds a rule, or replaces its pattern and keeps its targets. */
  synchronized void put(String ruleName, String pattern, boolean enabled) {
    List<RuleTarget> targets =
        Optional.ofNullable(rules.get(ruleName)).map(BusRule::targets).orElse(List.of());
    try {
      Machine probe = Machine.builder().build();
      probe.addRule(ruleName, pattern);
      removeFromMachine(ruleName);
      if (enabled) {
        machine.addRule(ruleName, pattern);
      }
    } catch (IOException e) {
      throw ServiceError.badRequest(
          "InvalidEventPatternException", "Event pattern is not valid. Reason: " + e.getMessage());
    }
    rules.put(ruleName, new BusRule(pattern, targets));
  }

  synchronized void delete(String ruleName) {
    BusRule rule = rules.get(ruleName);
    if (rule == null) {
      return;
    }
    if (!rule.targets().isEmpty()) {
      throw ServiceError.badRequest(
          "ValidationException", "Rule can't be deleted since it has targets.");
    }
    removeFromMachine(ruleName);
    rules.remove(ruleName);
  }

  synchronized void retarget(String ruleName, Collection<String> removed, List<RuleTarget> added) {
    BusRule rule = rules.get(ruleName);
    if (rule == null) {
      throw ServiceError.badRequest(
          "ResourceNotFoundException",
          "Rule " + ruleName + " does not exist on EventBus " + name + '.');
    }
    List<RuleTarget> targets = new ArrayList<>(rule.targets());
    targets.removeIf(target -> removed.contains(target.id()));
    targets.addAll(added);
    rules.put(ruleName, new BusRule(rule.pattern(), targets));
  }

  /** Where an event goes. */
  synchronized List<RuleTarget> targetsFor(String event) {
    try {
      return machine.rulesForJSONEvent(event).stream()
          .sorted()
          .map(rules::get)
          .flatMap(rule -> rule.targets().stream())
          .toList();
    } catch (Exception e) {
      // The matcher declares Exception; the event is JSON of our own making, so this is a bug.
      throw new IllegalStateException("an event of bus " + name + " could not be matched", e);
    }
  }

  private void removeFromMachine(String ruleName) {
    BusRule old = rules.get(ruleName);
    if (old != null) {
      try {
        machine.deleteRule(ruleName, old.pattern());
      } catch (IOException e) {
        throw new IllegalStateException("rule " + ruleName + " was valid when it was added", e);
      }
    }
  }
}
