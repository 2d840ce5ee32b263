package io.github.dynamooutbox.aws.config;

import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.relay.route.Rule;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds settings that have no effect. */
final class Unused {
  private Unused() {}

  static List<String> targets(List<TargetConfig> targets, List<Rule> routes) {
    Set<String> used =
        routes.stream().flatMap(route -> route.targets().stream()).collect(Collectors.toSet());
    return targets.stream()
        .map(TargetConfig::name)
        .filter(name -> !used.contains(name))
        .map(
            name ->
                "targets." + name + ": no route uses this target; add it to a route, or remove it")
        .toList();
  }
}
