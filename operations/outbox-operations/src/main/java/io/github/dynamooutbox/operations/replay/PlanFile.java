package io.github.dynamooutbox.operations.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.internal.spool.DiskFailures;
import io.github.dynamooutbox.operations.internal.spool.PrivateDirectory;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A plan on disk: a line of JSON for each record, in the order of publication. */
final class PlanFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private PlanFile() {}

  static Path in(Path directory) {
    return directory.resolve("replay.jsonl");
  }

  /** A hash of all lines, whatever their order: aggregates do not wait for each other. */
  static String fingerprint(Path directory) {
    try (Stream<String> lines = Files.lines(in(directory))) {
      return lines
          .map(line -> new BigInteger(1, hash(line)))
          .reduce(BigInteger.ZERO, BigInteger::add)
          .toString(Character.MAX_RADIX);
    } catch (IOException e) {
      throw DiskFailures.of(in(directory), e);
    }
  }

  private static byte[] hash(String line) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(line.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Writes a plan from its beginning. */
  static final class Writer implements AutoCloseable {
    private final Path path;
    private final BufferedWriter out;
    private long lines;

    Writer(Path directory) {
      path = in(directory);
      try {
        PrivateDirectory.create(directory);
        out = Files.newBufferedWriter(path);
      } catch (IOException e) {
        throw DiskFailures.of(path, e);
      }
    }

    void add(PlanLine line) {
      ObjectNode node =
          JSON.createObjectNode()
              .put("partition", line.record().partition())
              .put("sort", line.record().sort());
      ObjectNode targets = node.putObject("targets");
      line.targets()
          .forEach(
              (target, indexes) -> {
                ArrayNode all = targets.putArray(target);
                indexes.forEach(all::add);
              });
      if (!line.archived().isEmpty()) {
        ArrayNode archived = node.putArray("archived");
        line.archived().forEach(archived::add);
      }
      try {
        out.write(node.toString());
        out.newLine();
        lines++;
      } catch (IOException e) {
        throw DiskFailures.of(path, e);
      }
    }

    long lines() {
      return lines;
    }

    @Override
    public void close() {
      try {
        out.close();
      } catch (IOException e) {
        throw DiskFailures.of(path, e);
      }
    }
  }

  /** Reads a plan from a line on. */
  static final class Reader implements AutoCloseable {
    private final Path path;
    private final BufferedReader in;

    Reader(Path directory, long after) {
      path = in(directory);
      try {
        in = Files.newBufferedReader(path);
        for (long line = 0; line < after; line++) {
          in.readLine();
        }
      } catch (IOException e) {
        throw DiskFailures.of(path, e);
      }
    }

    /** The next lines; empty at the end. */
    List<PlanLine> next(int most) {
      List<PlanLine> lines = new ArrayList<>();
      try {
        while (lines.size() < most) {
          String line = in.readLine();
          if (line == null) {
            break;
          }
          lines.add(line(JSON.readTree(line)));
        }
      } catch (IOException e) {
        throw DiskFailures.of(path, e);
      }
      return lines;
    }

    private static PlanLine line(JsonNode node) {
      Map<String, Set<Integer>> targets = new TreeMap<>();
      node.path("targets")
          .properties()
          .forEach(
              target -> {
                Set<Integer> indexes = new TreeSet<>();
                target.getValue().forEach(index -> indexes.add(index.asInt()));
                targets.put(target.getKey(), indexes);
              });
      RecordKey record = new RecordKey(node.path("partition").asText(), node.path("sort").asText());
      List<String> archived = new ArrayList<>();
      node.path("archived").forEach(each -> archived.add(each.asText()));
      return new PlanLine(record, targets, archived);
    }

    @Override
    public void close() {
      try {
        in.close();
      } catch (IOException e) {
        throw DiskFailures.of(path, e);
      }
    }
  }
}
