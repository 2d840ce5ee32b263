package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.route.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which types of events go where, release by release. A later release adds or takes away targets,
 * or takes in types that no rule took before. While it is rolled out, it is open which release an
 * event meets: what it must reach is what all releases say that have a rule for it.
 */
final class Routes {
  private static final int NO_RULE = -1;
  private static final int TYPES = 5;

  /** By release and type: a set of targets (none: dropped), or {@link #NO_RULE}. */
  private final List<int[]> releases = new ArrayList<>();

  private final List<List<Rule>> rules = new ArrayList<>();

  Routes(Plan plan, Dice dice) {
    int all = (1 << plan.targets.size()) - 1;
    boolean rough = plan.weather.isRough();
    boolean simple = plan.routesAllToAll || dice.chance(rough ? 0.2 : 0.5);
    double unknown = plan.lastRelease() == 0 ? 0 : rough ? 0.5 : 0.3;
    int[] first = new int[TYPES];
    for (int type = 0; type < TYPES; type++) {
      first[type] = simple ? all : firstRoute(dice, all, unknown);
    }
    releases.add(first);
    for (int release = 1; release <= plan.lastRelease(); release++) {
      releases.add(next(releases.get(release - 1), dice, all, release == plan.lastRelease()));
    }
    releases.forEach(release -> rules.add(rules(release, plan)));
  }

  private static int firstRoute(Dice dice, int all, double unknown) {
    if (dice.chance(unknown)) {
      return NO_RULE;
    }
    return dice.chance(0.1) ? 0 : dice.between(1, all);
  }

  private static int[] next(int[] before, Dice dice, int all, boolean last) {
    int[] after = before.clone();
    for (int type = 0; type < TYPES; type++) {
      if (before[type] == NO_RULE) {
        after[type] = last || dice.chance(0.3) ? dice.between(dice.chance(0.8) ? 1 : 0, all) : -1;
      } else if (dice.chance(0.3)) {
        after[type] =
            dice.chance(0.7)
                ? before[type] | dice.between(0, all)
                : before[type] & dice.between(0, all);
      }
    }
    return after;
  }

  private static List<Rule> rules(int[] routes, Plan plan) {
    Map<Integer, List<String>> typesByRoute = new LinkedHashMap<>();
    for (int type = 0; type < TYPES; type++) {
      if (routes[type] != NO_RULE) {
        typesByRoute.computeIfAbsent(routes[type], key -> new ArrayList<>()).add(typeName(type));
      }
    }
    List<Rule> rules = new ArrayList<>();
    typesByRoute.forEach(
        (targets, types) -> {
          String pattern = "{\"type\":[\"" + String.join("\",\"", types) + "\"]}";
          String[] names = names(targets, plan);
          if (types.size() == TYPES && targets != 0) {
            rules.add(Rule.all(names));
          } else {
            rules.add(targets == 0 ? Rule.dropping(pattern) : Rule.matching(pattern, names));
          }
        });
    return List.copyOf(rules);
  }

  private static String[] names(int targets, Plan plan) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < plan.targets.size(); i++) {
      if ((targets & 1 << i) != 0) {
        names.add(plan.targets.get(i).name());
      }
    }
    return names.toArray(String[]::new);
  }

  static String typeName(int type) {
    return "T" + type;
  }

  static int randomType(Dice dice) {
    return dice.between(0, TYPES - 1);
  }

  List<Rule> rules(int release) {
    return rules.get(release);
  }

  /** Where an event of this type has to go. */
  int must(int type) {
    int targets = -1;
    for (int[] release : releases) {
      if (release[type] != NO_RULE) {
        targets &= release[type];
      }
    }
    return targets;
  }

  /** Where an event of this type may go. */
  int may(int type) {
    int targets = 0;
    for (int[] release : releases) {
      targets |= Math.max(release[type], 0);
    }
    return targets;
  }
}
