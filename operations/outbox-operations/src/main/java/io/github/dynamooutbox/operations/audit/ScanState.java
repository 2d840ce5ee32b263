package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.operations.internal.spool.DiskFailures;
import io.github.dynamooutbox.operations.internal.spool.PrivateDirectory;
import io.github.dynamooutbox.operations.internal.spool.PropertiesFile;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The saved state of an audit, from which it can be resumed: how far each part of the table is
 * scanned, and how long the files were by then. Thread-safe.
 */
final class ScanState {
  private static final String FILE = "audit.properties";
  private static final String DONE = "!";

  private final Path file;
  private final Properties values = new Properties();

  private ScanState(Path file) {
    this.file = file;
  }

  /**
   * Opens the state in a directory, or a new one if there is none. Fails if it is another audit's.
   */
  static ScanState open(Path directory, Map<String, String> identity, Instant now) {
    ScanState state = new ScanState(directory.resolve(FILE));
    try {
      PrivateDirectory.create(directory);
      if (Files.exists(state.file)) {
        state.values.putAll(PropertiesFile.read(state.file));
        identity.forEach((name, value) -> state.check(directory, name, value));
      } else {
        state.values.putAll(identity);
        state.values.setProperty("start", now.truncatedTo(ChronoUnit.SECONDS).toString());
      }
    } catch (IOException e) {
      throw DiskFailures.of(state.file, e);
    }
    return state;
  }

  static boolean isIn(Path directory) {
    return Files.exists(directory.resolve(FILE));
  }

  /** The request of an interrupted audit. */
  static Properties interrupted(Path directory) {
    try {
      return PropertiesFile.read(directory.resolve(FILE));
    } catch (IOException e) {
      throw new OperatorException(
          Kind.INPUT,
          "directory %s: contains no interrupted audit: start a new one".formatted(directory));
    }
  }

  /** Deletes the state when the audit has ended. */
  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw DiskFailures.of(file, e);
    }
  }

  private void check(Path directory, String name, String value) {
    String found = values.getProperty(name, "");
    if (!found.equals(value)) {
      throw new OperatorException(
          Kind.INPUT,
          "directory %s: contains an audit with %s %s, not %s: choose another directory, or resume that audit"
              .formatted(directory, name, found, value));
    }
  }

  Instant start() {
    return Instant.parse(values.getProperty("start"));
  }

  synchronized boolean isDone(int part) {
    return values.getProperty("part." + part, "").equals(DONE);
  }

  synchronized Optional<String> next(int part) {
    return Optional.ofNullable(values.getProperty("part." + part));
  }

  synchronized void at(int part, Optional<String> next) {
    values.setProperty("part." + part, next.orElse(DONE));
  }

  synchronized long count(String name) {
    return Long.parseLong(values.getProperty(name, "0"));
  }

  synchronized void add(String name, long more) {
    values.setProperty(name, Long.toString(count(name) + more));
  }

  /** Keeps the lowest value. */
  synchronized void least(String name, long value) {
    if (value < Long.parseLong(values.getProperty(name, Long.toString(Long.MAX_VALUE)))) {
      values.setProperty(name, Long.toString(value));
    }
  }

  synchronized Optional<Long> least(String name) {
    return Optional.ofNullable(values.getProperty(name)).map(Long::parseLong);
  }

  synchronized long[] lengths(int buckets) {
    String noted = values.getProperty("lengths", "");
    return noted.isEmpty()
        ? new long[buckets]
        : Pattern.compile(",").splitAsStream(noted).mapToLong(Long::parseLong).toArray();
  }

  /** Saves all of it, as a whole or not at all. */
  synchronized void save(long[] lengths) {
    values.setProperty(
        "lengths",
        Arrays.stream(lengths).mapToObj(Long::toString).collect(Collectors.joining(",")));
    try {
      PropertiesFile.write(file, values);
    } catch (IOException e) {
      throw DiskFailures.of(file, e);
    }
  }
}
