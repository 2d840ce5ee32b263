package io.github.dynamooutbox.aws;

import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.util.Map;
import java.util.Optional;

/** Reads the settings that all kinds of targets have, within each service's limits. */
final class SendingReader {
  /** EventBridge API reference, PutEvents. */
  private static final int EVENTBRIDGE_ENTRIES = 10;

  /** Since January 2026 an event of 1 MB, and so a request; in China still 256 KB. */
  private static final int EVENTBRIDGE_BYTES = 1024 * 1024;

  /** SNS API reference, PublishBatch. */
  private static final int SNS_ENTRIES = 10;

  /**
   * SNS developer guide, "Publishing large messages": of a message, and of all messages of a
   * request, unless the topic's {@code MaximumMessageSize} says otherwise.
   */
  private static final int SNS_BYTES = 256 * 1024;

  private static final int SNS_MOST_BYTES = 1024 * 1024;

  /** Kinesis API reference, PutRecords. */
  private static final int KINESIS_ENTRIES = 500;

  private static final int KINESIS_RECORD_BYTES = 1024 * 1024;
  private static final int KINESIS_REQUEST_BYTES = 5 * 1024 * 1024;

  /** Maximum to which a stream's maximum record size can be raised. */
  private static final int KINESIS_MOST_BYTES = 10 * 1024 * 1024;

  private static final int LEAST_BYTES = 1024;
  private static final int DEFAULT_IN_FLIGHT = 8;
  private static final int MOST_IN_FLIGHT = 100;

  private static final Map<String, EnvelopeForm> FORMS =
      Map.of("cloudevent", EnvelopeForm.CLOUDEVENT, "data", EnvelopeForm.DATA);

  private SendingReader() {}

  static Sending eventBridge(JsonFields target) {
    int entryBytes = bytes(target, "maxEntryBytes", EVENTBRIDGE_BYTES, EVENTBRIDGE_BYTES);
    int requestBytes = bytes(target, "maxRequestBytes", EVENTBRIDGE_BYTES, EVENTBRIDGE_BYTES);
    boolean ordered = target.flag("ordered").orElse(false);
    return sending(target, ordered, EVENTBRIDGE_ENTRIES, requestBytes, entryBytes);
  }

  static Sending sns(JsonFields target, boolean fifo) {
    boolean ordered =
        fifo ? alwaysOrdered(target, "a FIFO topic") : target.flag("ordered").orElse(false);
    int bytes = bytes(target, "maxEntryBytes", SNS_MOST_BYTES, SNS_BYTES);
    return sending(target, ordered, SNS_ENTRIES, bytes, bytes);
  }

  static Sending kinesis(JsonFields target) {
    int entryBytes = bytes(target, "maxEntryBytes", KINESIS_MOST_BYTES, KINESIS_RECORD_BYTES);
    int requestBytes = bytes(target, "maxRequestBytes", KINESIS_MOST_BYTES, KINESIS_REQUEST_BYTES);
    boolean ordered = alwaysOrdered(target, "a Kinesis stream");
    return sending(target, ordered, KINESIS_ENTRIES, requestBytes, entryBytes);
  }

  private static boolean alwaysOrdered(JsonFields target, String what) {
    Optional<Boolean> ordered = target.flag("ordered");
    if (ordered.isPresent() && !ordered.get()) {
      target.problem("ordered", "false is impossible: " + what + " is always ordered");
    }
    return true;
  }

  private static int bytes(JsonFields target, String key, int most, int otherwise) {
    return (int) target.number(key, LEAST_BYTES, most, otherwise);
  }

  private static Sending sending(
      JsonFields target, boolean ordered, int mostEntries, int requestBytes, int entryBytes) {
    EnvelopeForm form = target.choice("envelope", FORMS).orElse(EnvelopeForm.CLOUDEVENT);
    int entries = (int) target.number("maxEntries", 1, mostEntries, mostEntries);
    int inFlight = (int) target.number("maxInFlight", 1, MOST_IN_FLIGHT, DEFAULT_IN_FLIGHT);
    if (entryBytes > requestBytes) {
      target.problem(
          "maxEntryBytes",
          "%d must not be above maxRequestBytes, %d".formatted(entryBytes, requestBytes));
    }
    return new Sending(ordered, form, new BatchLimits(entries, requestBytes, inFlight), entryBytes);
  }
}
