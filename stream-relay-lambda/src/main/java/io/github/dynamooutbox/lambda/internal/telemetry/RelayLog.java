package io.github.dynamooutbox.lambda.internal.telemetry;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.AttributeType;
import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.lambda.internal.StreamEvent;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs what an operator must know about one invocation, with ids, positions and codes as fields of
 * their own, and never a payload.
 *
 * <p>The relay calls from its own thread, so the invocation's logging context is carried over. Not
 * thread-safe.
 */
final class RelayLog {
  private static final Logger LOG = LoggerFactory.getLogger(RelayLog.class);

  private final StreamEvent event;
  private final @Nullable Map<String, String> context;
  private final Set<String> retriesLogged = new HashSet<>();

  /** For the invocation that the calling thread serves. */
  RelayLog(StreamEvent event) {
    this.event = event;
    this.context = MDC.getCopyOfContextMap();
  }

  /** Once for each target and code: a target that is down refuses every event, many times. */
  void retried(String target, Envelope envelope, String code, String message) {
    if (retriesLogged.add(target + ' ' + code)) {
      of(Level.WARN, envelope)
          .addKeyValue("target", target)
          .addKeyValue("code", code)
          .log("A target did not take an event, it is sent again: {}", message);
    }
  }

  void rejected(String target, Envelope envelope, String code, String message) {
    of(Level.ERROR, envelope)
        .addKeyValue("target", target)
        .addKeyValue("code", code)
        .log("A target rejected an event for good: {}", message);
  }

  void parked(String target, Envelope envelope, ParkedEvent.Cause cause) {
    of(Level.WARN, envelope)
        .addKeyValue("target", target)
        .addKeyValue("reason", cause.reason().name())
        .addKeyValue("code", cause.code())
        .log("An event is parked until it is redriven: {}", cause.message());
  }

  void parkedUnreadable(ParkedEvent record) {
    ParkedEvent.Place place = record.place();
    at(Level.ERROR)
        .addKeyValue("target", place.lane().target())
        .addKeyValue("aggregate", place.lane().aggregate())
        .addKeyValue("position", place.position().toString())
        .addKeyValue("record", place.record().partition() + ' ' + place.record().sort())
        .addKeyValue("reason", record.cause().reason().name())
        .log(
            "A record that cannot be read is parked, with all that follows of its aggregate: {}",
            record.cause().message());
  }

  /** Once for each call and code: a table that is missing fails every call, many times. */
  void controlFailed(String what, String code, String message) {
    if (retriesLogged.add(what + ' ' + code)) {
      at(Level.ERROR)
          .addKeyValue("what", what)
          .addKeyValue("code", code)
          .log("The control table did not answer, and nothing goes on without it: {}", message);
    }
  }

  void inverted(AggregateKey aggregate, StreamPosition position) {
    at(Level.INFO)
        .addKeyValue("aggregate", aggregate.toString())
        .addKeyValue("position", position.toString())
        .log("An event came after one of its aggregate with a higher sequence");
  }

  void lost(String what, int events, String code) {
    at(Level.WARN)
        .addKeyValue("what", what)
        .addKeyValue("events", Integer.toString(events))
        .addKeyValue("code", code)
        .log("Not written down what became of events: duplicates are possible, nothing else");
  }

  void halted(StreamPosition position, String reason, String message) {
    at(Level.ERROR)
        .addKeyValue("position", position.toString())
        .addKeyValue("record", keyAt(position))
        .addKeyValue("reason", reason)
        .log(
            "This shard stops here: {}. The record is delivered again until the cause is removed or"
                + " poison is parked (relay.onPoison); the stream keeps records for 24 hours",
            message);
  }

  /** The record's key attributes, as far as they are text. */
  private String keyAt(StreamPosition position) {
    return event.records().stream()
        .filter(record -> record.position().equals(position))
        .findFirst()
        .map(RelayLog::key)
        .orElse("");
  }

  private static String key(StreamRecord record) {
    return record.keys().names().stream()
        .sorted()
        .map(
            name -> {
              AttributeView value = record.keys().get(name);
              return value != null && value.type() == AttributeType.S
                  ? name + '=' + value.string()
                  : name;
            })
        .collect(Collectors.joining(" "));
  }

  private LoggingEventBuilder of(Level level, Envelope envelope) {
    return at(level)
        .addKeyValue("event_id", envelope.event().id())
        .addKeyValue("event_type", envelope.event().type())
        .addKeyValue("aggregate", envelope.aggregate().toString())
        .addKeyValue("position", envelope.position().toString());
  }

  private LoggingEventBuilder at(Level level) {
    if (context != null) {
      MDC.setContextMap(context);
    }
    return LOG.atLevel(level).addKeyValue("stream", event.name());
  }
}
