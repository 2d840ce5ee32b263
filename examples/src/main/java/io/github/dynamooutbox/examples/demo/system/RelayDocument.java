package io.github.dynamooutbox.examples.demo.system;

import java.time.Duration;

/** The relay's configuration: every event goes to all three targets. */
final class RelayDocument {
  private RelayDocument() {}

  static String of(Resources resources, Duration callTimeout) {
    return """
        {
          "table":   {"name": "%s"},
          "relay":   {"host": "lambda", "batchSize": %d, "callTimeoutMillis": %d},
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
            RelayFunction.BATCH_SIZE,
            callTimeout.toMillis(),
            resources.bus(),
            resources.topicArn(),
            resources.dataStream());
  }
}
