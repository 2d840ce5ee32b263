package io.github.dynamooutbox.benchmarks.lambda;

import java.net.URI;

/** A kind of ordered target that the relay and the hand-written loop send to. */
enum MeasuredService {
  EVENTBRIDGE(
      "EventBridge", "{\"type\": \"eventbridge\", \"busName\": \"orders\", \"ordered\": true", 10),
  CUSTOM_BUS(
      "Custom Event Bus",
      "{\"type\": \"eventbridgev2\", \"busArn\": \"" + BareLoop.CUSTOM_BUS + '"',
      100),
  SNS_FIFO(
      "SNS FIFO",
      "{\"type\": \"sns\", \"topicArn\": \"arn:aws:sns:us-east-1:000000000000:orders.fifo\"",
      10),
  KINESIS("Kinesis", "{\"type\": \"kinesis\", \"streamName\": \"orders\"", 50);

  /** Requests in flight, the relay's default. */
  static final int IN_FLIGHT = 8;

  private final String title;
  private final String target;
  private final int entries;

  MeasuredService(String title, String target, int entries) {
    this.title = title;
    this.target = target;
    this.entries = entries;
  }

  /** Entries in a full request: the service's limit; for Kinesis a tenth of its 500. */
  int entries() {
    return entries;
  }

  BareLoop.Sender sender(URI endpoint) {
    return switch (this) {
      case EVENTBRIDGE -> BareLoop.eventBridge(endpoint);
      case CUSTOM_BUS -> BareLoop.customBus(endpoint);
      case SNS_FIFO -> BareLoop.sns(endpoint);
      case KINESIS -> BareLoop.kinesis(endpoint);
    };
  }

  /** The relay's configuration with this target alone. */
  String configuration(int entriesOfRequest, int inFlight) {
    return """
        {"table": {"name": "orders"},
         "targets": {"orders": %s, "maxEntries": %d, "maxInFlight": %d}},
         "routes": [{"to": ["orders"]}]}
        """
        .formatted(target, entriesOfRequest, inFlight);
  }

  @Override
  public String toString() {
    return title;
  }
}
