package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
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
  public void observe(RelayEvent event) {
    if (event instanceof RelayEvent.Retried it) {
      if (scope.isNews(it.target() + ' ' + it.code())) {
        of(Level.WARN, it.envelope())
            .addKeyValue("target", it.target())
            .addKeyValue("code", it.code())
            .log("A target did not accept an event, which will be sent again: {}", it.message());
      }
    } else if (event instanceof RelayEvent.Rejected it) {
      of(Level.ERROR, it.envelope())
          .addKeyValue("target", it.target())
          .addKeyValue("code", it.code())
          .log("A target rejected an event permanently: {}", it.message());
    } else if (event instanceof RelayEvent.Parked it) {
      of(Level.WARN, it.envelope())
          .addKeyValue("target", it.target())
          .addKeyValue("reason", it.cause().reason().name())
          .addKeyValue("code", it.cause().code())
          .log("An event is parked until it is redriven: {}", it.cause().message());
    } else if (event instanceof RelayEvent.ParkedUnreadable it) {
      ParkedEvent.Place place = it.record().place();
      at(Level.ERROR)
          .addKeyValue("target", place.lane().target())
          .addKeyValue("aggregate", place.lane().aggregate())
          .addKeyValue("position", place.position().toString())
          .addKeyValue("record", place.record().partition() + ' ' + place.record().sort())
          .addKeyValue("reason", it.record().cause().reason().name())
          .log(
              "A record that cannot be read is parked, with all later events of its aggregate: {}",
              it.record().cause().message());
    } else if (event instanceof RelayEvent.Inverted it) {
      at(Level.INFO)
          .addKeyValue("aggregate", it.aggregate().toString())
          .addKeyValue("position", it.position().toString())
          .log("An event arrived after one of its aggregate with a higher sequence");
    } else if (event instanceof RelayEvent.TargetDown it) {
      at(Level.WARN)
          .addKeyValue("target", it.target())
          .addKeyValue("code", it.code())
          .log("A target is down: it has accepted nothing since {}", it.since());
    } else if (event instanceof RelayEvent.TargetUp it) {
      at(Level.INFO)
          .addKeyValue("target", it.target())
          .log("A target that was down accepts events again");
    } else if (event instanceof RelayEvent.Halted it) {
      LoggingEventBuilder line = at(Level.ERROR).addKeyValue("position", it.position().toString());
      Optional<String> record = scope.record(it.position());
      if (record.isPresent()) {
        line = line.addKeyValue("record", record.get());
      }
      line.addKeyValue("reason", it.reason()).log(scope.halted(), it.message());
    } else if (event instanceof RelayEvent.Lost it) {
      at(Level.WARN)
          .addKeyValue("what", it.what())
          .addKeyValue("events", Integer.toString(it.events()))
          .addKeyValue("code", it.code())
          .log(
              "A receipt or finished-ahead list could not be written: duplicates are possible, nothing else");
    } else if (event instanceof RelayEvent.ControlFailed it) {
      if (scope.isNews(it.what() + ' ' + it.code())) {
        at(Level.ERROR)
            .addKeyValue("what", it.what())
            .addKeyValue("code", it.code())
            .log("The control table did not answer, and the relay waits for it: {}", it.message());
      }
    }
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
