package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.operations.internal.spool.DiskFailures;
import io.github.dynamooutbox.operations.internal.spool.ScratchFile;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Two numbers for each event, on disk at an offset that follows from the event's place: put in any
 * order, and read in that of the events. Where nothing was put, both are 0. Not thread-safe.
 */
final class EventSlots implements AutoCloseable {
  private static final int BYTES = 2 * Long.BYTES;

  private final Path path;
  private final RandomAccessFile file;

  /**
   * @param directory has to exist
   * @param count how many events there are
   */
  EventSlots(Path directory, long count) {
    path = directory.resolve("slots");
    try {
      Files.deleteIfExists(path);
      file = new RandomAccessFile(path.toFile(), "rw");
      file.setLength(count * BYTES);
    } catch (IOException e) {
      throw DiskFailures.of(path, e);
    }
  }

  void put(long place, long missing, long accepted) {
    ByteBuffer slot = ByteBuffer.allocate(BYTES).putLong(missing).putLong(accepted).flip();
    FileChannel channel = file.getChannel();
    try {
      for (long at = place * BYTES; slot.hasRemaining(); ) {
        at += channel.write(slot, at);
      }
    } catch (IOException e) {
      throw DiskFailures.of(path, e);
    }
  }

  /** The numbers from the first event on, two for each. The stream is closed with this object. */
  DataInputStream inOrder() {
    try {
      file.seek(0);
    } catch (IOException e) {
      throw DiskFailures.of(path, e);
    }
    return new DataInputStream(new BufferedInputStream(Channels.newInputStream(file.getChannel())));
  }

  /** Deletes the file. */
  @Override
  public void close() {
    ScratchFile.delete(path, file);
  }
}
