package io.github.dynamooutbox.infra;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Looks for Node 20 or later. */
final class NodeCondition implements ExecutionCondition {
  private static final int NEEDED = 20;

  private final Map<String, String> environment;
  private final String command;

  NodeCondition() {
    this(System.getenv(), "node");
  }

  NodeCondition(Map<String, String> environment, String command) {
    this.environment = environment;
    this.command = command;
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    String version = version();
    if (major(version) >= NEEDED) {
      return ConditionEvaluationResult.enabled("Node " + version);
    }
    String missing =
        "the CDK needs Node %d or later on the PATH; found: %s".formatted(NEEDED, version);
    if ("true".equals(environment.get("CI"))) {
      throw new IllegalStateException(missing);
    }
    return ConditionEvaluationResult.disabled(missing);
  }

  private String version() {
    try {
      Process node = new ProcessBuilder(command, "--version").redirectErrorStream(true).start();
      return new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    } catch (IOException e) {
      return "none";
    }
  }

  private static int major(String version) {
    return version.matches("v\\d+\\..*")
        ? Integer.parseInt(version.substring(1, version.indexOf('.')))
        : 0;
  }
}
