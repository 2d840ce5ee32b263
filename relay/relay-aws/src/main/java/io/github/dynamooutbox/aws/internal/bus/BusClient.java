package io.github.dynamooutbox.aws.internal.bus;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * The three operations of EventBridge's Custom Event Bus that a relay calls (API reference {@code
 * eventbridgev2}, API version 2025-05-15). All block, and throw the SDK's exceptions. Thread-safe.
 */
public interface BusClient extends SdkAutoCloseable {
  /** Builds a client with the SDK's own settings of region, credentials, endpoint and timeouts. */
  interface Builder
      extends AwsSyncClientBuilder<Builder, BusClient>, AwsClientBuilder<Builder, BusClient> {}

  /** An entry of one of the two operations that publish. Its text contains no payload. */
  sealed interface Entry {
    Keys keys();
  }

  /** How the bus orders and deduplicates an entry. */
  record Keys(String groupId, String deduplicationId) {}

  /** An entry of {@code PutEvents}: the fields from which the bus builds its own envelope. */
  record Event(
      String source, String detailType, String detail, Instant time, String resource, Keys keys)
      implements Entry {
    @Override
    public String toString() {
      return "Event" + keys;
    }
  }

  /** An entry of {@code PutRawEvents}, which is delivered as it is. */
  record RawEvent(SdkBytes data, String contentType, Map<String, String> metadata, Keys keys)
      implements Entry {
    @Override
    public String toString() {
      return "RawEvent" + keys;
    }
  }

  /**
   * Where the bus finds the schemas of Avro and Protobuf.
   *
   * @param uri ARN of a registry of Glue, or URL of one of Confluent Cloud
   * @param connection ARN of the EventBridge connection with the credentials of Confluent's
   */
  record Registry(String uri, Optional<String> connection) {}

  /**
   * What the bus answers about one entry. All are empty if the answer lacks them.
   *
   * @param successCode {@code PUBLISHED}, or {@code DEDUPLICATED} where nothing was stored
   */
  record Result(
      Optional<String> successCode, Optional<String> errorCode, Optional<String> errorMessage) {}

  /**
   * A bus.
   *
   * @param state {@code ACTIVE} if it accepts events
   * @param reason why it is in this state
   */
  record Description(String state, Optional<String> reason, OptionalInt retentionDays) {}

  /** Publishes events in the envelope of Classic, and returns a result for each in order. */
  List<Result> putEvents(String busArn, List<Event> entries);

  /** Publishes bytes, and returns a result for each entry in order. */
  List<Result> putRawEvents(String busArn, Optional<Registry> registry, List<RawEvent> entries);

  /** Describes a bus. */
  Description describe(String busArn);

  static Builder builder() {
    return new RpcBusClient.ClientBuilder();
  }
}
