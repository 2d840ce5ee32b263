package io.github.dynamooutbox.examples.demo.system;

import java.time.Duration;

/**
 * The relay's configuration: every event goes to all three targets. With a control table, what
 * cannot be published is parked.
 */
final class RelayDocument {
  /** Seconds, and not hours, because no target of the demo is down for hours. */
  private static final int PARK_BLOCKED_AFTER_SECONDS = 3;

  private RelayDocument() {}

  static String of(Resources resources, Duration callTimeout) {
    return """
        {
          "table":   {"name": "%s"},
          %s
          "relay":   {"host": "lambda", "batchSize": %d, "callTimeoutMillis": %d%s},
          "targets": {
            "bus":    {"type": "eventbridge", "busName": "%s", "ordered": true},
            "topic":  {"type": "sns", "topicArn": "%s"},
            "stream": {"type": "kinesis", "streamName": "%s"}
          },
          "routes":  [{"to": ["bus", "topic", "stream"]}]
        }
        """
        .formatted(
            resources.table(),
            resources
                .controlTable()
                .map("\"controlTable\": {\"name\": \"%s\"},"::formatted)
                .orElse(""),
            RelayFunction.BATCH_SIZE,
            callTimeout.toMillis(),
            resources
                .controlTable()
                .map(table -> ", \"parkBlockedAfterSeconds\": " + PARK_BLOCKED_AFTER_SECONDS)
                .orElse(""),
            resources.bus(),
            resources.topicArn(),
            resources.dataStream());
  }
}
