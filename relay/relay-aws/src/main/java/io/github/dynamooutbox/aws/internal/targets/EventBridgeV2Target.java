package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.internal.bus.BusClient;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Event;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Keys;
import io.github.dynamooutbox.aws.internal.bus.BusClient.RawEvent;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Result;
import io.github.dynamooutbox.aws.internal.call.RequestErrors;
import io.github.dynamooutbox.aws.internal.render.TargetKeys;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.format.render.BarePayload;
import io.github.dynamooutbox.format.render.CloudEventAttributes;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.JsonText;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;

/**
 * A Custom Event Bus of EventBridge. Which size it accepts is not documented, so the size of an
 * entry only fills requests: that of its texts and data as UTF-8.
 */
public final class EventBridgeV2Target extends AwsTarget<BusClient.Entry> {
  /** API reference, PutEventsSystemMetadata, in Unicode characters. */
  private static final int MAX_GROUP = 128;

  /** API reference, PutEventsRequestEntry, in Unicode characters. */
  private static final int MAX_SOURCE = 256;

  private static final int MAX_DETAIL_TYPE = 128;

  /** API reference, PutRawEventsRequestEntry: keys, and characters of a key. */
  private static final int MAX_METADATA = 100;

  private static final int MAX_METADATA_KEY = 128;

  /** The only code of an entry's own fault that is documented. */
  private static final String VALIDATION_ERROR = "VALIDATION_ERROR";

  private static final String JSON = "application/json";
  private static final String BYTES = "application/octet-stream";

  /** User guide, "Supported content types": those that the bus decodes with a registry. */
  private static final Set<String> OPEN_FORMATS =
      Set.of("application/avro", "application/protobuf");

  private static final int TOO_LARGE = 413;

  private final EventBridgeV2Config config;
  private final String table;
  private final BusClient client;

  /**
   * @param client does not retry, and has timeouts
   */
  public EventBridgeV2Target(EventBridgeV2Config config, BusClient client, TargetHost host) {
    super(config.name(), config.sending(), host.executor());
    this.config = config;
    this.table = host.table();
    this.client = client;
  }

  private String operation() {
    return config.raw() ? "PutRawEvents" : "PutEvents";
  }

  @Override
  AwsEntry<BusClient.Entry> render(Envelope envelope) throws RefusedEvent {
    return config.raw() ? raw(envelope) : classic(envelope);
  }

  /**
   * The group is the aggregate. The scope of deduplication is the account and the group, not the
   * bus, so the id is also that of the bus and the operation.
   */
  private Keys keys(Envelope envelope) {
    String event = TargetKeys.deduplication(table, envelope);
    return new Keys(
        TargetKeys.aggregate(envelope, MAX_GROUP, any -> true),
        Sha256.hex(String.join("\n", event, config.bus(), operation())));
  }

  private AwsEntry<BusClient.Entry> classic(Envelope envelope) throws RefusedEvent {
    String source = envelope.record().context().source();
    if (source.startsWith("aws.")) {
      throw new RefusedEvent(
          "RESERVED_SOURCE", "EventBridge reserves sources that begin with aws.");
    }
    String type = envelope.event().type();
    // A text beyond its limit would fail the whole request.
    requireLength("source", source, MAX_SOURCE);
    requireLength("event type", type, MAX_DETAIL_TYPE);
    CloudEventAttributes.time(envelope.event().time());
    JsonText detail =
        sending().envelope() == EnvelopeForm.CLOUDEVENT
            ? CloudEventJson.renderText(envelope)
            : BarePayload.jsonObject(envelope.event());
    String resource = envelope.aggregate().toString();
    Keys keys = keys(envelope);
    long bytes =
        RecordSize.utf8Length(source)
            + RecordSize.utf8Length(type)
            + detail.bytes()
            + RecordSize.utf8Length(resource)
            + size(keys);
    return new AwsEntry<>(
        new Event(source, type, detail.text(), envelope.event().time(), resource, keys), bytes);
  }

  private static void requireLength(String what, String text, int most) throws RefusedEvent {
    if (text.codePointCount(0, text.length()) > most) {
      throw new RefusedEvent(
          "TOO_LONG", "EventBridge accepts at most %d characters of %s".formatted(most, what));
    }
  }

