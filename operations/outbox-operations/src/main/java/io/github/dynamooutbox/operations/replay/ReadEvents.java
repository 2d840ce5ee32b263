package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.internal.spool.DiskFailures;
import io.github.dynamooutbox.operations.internal.spool.ScratchFile;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The records that were read from the table, on disk in the order in which they were added. */
final class ReadEvents implements AutoCloseable {
  private final Path path;
  private final DataOutputStream out;
  private long events;

  /** A record, without its content. */
  record Line(RecordKey key, String aggregate, int events) {}

  /** Reads lines until it fails. */
  interface Reader {
    void line(Line line) throws IOException;
  }

  /**
   * @param directory has to exist
   */
  ReadEvents(Path directory) {
    path = directory.resolve("read-events");
    try {
      out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path)));
    } catch (IOException e) {
      throw DiskFailures.of(path, e);
    }
  }

  /**
   * Adds a record.
   *
   * @return the place of its first event; those of the others follow
   */
  long add(DecodeResult.Decoded record) {
    long first = events;
    try {
      out.writeUTF(record.key().partition());
      out.writeUTF(record.key().sort());
      out.writeUTF(record.record().aggregate().toString());
      out.writeInt(record.record().events().size());
    } catch (IOException e) {
      throw DiskFailures.of(path, e);
    }
    events += record.record().events().size();
    return first;
  }

  long count() {
    return events;
  }

  /** Passes on what was added. Nothing can be added afterwards. */
  void read(Reader each) {
    try {
      out.close();
      try (DataInputStream in =
          new DataInputStream(new BufferedInputStream(Files.newInputStream(path)))) {
        for (long read = 0; read < events; ) {
          Line line =
              new Line(new RecordKey(in.readUTF(), in.readUTF()), in.readUTF(), in.readInt());
          each.line(line);
          read += line.events();
        }
      }
    } catch (IOException e) {
      throw DiskFailures.of(path, e);
    }
  }

  /** Deletes the file. */
  @Override
  public void close() {
    ScratchFile.delete(path, out);
  }
}
