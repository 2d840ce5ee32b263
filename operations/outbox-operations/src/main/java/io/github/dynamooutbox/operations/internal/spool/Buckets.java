package io.github.dynamooutbox.operations.internal.spool;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Entries on disk, split over several files so that each file can be processed in memory. Writing
 * is thread-safe.
 */
public final class Buckets {
  private static final int BUFFER = 16 << 10;

  /** Reads the entries of one file until its end. */
  public interface Reader {
    void entry(DataInputStream in) throws IOException;
  }

  private final Path directory;
  private final String name;
  private final Buffer[] buffers;

  /**
   * Opens the files in a directory that exists. Adds to the files that are already there.
   *
   * @param count number of files
   */
  public Buckets(Path directory, String name, int count) {
    buffers = new Buffer[count];
    this.directory = directory;
    this.name = name;
    for (int bucket = 0; bucket < buffers.length; bucket++) {
      buffers[bucket] = new Buffer();
    }
  }

  public int count() {
    return buffers.length;
  }

  public void add(int bucket, byte[] entry) {
    Buffer buffer = buffers[bucket];
    synchronized (buffer) {
      if (entry.length > BUFFER - buffer.size) {
        write(bucket, ByteBuffer.wrap(buffer.bytes, 0, buffer.size));
        buffer.size = 0;
      }
      if (entry.length > BUFFER) {
        write(bucket, ByteBuffer.wrap(entry));
      } else {
        buffer.add(entry);
      }
    }
  }

  /** Writes out what is in memory and frees the memory. Nothing may be added meanwhile. */
  public void flush() {
    for (int bucket = 0; bucket < buffers.length; bucket++) {
      Buffer buffer = buffers[bucket];
      synchronized (buffer) {
        write(bucket, ByteBuffer.wrap(buffer.bytes, 0, buffer.size));
        buffer.free();
      }
    }
  }

  /** The sizes of the files, after a flush. */
  public long[] lengths() {
    long[] lengths = new long[buffers.length];
    for (int bucket = 0; bucket < buffers.length; bucket++) {
      lengths[bucket] = length(bucket);
    }
    return lengths;
  }

  /** The size of a file, after a flush. */
  public long length(int bucket) {
    try {
      return Files.exists(file(bucket)) ? Files.size(file(bucket)) : 0;
    } catch (IOException e) {
      throw DiskFailures.of(file(bucket), e);
    }
  }

  /** Removes all entries. */
  public void clear() {
    truncate(new long[buffers.length]);
  }

  /** Deletes the files. */
  public void delete() {
    try {
      for (int bucket = 0; bucket < buffers.length; bucket++) {
        Files.deleteIfExists(file(bucket));
      }
    } catch (IOException e) {
      throw DiskFailures.of(directory, e);
    }
  }

  /** Cuts off what was written after these lengths were recorded. */
  public void truncate(long[] lengths) {
    try {
      for (int bucket = 0; bucket < buffers.length; bucket++) {
        if (Files.exists(file(bucket))) {
          try (FileChannel file = FileChannel.open(file(bucket), StandardOpenOption.WRITE)) {
            file.truncate(lengths[bucket]);
          }
        }
      }
    } catch (IOException e) {
      throw DiskFailures.of(directory, e);
    }
  }

  public void read(int bucket, Reader reader) {
    if (!Files.exists(file(bucket))) {
      return;
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file(bucket)), BUFFER))) {
      while (isMore(in)) {
        reader.entry(in);
      }
    } catch (IOException e) {
      throw DiskFailures.of(file(bucket), e);
    }
  }

  private static boolean isMore(DataInputStream in) throws IOException {
    in.mark(1);
    boolean isMore = in.read() >= 0;
    in.reset();
    return isMore;
  }

  private void write(int bucket, ByteBuffer bytes) {
    if (!bytes.hasRemaining()) {
      return;
    }
    try (FileChannel file =
        FileChannel.open(file(bucket), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
    } catch (IOException e) {
      throw DiskFailures.of(file(bucket), e);
    }
  }

  private Path file(int bucket) {
    return directory.resolve("%s-%03d".formatted(name, bucket));
  }

  /** Entries of one file that are not written yet, {@link #BUFFER} bytes at most. */
  private static final class Buffer {
    private static final byte[] NONE = new byte[0];

    private byte[] bytes = NONE;
    private int size;

    void add(byte[] entry) {
      if (entry.length > bytes.length - size) {
        bytes = Arrays.copyOf(bytes, Math.min(BUFFER, Math.max(size + entry.length, 2 * size)));
      }
      System.arraycopy(entry, 0, bytes, size, entry.length);
      size += entry.length;
    }

    void free() {
      bytes = NONE;
      size = 0;
    }
  }
}
