package io.github.dynamooutbox.operations.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.internal.spool.DiskFailures;
import io.github.dynamooutbox.operations.internal.spool.ScratchFile;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file of the events that an audit found missing or unproven: a line of JSON that names the
 * table, then one for each event, without payloads. The events of an aggregate are close together.
 * Not thread-safe.
 */
public final class MissingFile implements Consumer<Missing>, AutoCloseable {
  private static final String NAME = "missing.jsonl";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final Path part;
  private final String table;
  private @Nullable BufferedWriter out;

  private MissingFile(Path directory, String table) {
    file = directory.resolve(NAME);
    part = directory.resolve(NAME + ".part");
    this.table = table;
  }

  /**
   * Prepares a file in the directory of an audit. Nothing is written until something is found, so
   * that an audit that is already running there is not disturbed.
   */
  public static MissingFile create(Path directory, String table) {
    return new MissingFile(directory, table);
  }

  /**
   * Adds an event.
   *
   * @throws OperatorException if the file cannot be written
   */
  @Override
  public void accept(Missing missing) {
    CommittedEvent event = missing.event();
    ObjectNode line =
        JSON.createObjectNode()
            .put("partition", event.record().partition())
            .put("sort", event.record().sort())
            .put("index", event.index())
            .put("id", event.id())
            .put("type", event.type())
            .put("writtenAt", event.writtenAt().toString())
            .put("expiresAt", event.expiresAt().toString())
            .put("unproven", missing.unproven())
            .put("recordGone", missing.recordGone());
    ArrayNode targets = line.putArray("targets");
    missing.targets().forEach(targets::add);
    try {
      if (out == null) {
        out = Files.newBufferedWriter(part);
        write(out, JSON.createObjectNode().put("table", table));
      }
      write(out, line);
    } catch (IOException e) {
      throw DiskFailures.of(part, e);
    }
  }

  private static void write(BufferedWriter out, JsonNode line) throws IOException {
    out.write(line.toString());
    out.newLine();
  }

  /**
   * Completes the file, which can be read from now on. If nothing was found there is no file, and
   * that of an earlier audit in the same directory is deleted.
   */
  public void finish() {
    try {
      if (out == null) {
        Files.deleteIfExists(file);
      } else {
        out.close();
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw DiskFailures.of(file, e);
    }
  }

  /** Deletes the file unless {@link #finish()} was called. */
  @Override
  public void close() {
    if (out != null) {
      ScratchFile.delete(part, out);
    }
  }

  /** Whether an audit that has ended left its findings in a directory. */
  public static boolean isIn(Path directory) {
    return Files.exists(directory.resolve(NAME));
  }

  /**
   * Reads the file of a directory, line by line.
   *
   * @throws OperatorException if there is none, or if it is about another table
   */
  public static void read(Path directory, String table, Consumer<Missing> each) {
    Path file = directory.resolve(NAME);
    if (!isIn(directory)) {
      throw new OperatorException(
          Kind.INPUT,
          "directory %s: has no %s: a completed audit that found something leaves one"
              .formatted(directory, NAME));
    }
    try (BufferedReader in = Files.newBufferedReader(file)) {
      String about = JSON.readTree(String.valueOf(in.readLine())).path("table").asText();
      if (!about.equals(table)) {
        throw new OperatorException(
            Kind.INPUT,
            "file %s: is about the table \"%s\", but the configuration about \"%s\""
                .formatted(file, about, table));
      }
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        each.accept(missing(JSON.readTree(line)));
      }
    } catch (IOException e) {
      throw DiskFailures.of(file, e);
    }
  }

  /**
   * The same, but also tells when all events of some aggregates have been passed on.
   *
   * @param endOfPart called each time that is so
   */
  public static void read(
      Path directory, String table, Consumer<Missing> each, Runnable endOfPart) {
    long[] part = {-1};
    read(
        directory,
        table,
        missing -> {
          long own =
              EventMark.of(missing.event().record(), 0, 0, "").aggregate() % OutboxAudit.BUCKETS;
          if (own != part[0]) {
            endOfPart.run();
            part[0] = own;
          }
          each.accept(missing);
        });
    endOfPart.run();
  }

  private static Missing missing(JsonNode line) {
    List<String> targets = new ArrayList<>();
    line.path("targets").forEach(target -> targets.add(target.asText()));
    return new Missing(
        new CommittedEvent(
            new RecordKey(line.path("partition").asText(), line.path("sort").asText()),
            line.path("index").asInt(),
            line.path("id").asText(),
            line.path("type").asText(),
            Instant.parse(line.path("writtenAt").asText()),
            Instant.parse(line.path("expiresAt").asText())),
        targets,
        line.path("unproven").asBoolean(),
        line.path("recordGone").asBoolean());
  }
}
