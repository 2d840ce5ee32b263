package io.github.dynamooutbox.examples.demo.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptance;
import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptances;
import io.github.dynamooutbox.examples.demo.totals.LambdaBatch;
import io.github.dynamooutbox.examples.demo.totals.OrderTotals;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.sqs.model.Message;

/** The content of an archive: all lines of its objects, each object read once. Thread-safe. */
final class ArchiveAcceptances implements Acceptances {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final S3Client s3;
  private final String bucket;
  private final Set<String> keys = new HashSet<>();
  private final List<Line> lines = new ArrayList<>();

  ArchiveAcceptances(S3Client s3, String bucket) {
    this.s3 = s3;
    this.bucket = bucket;
  }

  /**
   * A line of an object.
   *
   * @param place the object and the line
   * @param at when the object was first seen, since S3 only reports whole seconds
   */
  record Line(
      String place,
      String aggregate,
      String id,
      String record,
      int index,
      String text,
      Instant at) {
    /** The order within an aggregate, as every reader of an archive sorts events. */
    private static final Comparator<Line> ORDER =
        Comparator.comparing(Line::record).thenComparingInt(Line::index);
  }

  @Override
  public synchronized long count() {
    for (S3Object object : s3.listObjectsV2Paginator(list -> list.bucket(bucket)).contents()) {
      if (!keys.contains(object.key()) && read(object.key())) {
        keys.add(object.key());
      }
    }
    return lines.size();
  }

  /** The lines from this index on, in the order of their arrival. */
  synchronized List<Line> after(int first) {
    return List.copyOf(lines.subList(first, Math.toIntExact(count())));
  }

  /** In order within each aggregate, regardless of the objects that hold its events. */
  @Override
  public synchronized List<Acceptance> accepted() {
    return lines.stream()
        .sorted(Line.ORDER)
        .map(line -> new Acceptance(line.id(), line.at()))
        .toList();
  }

  /**
   * Returns false if the object is listed but missing: unlike S3, S3Proxy is not atomic while an
   * object is replaced.
   */
  private boolean read(String key) {
    Instant now = Instant.now();
    byte[] content;
    try {
      content = s3.getObjectAsBytes(get -> get.bucket(bucket).key(key)).asByteArrayUnsafe();
    } catch (NoSuchKeyException e) {
      return false;
    }
    Map<String, Line> last = new HashMap<>();
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(content))) {
      for (String text : new String(in.readAllBytes(), UTF_8).lines().toList()) {
        Line line = line(key + "#" + lines.size(), text, now);
        Line before = last.put(line.aggregate(), line);
        if (before != null && Line.ORDER.compare(before, line) >= 0) {
          throw new IllegalStateException(
              "%s: %s is not behind %s of the same aggregate"
                  .formatted(key, line.id(), before.id()));
        }
        lines.add(line);
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(key, e);
    }
  }

  private static Line line(String place, String text, Instant at) throws IOException {
    JsonNode event = JSON.readTree(text);
    return new Line(
        place,
        event.path("aggregatetype").asText() + "#" + event.path("subject").asText(),
        event.path("id").asText(),
        event.path("recordkey").asText(),
        event.path("recordindex").asInt(),
        text,
        at);
  }

  /**
   * Passes the lines of an archive to its consumer, as messages in no particular order across
   * objects. Failed messages are delivered again, together with new ones.
   */
  static final class ArchiveSource implements Receiver.Source {
    private static final long PAUSE_MILLIS = 200;

    /** A batch of this size is handled well within its time limit. */
    private static final int BATCH = 500;

    private final ArchiveAcceptances archive;
    private final OrderTotals consumer;
    private final List<Line> waiting = new ArrayList<>();
    private int taken;

    ArchiveSource(ArchiveAcceptances archive, OrderTotals consumer) {
      this.archive = archive;
      this.consumer = consumer;
    }

    @Override
    public List<String> next() throws InterruptedException {
      List<Line> lines = archive.after(taken);
      taken += lines.size();
      waiting.addAll(lines);
      List<Line> batch = List.copyOf(waiting.subList(0, Math.min(BATCH, waiting.size())));
      Set<String> failed = consume(batch);
      waiting.subList(0, batch.size()).clear();
      List<String> ids = new ArrayList<>();
      for (Line line : batch) {
        if (failed.contains(line.place())) {
          waiting.add(line);
        } else {
          ids.add(line.id());
        }
      }
      if (ids.isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
      return ids;
    }

    private Set<String> consume(List<Line> lines) {
      LambdaBatch batch = new LambdaBatch();
      for (Line line : lines) {
        if (OrderTotals.wants(Envelopes.sqs(line.text(), Map.of()))) {
          batch.add(Message.builder().messageId(line.place()).body(line.text()).build());
        }
      }
      return consumer.consume(batch);
    }
  }
}
