package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds what two stacks of a document would both create, or both read. */
final class SharedNames {
  private final Map<String, String> owners = new HashMap<>();
  private final List<String> problems = new ArrayList<>();

  private SharedNames() {}

  static List<String> problems(List<StackDocument> stacks) {
    SharedNames names = new SharedNames();
    stacks.forEach(names::add);
    return names.problems;
  }

  private void add(StackDocument stack) {
    JsonNode document = stack.document();
    JsonNode deployed = document.path("infrastructure");
    String place = "%s/%s ".formatted(deployed.path("account"), deployed.path("region"));
    claim(stack, "", "infrastructure.stackName", StackDocument.stackName(stack.document()));
    claim(stack, place + "table ", "table.name", document.at("/table/name").asText());
    if (document.has("controlTable") && !deployed.has("controlTable")) {
      claim(
          stack, place + "table ", "controlTable.name", document.at("/controlTable/name").asText());
    }
    for (Map.Entry<String, JsonNode> each : document.path("targets").properties()) {
      TargetSettings target = TargetSettings.of(each.getKey(), each.getValue());
      target
          .kind()
          .resource()
          .filter(kind -> target.arn().isEmpty())
          .ifPresent(
              kind ->
                  claim(
                      stack,
                      (kind.isUniqueEverywhere() ? "" : place) + kind.cloudFormation(),
                      "targets.%s.%s".formatted(target.name(), kind.name().name()),
                      target.resourceName().orElse("")));
    }
  }

  private void claim(StackDocument stack, String kind, String path, String name) {
    String owner = owners.putIfAbsent(kind + name, stack.where() + path);
    if (owner != null) {
      problems.add(
          "%s%s: \"%s\" is also that of %s%s; name another"
                  .formatted(
                      stack.where(),
                      path,
                      name,
                      owner,
                      isLocal(kind) ? ", in the same account and region" : "")
              + (isLocal(kind) ? ", or give each its account or region" : ""));
    }
  }

  /** Begins with account and region. */
  private static boolean isLocal(String kind) {
    return kind.contains("/");
  }
}
