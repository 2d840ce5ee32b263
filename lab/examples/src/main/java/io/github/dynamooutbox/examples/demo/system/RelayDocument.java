package io.github.dynamooutbox.examples.demo.system;

import java.time.Duration;
import java.util.stream.Collectors;

/**
 * The relay's configuration: every event goes to all targets. With a control table, events that
 * cannot be published are parked.
 */
final class RelayDocument {
  /** Seconds instead of hours, because no target of the demo is down for hours. */
  private static final int TARGET_DOWN_AFTER_SECONDS = 3;

  private RelayDocument() {}

  /** The host of the relay. */
  enum Host {
    /** A batch of the function is a batch of its event source mapping. */
    LAMBDA("\"host\": \"lambda\", \"batchSize\": " + LambdaDeployment.BATCH_SIZE),
    KCL("\"host\": \"kcl\"");

    private final String json;

    Host(String json) {
      this.json = json;
    }
  }

  static String of(Resources resources, Host host, Duration callTimeout) {
    return """
    {
      "table":   {"name": "%s"},
      %s
      "relay":   {%s, "callTimeoutMillis": %d%s},
      "targets": {
        %s
      },
      "routes":  [{"to": [%s]}]
    }
    """
        .formatted(
            resources.table(),
            resources
                .controlTable()
                .map("\"controlTable\": {\"name\": \"%s\"},"::formatted)
                .orElse(""),
            host.json,
            callTimeout.toMillis(),
            resources
                .controlTable()
                .map(table -> ", \"targetDownAfterSeconds\": " + TARGET_DOWN_AFTER_SECONDS)
                .orElse(""),
            resources.targets().stream()
                .map(each -> each.document(resources))
                .collect(Collectors.joining(",\n    ")),
            resources.targets().stream()
                .map("\"%s\""::formatted)
                .collect(Collectors.joining(", ")));
  }
}
