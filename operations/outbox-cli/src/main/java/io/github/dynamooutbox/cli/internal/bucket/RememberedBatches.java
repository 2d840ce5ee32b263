package io.github.dynamooutbox.cli.internal.bucket;

import io.github.dynamooutbox.operations.replay.FailedBatchStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Caches each object from its first read to its second, compressed and as far as there is room:
 * batches that are listed are read again right afterwards. From the third read on, an object comes
 * from the bucket as it is then. Thread-safe.
 */
public final class RememberedBatches implements FailedBatchStore {
  private static final long ROOM = 64L << 20;

  private final FailedBatchStore store;
  private final long room;
  private final Map<String, byte[]> remembered = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private long size;

  /** Remembers up to 64 MB. */
  public RememberedBatches(FailedBatchStore store) {
    this(store, ROOM);
  }

  RememberedBatches(FailedBatchStore store, long room) {
    this.store = store;
    this.room = room;
  }

  @Override
  public void list(Consumer<String> each) {
    store.list(each);
  }

  @Override
  public synchronized Optional<byte[]> read(String name) {
    byte[] known = remembered.remove(name);
    if (known != null) {
      size -= known.length;
      return Optional.of(inflated(known));
    }
    Optional<byte[]> content = store.read(name);
    if (seen.add(name)) {
      content.map(RememberedBatches::compressed).ifPresent(bytes -> remember(name, bytes));
    }
    return content;
  }

  private void remember(String name, byte[] bytes) {
    if (size + bytes.length <= room) {
      remembered.put(name, bytes);
      size += bytes.length;
    }
  }

  @Override
  public void remove(String name) {
    store.remove(name);
  }

  private static byte[] compressed(byte[] content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return bytes.toByteArray();
  }

  private static byte[] inflated(byte[] compressed) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }
}
