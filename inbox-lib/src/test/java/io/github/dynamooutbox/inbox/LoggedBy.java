package io.github.dynamooutbox.inbox;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What a class logs, as text. */
public final class LoggedBy {
  private LoggedBy() {}

  public static List<String> during(Class<?> type, Callable<?> call) throws Exception {
    List<String> logged = Collections.synchronizedList(new ArrayList<>());
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            logged.add(new SimpleFormatter().formatMessage(record));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger(type.getName());
    Level level = logger.getLevel();
    logger.setLevel(Level.ALL);
    logger.addHandler(handler);
    try {
      Object unused = call.call();
      return logged;
    } finally {
      logger.removeHandler(handler);
      logger.setLevel(level);
    }
  }
}
