package io.github.dynamooutbox.examples.demo.system;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The standard output of the relay, which is written to a log file; a deployment has CloudWatch
 * Logs. The relay's metrics are lines of this log (CloudWatch's embedded metric format), and are
 * added up here. Thread-safe.
 */
public final class RelayOutput implements Consumer<String>, AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final BufferedWriter log;
  private final Map<String, Long> retried = new TreeMap<>();

  /**
   * @throws UncheckedIOException if the file cannot be written
   */
  public RelayOutput(Path file) {
    this.file = file;
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      this.log = Files.newBufferedWriter(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }

  public Path file() {
    return file;
  }

  /**
   * The number of entries for this target that failed and were sent again, from the relay's
   * metrics.
   */
  public synchronized long retried(String target) {
    return retried.getOrDefault(target, 0L);
  }

  @Override
  public synchronized void accept(String line) {
    try {
      log.write(line);
      log.newLine();
      log.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
    if (line.contains("\"_aws\"")) {
      count(line);
    }
  }

  private void count(String line) {
    try {
      JsonNode metrics = JSON.readTree(line);
      String target = metrics.path("Target").asText("");
      retried.merge(target, metrics.path("Retried").asLong(0), Long::sum);
    } catch (JsonProcessingException e) {
      // An incomplete line, written when the process was killed.
    }
  }

  @Override
  public synchronized void close() {
    try {
      log.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }
}
