package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs what an operator must know, with ids, positions and codes as separate fields, and never a
 * payload. Called only from the relay's thread.
 */
public final class RelayLog implements RelayObserver {
  private static final Logger LOG = LoggerFactory.getLogger(RelayLog.class);

  private final LogScope scope;

  /**
   * @param scope the host's context
   */
  public RelayLog(LogScope scope) {
    this.scope = scope;
  }

  @Override
  public void retried(String target, Envelope envelope, String code, String message) {
    if (scope.isNews(target + ' ' + code)) {
      of(Level.WARN, envelope)
          .addKeyValue("target", target)
          .addKeyValue("code", code)
          .log("A target did not accept an event, which will be sent again: {}", message);
    }
  }

  @Override
  public void rejected(String target, Envelope envelope, String code, String message) {
    of(Level.ERROR, envelope)
        .addKeyValue("target", target)
        .addKeyValue("code", code)
        .log("A target rejected an event permanently: {}", message);
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
    at(Level.ERROR)
        .addKeyValue("target", place.lane().target())
        .addKeyValue("aggregate", place.lane().aggregate())
        .addKeyValue("position", place.position().toString())
        .addKeyValue("record", place.record().partition() + ' ' + place.record().sort())
        .addKeyValue("reason", record.cause().reason().name())
        .log(
            "A record that cannot be read is parked, with all later events of its aggregate: {}",
            record.cause().message());
  }

  @Override
  public void targetDown(String target, Instant since, String code) {
    at(Level.WARN)
        .addKeyValue("target", target)
        .addKeyValue("code", code)
        .log("A target is down: it has accepted nothing since {}", since);
  }

  @Override
  public void targetUp(String target) {
    at(Level.INFO).addKeyValue("target", target).log("A target that was down accepts events again");
  }

  @Override
  public void controlFailed(String what, String code, String message) {
    if (scope.isNews(what + ' ' + code)) {
      at(Level.ERROR)
          .addKeyValue("what", what)
          .addKeyValue("code", code)
          .log("The control table did not answer, and the relay waits for it: {}", message);
    }
  }

  @Override
  public void inverted(AggregateKey aggregate, StreamPosition position) {
    at(Level.INFO)
        .addKeyValue("aggregate", aggregate.toString())
        .addKeyValue("position", position.toString())
        .log("An event arrived after one of its aggregate with a higher sequence");
  }

  @Override
  public void lost(String what, int events, String code) {
    at(Level.WARN)
        .addKeyValue("what", what)
        .addKeyValue("events", Integer.toString(events))
        .addKeyValue("code", code)
        .log(
            "A receipt or finished-ahead list could not be written: duplicates are possible, nothing else");
  }

  @Override
  public void halted(StreamPosition position, String reason, String message) {
    LoggingEventBuilder line = at(Level.ERROR).addKeyValue("position", position.toString());
    Optional<String> record = scope.record(position);
    if (record.isPresent()) {
      line = line.addKeyValue("record", record.get());
    }
    line.addKeyValue("reason", reason).log(scope.halted(), message);
  }

  private LoggingEventBuilder of(Level level, Envelope envelope) {
    return at(level)
        .addKeyValue("event_id", envelope.event().id())
        .addKeyValue("event_type", envelope.event().type())
        .addKeyValue("aggregate", envelope.aggregate().toString())
        .addKeyValue("position", envelope.position().toString());
  }

  private LoggingEventBuilder at(Level level) {
    scope.enter();
    LoggingEventBuilder line = LOG.atLevel(level);
    for (Map.Entry<String, String> field : scope.fields().entrySet()) {
      line = line.addKeyValue(field.getKey(), field.getValue());
    }
    return line;
  }
}
