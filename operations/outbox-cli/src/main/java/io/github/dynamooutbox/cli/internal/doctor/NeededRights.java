package io.github.dynamooutbox.cli.internal.doctor;

import io.github.dynamooutbox.cli.internal.doctor.OperatorRights.Place;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Actions on the resources of an outbox, and the commands that need them. Used by one thread. */
final class NeededRights {
  private final Map<String, Map<String, Set<String>>> commands = new LinkedHashMap<>();

  /** What all commands need on a table or its stream. */
  NeededRights on(Place place, String resource) {
    for (OperatorRights each : OperatorRights.ALL) {
      each.in(place).forEach(name -> add(each.command(), place.action(name), resource));
    }
    return this;
  }

  /**
   * What all commands need on a bucket.
   *
   * @param objects the ARN of the objects in it, with an asterisk at the end
   */
  NeededRights onBucket(Place place, String bucket, String objects) {
    for (OperatorRights each : OperatorRights.ALL) {
      each.in(place)
          .forEach(
              name ->
                  add(
                      each.command(),
                      place.action(name),
                      name.equals("ListBucket") ? bucket : objects));
    }
    return this;
  }

  /** What the commands that send events need on a target. */
  NeededRights toSend(Collection<String> actions, String resource) {
    OperatorRights.ALL.stream()
        .filter(OperatorRights::sends)
        .forEach(each -> actions.forEach(action -> add(each.command(), action, resource)));
    return this;
  }

  /** What the commands that use a place need on its encryption key. */
  NeededRights toDecrypt(Place place, String key) {
    OperatorRights.ALL.stream()
        .filter(each -> !each.in(place).isEmpty())
        .forEach(each -> add(each.command(), "kms:Decrypt", key));
    return this;
  }

  private void add(String command, String action, String resource) {
    commands
        .computeIfAbsent(resource, any -> new TreeMap<>())
        .computeIfAbsent(action, any -> new TreeSet<>())
        .add(command);
  }

  Set<String> resources() {
    return commands.keySet();
  }

  List<String> actions(String resource) {
    return List.copyOf(commands.getOrDefault(resource, Map.of()).keySet());
  }

  /** Says that an action is denied, and which commands need it. */
  String lacking(String action, String resource) {
    Set<String> need = commands.getOrDefault(resource, Map.of()).getOrDefault(action, Set.of());
    return "%s on %s, for %s".formatted(action, resource, String.join(", ", need));
  }
}
