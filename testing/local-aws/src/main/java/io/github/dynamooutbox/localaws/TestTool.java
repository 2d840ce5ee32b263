package io.github.dynamooutbox.localaws;

import java.util.Map;
import java.util.function.Function;

/**
 * What some tests need beside the JDK that builds. Where it is missing, such a test is skipped;
 * with {@code CI=true} in the environment it fails, except for what is said here to be dispensable
 * there.
 */
public enum TestTool {
  /** The CDK runs in it. */
  NODE("Node 20 or later"),
  /** Installs the CDK's command line, and what the site is built with. */
  NPM("npm, with a cache or a registry", "a registry out of reach is no fault of a change"),
  /** Shifts the clock of a process. */
  GCC("gcc"),
  /** The image's, whose cache of classes older ones do not make. */
  JDK_25("JDK 25", "the build needs 17 only, and the image brings its own"),
  /** Gives a process a part of a processor, as a container has it. */
  CGROUP("a control group of its own", "only root can make one, and only long tests use it"),
  /** AWS's own rules for templates. */
  CFN_LINT(
      "cfn-lint", "Python is not needed otherwise, and snapshots show each change of a template"),
  /** Shows the console. */
  BROWSER(
      "Chromium or Chrome", "only the console's looks need it, and its server has tests without");

  private final String description;
  private final String dispensable;

  TestTool(String description) {
    this(description, "");
  }

  /**
   * @param dispensable why continuous integration may do without it
   */
  TestTool(String description, String dispensable) {
    this.description = description;
    this.dispensable = dispensable;
  }

  /**
   * Skips the test, or fails it, unless the tool is here.
   *
   * @param found what there is instead, and how to get the tool
   * @param skip creates the exception by which the test framework recognizes a skipped test
   * @throws AssertionError if it is missing where it must not
   */
  public void require(
      boolean isHere, String found, Function<String, ? extends RuntimeException> skip) {
    require(isHere, found, skip, System.getenv());
  }

  void require(
      boolean isHere,
      String found,
      Function<String, ? extends RuntimeException> skip,
      Map<String, String> environment) {
    if (isHere) {
      return;
    }
    String missing = "this test needs %s: %s".formatted(description, found);
    if (isDispensable() || !"true".equals(environment.get("CI"))) {
      throw skip.apply(missing);
    }
    throw new AssertionError(
        missing
            + ". With CI=true it is not skipped: install the tool, or say in TestTool."
            + name()
            + " why it is dispensable there");
  }

  boolean isDispensable() {
    return !dispensable.isEmpty();
  }
}
