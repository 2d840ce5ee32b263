package io.github.dynamooutbox.aws.config;

import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.relay.route.Rule;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Declares and reads one of {@code routes}. */
final class RouteReader {
  static final Section KEYS = Section.of("One rule: which events it matches, and where they go.");

  private static final TextRule TARGET = TextRule.any("a target's name");

  private static final Key<Object> MATCH =
      KEYS.add(
          Key.other("match", Map.of("$ref", "#/$defs/pattern"))
              .about(
                  "An [EventBridge event"
                      + " pattern](https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html)"
                      + " over the event's metadata. Without it, the rule matches every event."));

  private static final Key<List<String>> TO =
      KEYS.add(Key.differentTexts("to", TARGET).about("Names of the targets."));

  private static final Key<Boolean> DROP =
      KEYS.add(
          Key.flag("drop")
              .only(true)
              .about(
                  "Instead of `to`: the events are not published, unless another rule matches"
                      + " them."));

  static {
    KEYS.rule("oneOf", List.of(Section.isPresent(TO), Section.isPresent(DROP)));
  }

  private RouteReader() {}

  static Rule read(JsonFields route, Set<String> targetNames) {
    Optional<String> match = route.object(MATCH).map(MatchReader::read);
    boolean to = route.has(TO);
    boolean drop = route.has(DROP);
    if (to && drop) {
      route.problem(DROP, "cannot be combined with to: publish the events, or drop them");
    } else if (!to && !drop) {
      route.missing(TO, "list the targets, or set \"drop\": true");
    }
    if (route.find(DROP).filter(value -> !value).isPresent()) {
      route.problem(DROP, "false has no effect; leave it out");
    }
    Set<String> targets = targets(route, targetNames);
    route.refuseOthers();
    return new Rule(match, targets);
  }

  private static Set<String> targets(JsonFields route, Set<String> targetNames) {
    Set<String> targets = new LinkedHashSet<>();
    List<?> elements = route.elements(TO).orElse(List.of());
    for (int i = 0; i < elements.size(); i++) {
      String at = route.path(TO.name()) + "[" + i + "]";
      if (!(elements.get(i) instanceof String name)) {
        route.refuse(at, elements.get(i), TARGET);
      } else if (!targetNames.contains(name)) {
        route.problemAt(
            at,
            "no target \"%s\"; %s"
                .formatted(
                    name,
                    targetNames.isEmpty()
                        ? "targets names none"
                        : "known: " + Problems.sorted(targetNames)));
      } else if (!targets.add(name)) {
        route.problemAt(at, "\"" + name + "\" is listed twice");
      }
    }
    return targets;
  }
}
