package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.function.Consumer;

/** Finds texts that CloudFormation would replace. */
final class StackChecks {
  /** CloudFormation user guide, "Get values stored in other services using dynamic references". */
  private static final String REFERENCE = "{{resolve:";

  private StackChecks() {}

  static void references(Deployment deployment, Consumer<String> problems) {
    references("", deployment.document(), problems);
  }

  private static void references(String path, JsonNode node, Consumer<String> problems) {
    if (node.asText().contains(REFERENCE)) {
      problems.accept(
          "%s: %s contains %s, which CloudFormation would replace during the deployment; write another text"
              .formatted(path, node, REFERENCE));
    }
    for (Map.Entry<String, JsonNode> each : node.properties()) {
      references(
          path.isEmpty() ? each.getKey() : path + "." + each.getKey(), each.getValue(), problems);
    }
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        references(path + "[" + i + "]", node.path(i), problems);
      }
    }
  }
}
