package io.github.dynamooutbox.infra;

import io.github.dynamooutbox.localaws.TestTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/** Looks for Node 20 or later. */
final class NodeCondition implements BeforeAllCallback {
  private static final int NEEDED = 20;
  private static final String HERE = version("node");

  @Override
  public void beforeAll(ExtensionContext context) {
    TestTool.NODE.require(isEnough(HERE), "found " + HERE, TestAbortedException::new);
  }

  static String version(String command) {
    try {
      Process node = new ProcessBuilder(command, "--version").redirectErrorStream(true).start();
      return new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    } catch (IOException e) {
      return "none on the PATH";
    }
  }

  static boolean isEnough(String version) {
    return version.matches("v\\d+\\..*")
        && Integer.parseInt(version.substring(1, version.indexOf('.'))) >= NEEDED;
  }
}
