package io.github.dynamooutbox.localaws.readback;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.localaws.stub.AcceptedEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * Reads the events that a bus has accepted since this was opened, through a rule that matches all
 * events. A rule does not preserve order, and an event's detail arrives as equal JSON, but not
 * always character by character.
 */
public final class BusReader implements AutoCloseable {
  private static final String RULE = "all";
  private static final String TARGET = "reader";
  private static final String EVERYTHING = "{\"source\":[{\"prefix\":\"\"}]}";
  private static final JsonMapper JSON = new JsonMapper();

  private final EventBridgeClient events;
  private final String bus;
  private final ReaderQueue queue;
  private final List<AcceptedEvent> accepted = new ArrayList<>();

  private BusReader(EventBridgeClient events, String bus, ReaderQueue queue) {
    this.events = events;
    this.bus = bus;
    this.queue = queue;
  }

  /** Reads an existing bus. The clients stay the caller's to close. */
  public static BusReader open(
      EventBridgeClient events, SqsClient sqs, String bus, String queueName) {
    ReaderQueue queue = ReaderQueue.create(sqs, queueName);
    events.putRule(r -> r.eventBusName(bus).name(RULE).eventPattern(EVERYTHING));
    int failed =
        events
            .putTargets(
                r ->
                    r.eventBusName(bus)
                        .rule(RULE)
                        .targets(Target.builder().id(TARGET).arn(queue.arn()).build()))
            .failedEntryCount();
    if (failed > 0) {
      throw new IllegalStateException("no rule of bus " + bus + " can send to " + queue.arn());
    }
    return new BusReader(events, bus, queue);
  }

  /** All events so far, in order of arrival; waits up to half a minute for at least this many. */
  public synchronized List<AcceptedEvent> accepted(int atLeast) {
    queue.drain(atLeast - accepted.size()).forEach(message -> accepted.add(event(message)));
    return List.copyOf(accepted);
  }

  private AcceptedEvent event(Message message) {
    JsonNode event = parse(message.body());
    List<String> resources = new ArrayList<>();
    event.path("resources").forEach(resource -> resources.add(resource.asText()));
    return new AcceptedEvent(
        accepted.size() + 1L,
        bus,
        event.path("id").asText(),
        event.path("source").asText(),
        event.path("detail-type").asText(),
        event.path("detail").toString(),
        Instant.parse(event.path("time").asText()),
        resources,
        Optional.ofNullable(message.attributes().get(MessageSystemAttributeName.AWS_TRACE_HEADER)),
        Instant.now());
  }

  private static JsonNode parse(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a rule sent something that is not JSON", e);
    }
  }

  /** Removes rule and queue; the bus can be deleted then. */
  @Override
  public void close() {
    events.removeTargets(r -> r.eventBusName(bus).rule(RULE).ids(TARGET));
    events.deleteRule(r -> r.eventBusName(bus).name(RULE));
    queue.delete();
  }
}
