package io.github.dynamooutbox.architecture;

import java.util.List;

/**
 * A module: the packages below its name, which other modules it may use, and of which of these also
 * the internals.
 */
record Module(String name, List<String> mayUse, List<String> mayOpen) {
  static final String ROOT = "io.github.dynamooutbox.";

  static final List<Module> ALL =
      List.of(
          module("format"),
          module("writer", "format"),
          module("test", "writer", "format"),
          module("relay", "format"),
          module("contract", "relay", "format"),
          module("aws", "relay", "format"),
          module("kafka", "aws", "relay", "format"),
          module("archive", "aws", "relay", "format"),
          module("lambda", "aws", "relay", "format"),
          module("heartbeat", "writer", "format"),
          module("kcl", "aws", "relay", "format"),
          module("infra", "aws"),
          module("inbox", "writer", "format"),
          module("spring", "writer", "format"),
          module("listener", "inbox", "writer", "format"),
          module("operations", "archive", "aws", "relay", "format"),
          module("cli", "operations", "archive", "aws", "relay", "format"),
          // What targets send, and the client of a bus for which the SDK has none.
          module("testrelay", "test", "inbox", "kafka", "aws", "relay", "writer", "format")
              .opening("kafka", "aws"),
          module("testdynamodb"),
          // What starts its processes starts DynamoDB Local for users.
          module("localaws", "testdynamodb").opening("testdynamodb"));

  static List<Module> all() {
    return ALL;
  }

  private static Module module(String name, String... mayUse) {
    return new Module(name, List.of(mayUse), List.of());
  }

  private Module opening(String... modules) {
    return new Module(name, mayUse, List.of(modules));
  }

  String packages() {
    return ROOT + name + "..";
  }

  String internals() {
    return ROOT + name + "..internal..";
  }

  /** Where its internals may be used. */
  String[] insiders() {
    return ALL.stream()
        .filter(other -> other.equals(this) || other.mayOpen.contains(name))
        .map(Module::packages)
        .toArray(String[]::new);
  }

  String[] forbidden() {
    return ALL.stream()
        .filter(other -> !other.equals(this) && !mayUse.contains(other.name))
        .map(Module::packages)
        .toArray(String[]::new);
  }
}