  private AwsEntry<BusClient.Entry> raw(Envelope envelope) throws RefusedEvent {
    Keys keys = keys(envelope);
    if (sending().envelope() == EnvelopeForm.CLOUDEVENT) {
      byte[] data = CloudEventJson.render(envelope);
      return rawEntry(data, JSON, Map.of(), keys);
    }
    Map<String, String> attributes = CloudEventAttributes.of(envelope);
    requireMetadata(attributes);
    return rawEntry(
        BarePayload.bytes(envelope.event()),
        contentType(envelope.event().contentType()),
        attributes,
        keys);
  }

  private static void requireMetadata(Map<String, String> attributes) throws RefusedEvent {
    if (attributes.size() > MAX_METADATA
        || attributes.keySet().stream().anyMatch(key -> key.length() > MAX_METADATA_KEY)) {
      throw new RefusedEvent(
          "TOO_MANY_ATTRIBUTES",
          "EventBridge accepts at most %d metadata keys of %d characters"
              .formatted(MAX_METADATA, MAX_METADATA_KEY));
    }
  }

  private static AwsEntry<BusClient.Entry> rawEntry(
      byte[] data, String contentType, Map<String, String> metadata, Keys keys) {
    long bytes = data.length + contentType.length() + size(keys);
    for (Map.Entry<String, String> each : metadata.entrySet()) {
      bytes += RecordSize.utf8Length(each.getKey()) + RecordSize.utf8Length(each.getValue());
    }
    return new AwsEntry<>(
        new RawEvent(SdkBytes.fromByteArrayUnsafe(data), contentType, metadata, keys), bytes);
  }

  private static long size(Keys keys) {
    return RecordSize.utf8Length(keys.groupId()) + keys.deduplicationId().length();
  }

  /** One of the four types that the bus accepts; the event's own is among the attributes. */
  private String contentType(String given) {
    if (MediaType.isJson(given)) {
      return JSON;
    }
    String type = given.toLowerCase(Locale.ROOT);
    return config.registry().isPresent() && OPEN_FORMATS.contains(type) ? type : BYTES;
  }

  @Override
  BatchOutcome send(List<BusClient.Entry> entries) {
    try {
      List<Result> results =
          config.raw()
              ? client.putRawEvents(
                  config.bus(),
                  config.registry(),
                  entries.stream().map(RawEvent.class::cast).toList())
              : client.putEvents(config.bus(), entries.stream().map(Event.class::cast).toList());
      return EntryResults.inOrder(entries.size(), results, EventBridgeV2Target::outcome);
    } catch (AwsServiceException e) {
      return refused(e, entries.size()).orElseThrow(() -> e);
    }
  }

  /**
   * A request that is refused for what one of its entries may be. Publishing is authorized entry by
   * entry, and one denied entry denies the request (user guide, "Access control for the Custom
   * Event Bus"). An entry that is denied alone waits: the relay finds out whether others pass.
   */
  private static Optional<BatchOutcome> refused(AwsServiceException failure, int entries) {
    PublishOutcome.Retry retry = RequestErrors.retry(failure);
    boolean isDenied = retry.code().startsWith("AccessDenied") && entries > 1;
    if (isDenied || failure.statusCode() == TOO_LARGE) {
      return Optional.of(new BatchOutcome.RequestRefused(retry.code(), retry.message()));
    }
    // Says nothing about events: the bus's ARN is the same for all of them.
    return retry.code().equals("InvalidInputException") && retry.message().contains("EventBusArn")
        ? Optional.of(BatchOutcome.all(entries, retry))
        : Optional.empty();
  }

  private static PublishOutcome outcome(Result result) {
    if (result.errorCode().isPresent()) {
      String code = EntryResults.code(result.errorCode().get());
      String message = EntryResults.message(result.errorMessage().orElse(null));
      // What is throttled by itself is its group, which waits alone: the bus takes what it took.
      return code.equals(VALIDATION_ERROR)
          ? new PublishOutcome.Rejected(code, message)
          : new PublishOutcome.Retry(code, message);
    }
    return switch (result.successCode().orElse("")) {
      case "PUBLISHED" -> Published.INSTANCE;
      case "DEDUPLICATED" -> Published.DEDUPLICATED;
      default -> EntryResults.missing();
    };
  }
}
