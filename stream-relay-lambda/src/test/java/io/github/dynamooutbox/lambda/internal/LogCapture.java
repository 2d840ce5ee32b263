package io.github.dynamooutbox.lambda.internal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** Collects what one class logs while the test runs. */
public final class LogCapture extends AbstractAppender implements AutoCloseable {
  private final List<LogEvent> events = new CopyOnWriteArrayList<>();
  private final Logger logger;

  public LogCapture(Class<?> source) {
    super("capture", null, null, true, Property.EMPTY_ARRAY);
    logger = (Logger) LogManager.getLogger(source);
    start();
    logger.addAppender(this);
    // Adding an appender sets the configured level again.
    logger.setLevel(Level.DEBUG);
  }

  @Override
  public void append(LogEvent event) {
    events.add(event.toImmutable());
  }

  public List<LogEvent> events() {
    return events;
  }

  @Override
  public void close() {
    logger.removeAppender(this);
    stop();
  }
}
