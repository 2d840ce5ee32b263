package io.github.dynamooutbox.kcl.internal;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.relay.RelayObserver;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs what an operator must know, with ids, positions and codes as fields of their own, and never
 * a payload. Called from the relay's thread only.
 */
final class RelayLog implements RelayObserver {
  private static final Logger LOG = LoggerFactory.getLogger(RelayLog.class);

  /** A target that is down refuses every event, many times. */
  private static final Duration SAME_AGAIN = Duration.ofMinutes(1);

  private final Map<String, Long> retriesLogged = new HashMap<>();

  @Override
  public void retried(String target, Envelope envelope, String code, String message) {
    if (isNews(target + ' ' + code)) {
      of(Level.WARN, envelope)
          .addKeyValue("target", target)
          .addKeyValue("code", code)
          .log("A target did not take an event, it is sent again: {}", message);
    }
  }

  @Override
  public void rejected(String target, Envelope envelope, String code, String message) {
    of(Level.ERROR, envelope)
        .addKeyValue("target", target)
        .addKeyValue("code", code)
        .log("A target rejected an event for good: {}", message);
  }

  @Override
  public void parked(String target, Envelope envelope, ParkedEvent.Cause cause) {
    of(Level.WARN, envelope)
        .addKeyValue("target", target)
        .addKeyValue("reason", cause.reason().name())
        .addKeyValue("code", cause.code())
        .log("An event is parked until it is redriven: {}", cause.message());
  }

  @Override
  public void parkedUnreadable(ParkedEvent record) {
    ParkedEvent.Place place = record.place();
    LOG.atError()
        .addKeyValue("target", place.lane().target())
        .addKeyValue("aggregate", place.lane().aggregate())
        .addKeyValue("position", place.position().toString())
        .addKeyValue("record", place.record().partition() + ' ' + place.record().sort())
        .addKeyValue("reason", record.cause().reason().name())
        .log(
            "A record that cannot be read is parked, with all that follows of its aggregate: {}",
            record.cause().message());
  }

  @Override
  public void controlFailed(String what, String code, String message) {
    if (isNews(what + ' ' + code)) {
      LOG.atError()
          .addKeyValue("what", what)
          .addKeyValue("code", code)
          .log("The control table did not answer, and nothing goes on without it: {}", message);
    }
  }

  @Override
  public void inverted(AggregateKey aggregate, StreamPosition position) {
    LOG.atInfo()
        .addKeyValue("aggregate", aggregate.toString())
        .addKeyValue("position", position.toString())
        .log("An event came after one of its aggregate with a higher sequence");
  }

  @Override
  public void lost(String what, int events, String code) {
    LOG.atWarn()
        .addKeyValue("what", what)
        .addKeyValue("events", Integer.toString(events))
        .addKeyValue("code", code)
        .log("Not written down what became of events: duplicates are possible, nothing else");
  }

  @Override
  public void halted(StreamPosition position, String reason, String message) {
    LOG.atError()
        .addKeyValue("position", position.toString())
        .addKeyValue("reason", reason)
        .log(
            "A shard stops here: {}. Remove the cause, or have poison parked (relay.onPoison), and"
                + " start the worker again; the stream keeps records for 24 hours",
            message);
  }

  private boolean isNews(String what) {
    long now = System.nanoTime();
    Long last = retriesLogged.get(what);
    if (last != null && now - last <= SAME_AGAIN.toNanos()) {
      return false;
    }
    retriesLogged.put(what, now);
    return true;
  }

  private static LoggingEventBuilder of(Level level, Envelope envelope) {
    return LOG.atLevel(level)
        .addKeyValue("event_id", envelope.event().id())
        .addKeyValue("event_type", envelope.event().type())
        .addKeyValue("aggregate", envelope.aggregate().toString())
        .addKeyValue("position", envelope.position().toString());
  }
}
