package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.internal.spool.DiskFailures;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Sorts lines on disk: into {@link #FILES} files by aggregate, and then one file after the other by
 * keys. Only the keys of one file and the lines of one record are in memory. Not thread-safe.
 */
final class ArchiveSpool implements AutoCloseable {
  private static final int FILES = 256;
  private static final int BUFFER = 1 << 14;

  private final Path directory;
  private final List<DataOutputStream> files = new ArrayList<>();

  /** A line's place in its file, and what it is sorted by. */
  private record Place(RecordKey record, int index, String id, long offset) {
    private static final Comparator<Place> ORDER =
        Comparator.<Place, String>comparing(each -> each.record().partition())
            .thenComparing(each -> each.record().sort())
            .thenComparingInt(Place::index)
            .thenComparing(Place::id);
  }

  /**
   * Creates the files.
   *
   * @param directory has to exist
   */
  ArchiveSpool(Path directory) {
    this.directory = directory;
    try {
      for (int file = 0; file < FILES; file++) {
        files.add(
            new DataOutputStream(
                new BufferedOutputStream(Files.newOutputStream(path(file)), BUFFER)));
      }
    } catch (IOException e) {
      close();
      throw DiskFailures.of(directory, e);
    }
  }

  private Path path(int file) {
    return directory.resolve("archived-%03d.tmp".formatted(file));
  }

  void add(RecordKey record, int index, String id, byte[] line) {
    DataOutputStream file = files.get(Math.floorMod(record.partition().hashCode(), FILES));
    try {
      file.writeUTF(record.partition());
      file.writeUTF(record.sort());
      file.writeInt(index);
      file.writeUTF(id);
      file.writeInt(line.length);
      file.write(line);
    } catch (IOException e) {
      throw DiskFailures.of(directory, e);
    }
  }

  /**
   * Passes on the lines of each record, ordered by index, each event once. The records of an
   * aggregate come one after the other, in order. Nothing can be added afterwards.
   */
  void sorted(BiConsumer<RecordKey, List<String>> each) {
    try {
      for (int file = 0; file < FILES; file++) {
        files.get(file).close();
        List<Place> places = places(file);
        places.sort(Place.ORDER);
        records(file, places, each);
        Files.delete(path(file));
      }
    } catch (IOException e) {
      throw DiskFailures.of(directory, e);
    }
  }

  private List<Place> places(int file) throws IOException {
    List<Place> places = new ArrayList<>();
    try (CountedInput in = new CountedInput(path(file));
        DataInputStream data = new DataInputStream(in)) {
      String partition = "";
      while (in.position() < in.length()) {
        String next = data.readUTF();
        partition = next.equals(partition) ? partition : next;
        RecordKey record = new RecordKey(partition, data.readUTF());
        int index = data.readInt();
        String id = data.readUTF();
        places.add(new Place(record, index, id, in.position()));
        data.skipNBytes(data.readInt());
      }
    }
    return places;
  }

  private void records(int file, List<Place> places, BiConsumer<RecordKey, List<String>> each)
      throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(path(file).toFile(), "r")) {
      int next = 0;
      while (next < places.size()) {
        Place first = places.get(next);
        List<String> lines = new ArrayList<>();
        for (Place last = first; next < places.size(); next++) {
          Place place = places.get(next);
          if (!place.record().equals(first.record())) {
            break;
          }
          if (lines.isEmpty() || Place.ORDER.compare(last, place) != 0) {
            lines.add(line(in, place));
          }
          last = place;
        }
        each.accept(first.record(), lines);
      }
    }
  }

  private static String line(RandomAccessFile in, Place place) throws IOException {
    in.seek(place.offset());
    byte[] line = new byte[in.readInt()];
    in.readFully(line);
    return new String(line, StandardCharsets.UTF_8);
  }

  /** Deletes the files. */
  @Override
  public void close() {
    try {
      for (int file = 0; file < files.size(); file++) {
        files.get(file).close();
        boolean unused = Files.deleteIfExists(path(file));
      }
    } catch (IOException e) {
      throw DiskFailures.of(directory, e);
    }
  }

  /** An input that counts how far it has been read. */
  private static final class CountedInput extends BufferedInputStream {
    private final long length;
    private long position;

    CountedInput(Path path) throws IOException {
      super(Files.newInputStream(path), 1 << 16);
      length = Files.size(path);
    }

    long length() {
      return length;
    }

    long position() {
      return position;
    }

    @Override
    public synchronized int read() throws IOException {
      int read = super.read();
      position += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public synchronized int read(byte[] bytes, int from, int most) throws IOException {
      int read = super.read(bytes, from, most);
      position += Math.max(0, read);
      return read;
    }

    @Override
    public synchronized long skip(long bytes) throws IOException {
      long skipped = super.skip(bytes);
      position += skipped;
      return skipped;
    }
  }
}
