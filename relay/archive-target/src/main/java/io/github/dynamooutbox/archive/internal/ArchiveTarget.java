package io.github.dynamooutbox.archive.internal;

import io.github.dynamooutbox.archive.form.ArchiveFolder;
import io.github.dynamooutbox.archive.form.ArchiveLine;
import io.github.dynamooutbox.aws.targets.EventBody;
import io.github.dynamooutbox.aws.targets.FailedCalls;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Publishes to a bucket. A request becomes one object for each hour in which its events were
 * committed. When S3 refuses an object, the cause is the bucket, a permission or the key, and never
 * an event.
 */
final class ArchiveTarget implements OpenTarget<ArchiveEntry> {
  private final ArchiveConfig config;
  private final S3Client client;
  private final TargetHost host;
  private volatile boolean closed;

  ArchiveTarget(ArchiveConfig config, S3Client client, TargetHost host) {
    this.config = config;
    this.client = client;
    this.host = host;
  }

  @Override
  public String name() {
    return config.name();
  }

  @Override
  public boolean ordered() {
    return false;
  }

  @Override
  public BatchLimits limits() {
    return config.limits();
  }

  @Override
  public Prepared<ArchiveEntry> prepare(Envelope envelope) {
    Optional<String> taken = ArchiveLine.takenHeader(envelope);
    return taken.isPresent()
        ? new Prepared.Refused<>(
            "INVALID_HEADER", "header \"%s\": the archive uses its name".formatted(taken.get()))
        : EventBody.prepare(
            config.name(), config.sending(), envelope, event -> ArchiveEntry.of(envelope, event));
  }

  @Override
  public CompletableFuture<BatchOutcome> publish(List<ArchiveEntry> entries) {
    return closed
        ? CompletableFuture.completedFuture(
            BatchOutcome.all(entries.size(), new Retry("Closed", "the target is closed")))
        : host.call(entries, this::send);
  }

  private BatchOutcome send(List<ArchiveEntry> entries) {
    Instant end = host.clock().instant().plus(host.callTimeout());
    Map<String, PublishOutcome> outcomes = new HashMap<>();
    Optional<PublishOutcome> failure = Optional.empty();
    for (ArchiveObject object : ArchiveObject.of(entries)) {
      if (failure.isEmpty()) {
        failure = put(object, end);
      }
      outcomes.put(object.folder(), failure.orElse(Published.INSTANCE));
    }
    return new BatchOutcome.PerEntry(
        entries.stream()
            .map(entry -> outcomes.getOrDefault(ArchiveObject.folder(entry), Published.INSTANCE))
            .toList());
  }

  /** Returns empty once the object is stored. */
  private Optional<PublishOutcome> put(ArchiveObject object, Instant end) {
    if (!host.clock().instant().isBefore(end)) {
      return Optional.of(new Retry("NotSent", "the request's time ran out before this object"));
    }
    try {
      var unused =
          client.putObject(
              put ->
                  put.bucket(config.bucket())
                      .key(config.prefix() + object.key())
                      .contentType("application/gzip"),
              RequestBody.fromBytes(object.compressed()));
      return Optional.empty();
    } catch (SdkException e) {
      return Optional.of(FailedCalls.retry(e));
    }
  }

  /** Leaves the client open: it belongs to the host. */
  @Override
  public void close() {
    closed = true;
  }

  /**
   * The lines of an object: each event once, sorted by aggregate, and within an aggregate in the
   * order of its records. The same events result in the same bytes under the same key, whenever and
   * in whatever order they arrive.
   *
   * @param folder the partition, with a slash at its end
   */
  record ArchiveObject(String folder, Collection<ArchiveEntry> lines) {
    static final String SUFFIX = ".jsonl.gz";

    private static final DateTimeFormatter FIRST =
        DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

    /** Enough to make a collision of two objects of the same millisecond negligible. */
    private static final int HASH_BYTES = 12;

    static String folder(ArchiveEntry entry) {
      return ArchiveFolder.of(entry.writtenAt());
    }

    /** Creates one object for each hour, in the order of the hours. */
    static List<ArchiveObject> of(List<ArchiveEntry> entries) {
      Map<String, Map<ArchiveEntry.Identity, ArchiveEntry>> folders = new TreeMap<>();
      for (ArchiveEntry entry : entries) {
        folders.computeIfAbsent(folder(entry), any -> new TreeMap<>()).put(entry.identity(), entry);
      }
      List<ArchiveObject> objects = new ArrayList<>(folders.size());
      folders.forEach((folder, lines) -> objects.add(new ArchiveObject(folder, lines.values())));
      return objects;
    }

    /** The key: starts with the time of the first commit, and contains a hash of all lines. */
    String key() {
      Instant first =
          lines.stream().map(ArchiveEntry::writtenAt).min(Instant::compareTo).orElse(Instant.EPOCH);
      MessageDigest digest = Sha256.digest();
      lines.forEach(entry -> entry.addTo(digest));
      String hash = HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
      return folder + FIRST.format(first) + '-' + hash + SUFFIX;
    }

    byte[] compressed() {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(bytes, 1 << 16)) {
        for (ArchiveEntry entry : lines) {
          entry.writeTo(gzip);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("writing to memory", e);
      }
      return bytes.toByteArray();
    }

    /** Without events, which do not belong in logs. */
    @Override
    public String toString() {
      return "ArchiveObject[" + folder + ", " + lines.size() + " lines]";
    }
  }
}
