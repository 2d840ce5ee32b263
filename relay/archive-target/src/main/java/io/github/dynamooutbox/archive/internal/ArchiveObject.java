package io.github.dynamooutbox.archive.internal;

import io.github.dynamooutbox.archive.form.ArchiveFolder;
import io.github.dynamooutbox.format.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

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
