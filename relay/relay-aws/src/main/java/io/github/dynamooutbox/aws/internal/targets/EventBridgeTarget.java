package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.internal.call.RequestErrors;
import io.github.dynamooutbox.aws.internal.render.TraceHeader;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.render.BarePayload;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.JsonText;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;

/**
 * An EventBridge bus. Nothing counts as published while the bus is not known to exist (see {@link
 * BusCheck}). An entry's size is as in the EventBridge user guide, "Calculating PutEvents event
 * entry size".
 */
public final class EventBridgeTarget extends AwsTarget<PutEventsRequestEntry> {
  private static final int TIME_BYTES = 14;

  /**
   * API reference of PutEventsResultEntry: those errors that must not be retried and name the
   * entry's own content, source or detail type. The others in that list concern the caller, and
   * thus every entry alike.
   */
  private static final Set<String> ENTRY_FAULTS =
      Set.of(
          "InvalidArgument",
          "MalformedDetail",
          "NotAuthorizedForDetailTypeException",
          "NotAuthorizedForSourceException",
          "RedactionFailure");

  private final String bus;
  private final EventBridgeClient client;
  private final BusCheck check;

  /**
   * @param bus name or ARN
   * @param client does not retry, and has timeouts
   * @param executor runs the requests, which block
   * @param clock says when the bus has to be verified again
   */
  public EventBridgeTarget(
      String name,
      String bus,
      Sending sending,
      EventBridgeClient client,
      Executor executor,
      InstantSource clock) {
    super(name, sending, executor);
    this.bus = bus;
    this.client = client;
    this.check = new BusCheck(bus, client, clock);
  }

  @Override
  AwsEntry<PutEventsRequestEntry> render(Envelope envelope) throws RefusedEvent {
    String source = envelope.record().context().source();
    if (source.startsWith("aws.")) {
      throw new RefusedEvent(
          "RESERVED_SOURCE", "EventBridge reserves sources that begin with aws.");
    }
    String type = envelope.event().type();
    JsonText detail = detail(envelope);
    String resource = envelope.aggregate().toString();
    long bytes =
        TIME_BYTES
            + RecordSize.utf8Length(source)
            + RecordSize.utf8Length(type)
            + detail.bytes()
            + RecordSize.utf8Length(resource);
    PutEventsRequestEntry.Builder entry =
        PutEventsRequestEntry.builder()
            .eventBusName(bus)
            .source(source)
            .detailType(type)
            .time(envelope.event().time())
            .resources(resource)
            .detail(detail.text());
    TraceHeader.of(envelope).ifPresent(entry::traceHeader);
    return new AwsEntry<>(entry.build(), bytes);
  }

  private JsonText detail(Envelope envelope) throws RefusedEvent {
    return sending().envelope() == EnvelopeForm.CLOUDEVENT
        ? CloudEventJson.renderText(envelope)
        : BarePayload.jsonObject(envelope.event());
  }

  @Override
  BatchOutcome send(List<PutEventsRequestEntry> entries) throws InterruptedException {
    Optional<PublishOutcome.Retry> unverified = check.verify();
    if (unverified.isPresent()) {
      return BatchOutcome.all(entries.size(), unverified.get());
    }
    List<PutEventsResultEntry> results =
        client.putEvents(request -> request.entries(entries)).entries();
    return EntryResults.inOrder(entries.size(), results, EventBridgeTarget::outcome);
  }

  /**
   * An unknown code means a retry: no event is abandoned because of an error that nobody
   * anticipated.
   */
  private static PublishOutcome outcome(PutEventsResultEntry result) {
    String code = result.errorCode();
    if (code == null) {
      return result.eventId() == null ? EntryResults.missing() : PublishOutcome.Published.INSTANCE;
    }
    String message = EntryResults.message(result.errorMessage());
    return ENTRY_FAULTS.contains(code)
        ? new PublishOutcome.Rejected(code, message)
        : RequestErrors.retry(code, message);
  }
}
