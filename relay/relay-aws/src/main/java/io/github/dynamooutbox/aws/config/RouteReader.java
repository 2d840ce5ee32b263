package io.github.dynamooutbox.aws.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.aws.targets.TextRule;
import io.github.dynamooutbox.relay.route.Rule;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads one of {@code routes}. */
final class RouteReader {
  private static final TextRule ANY_TEXT = TextRule.of(".*", "a target's name");

  private RouteReader() {}

  static Rule read(JsonFields route, Set<String> targetNames) {
    Optional<String> match = route.object("match").map(MatchReader::read);
    boolean to = route.has("to");
    boolean drop = route.has("drop");
    if (to && drop) {
      route.problem("drop", "cannot be combined with to: publish the events, or drop them");
    } else if (!to && !drop) {
      route.missing("to", "list the targets, or set \"drop\": true");
    }
    if (route.flag("drop").filter(value -> !value).isPresent()) {
      route.problem("drop", "false has no effect; leave it out");
    }
    Set<String> targets = targets(route, targetNames);
    route.refuseOthers();
    return new Rule(match, targets);
  }

  private static Set<String> targets(JsonFields route, Set<String> targetNames) {
    Set<String> targets = new LinkedHashSet<>();
    List<JsonNode> elements = route.list("to").orElse(List.of());
    for (int i = 0; i < elements.size(); i++) {
      String at = route.path("to") + "[" + i + "]";
      Optional<String> name = route.text(at, elements.get(i), ANY_TEXT);
      if (name.isEmpty()) {
        continue;
      }
      if (!targetNames.contains(name.get())) {
        route.problemAt(
            at, "no target \"%s\"; known: %s".formatted(name.get(), Problems.sorted(targetNames)));
      } else if (!targets.add(name.get())) {
        route.problemAt(at, "\"" + name.get() + "\" is listed twice");
      }
    }
    return targets;
  }
}
