package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.operations.internal.spool.DiskFailures;
import io.github.dynamooutbox.operations.internal.spool.PropertiesFile;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.UUID;

/** How far a replay has come, saved in its directory next to the plan. Not thread-safe. */
final class ReplayState {
  private static final String FILE = "replay.properties";

  private final Path directory;
  private final Properties values;

  private ReplayState(Path directory, Properties values) {
    this.directory = directory;
    this.values = values;
  }

  static boolean isIn(Path directory) {
    return Files.exists(directory.resolve(FILE));
  }

  /**
   * Creates the state of a complete plan of which nothing is published yet.
   *
   * @param isExclusive whether only one process at a time may follow such a plan
   */
  static void create(Path directory, String table, boolean isExclusive, long lines, long events) {
    Properties values = new Properties();
    values.setProperty("id", UUID.randomUUID().toString());
    values.setProperty("table", table);
    values.setProperty("exclusive", Boolean.toString(isExclusive));
    values.setProperty("lines", Long.toString(lines));
    values.setProperty("events", Long.toString(events));
    ReplayState state = new ReplayState(directory, values);
    state.save(0);
  }

  static ReplayState open(Path directory, String table) {
    Properties values;
    try {
      values = PropertiesFile.read(directory.resolve(FILE));
    } catch (IOException e) {
      throw new OperatorException(
          Kind.INPUT,
          "directory %s: contains no interrupted replay: plan a new one".formatted(directory));
    }
    if (!table.equals(values.getProperty("table"))) {
      throw new OperatorException(
          Kind.INPUT,
          "directory %s: contains a replay of the table \"%s\", but the configuration is about \"%s\""
              .formatted(directory, values.getProperty("table"), table));
    }
    return new ReplayState(directory, values);
  }

  /** Marks what this replay publishes, the same however often it is interrupted. */
  String id() {
    return values.getProperty("id");
  }

  /** Whether only one process at a time may follow it. */
  boolean isExclusive() {
    return Boolean.parseBoolean(values.getProperty("exclusive"));
  }

  long lines() {
    return Long.parseLong(values.getProperty("lines"));
  }

  long events() {
    return Long.parseLong(values.getProperty("events"));
  }

  /** How many lines are done, counted from the beginning. */
  long done() {
    return Long.parseLong(values.getProperty("done"));
  }

  void save(long done) {
    values.setProperty("done", Long.toString(done));
    try {
      PropertiesFile.write(directory.resolve(FILE), values);
    } catch (IOException e) {
      throw DiskFailures.of(directory, e);
    }
  }

  /** Deletes state and plan. */
  static void delete(Path directory) {
    try {
      Files.deleteIfExists(directory.resolve(FILE));
      Files.deleteIfExists(PlanFile.in(directory));
    } catch (IOException e) {
      throw DiskFailures.of(directory, e);
    }
  }
}
