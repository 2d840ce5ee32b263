package io.github.dynamooutbox.operations.internal.spool;

import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A lock on a directory, held by one thread of one process of a machine at a time: two would write
 * into each other's files. It ends with its process. Thread-safe.
 */
public final class DirectoryLock {
  private static final String NAME = "in-use";

  /** Another process may remove the file between opening and locking, which is rare. */
  private static final int ATTEMPTS = 10;

  /** If this process opened the file once more and closed it, it would lose its lock. */
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private DirectoryLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Runs the work while the directory is locked. The directory is created if it does not exist, and
   * deleted if it is empty afterwards.
   *
   * @throws OperatorException if another process or thread holds the lock, or if the directory
   *     cannot be used
   */
  public static <T> T whileHeld(Path directory, Supplier<T> work) {
    Path absolute = directory.toAbsolutePath().normalize();
    if (!HELD_HERE.add(absolute)) {
      throw busy(directory);
    }
    try {
      DirectoryLock lock = acquire(directory);
      try {
        return work.get();
      } finally {
        lock.release();
        deleteIfEmpty(directory);
      }
    } finally {
      HELD_HERE.remove(absolute);
    }
  }

  /** The same for work without a result. */
  public static void run(Path directory, Runnable work) {
    boolean unused =
        whileHeld(
            directory,
            () -> {
              work.run();
              return true;
            });
  }

  private static DirectoryLock acquire(Path directory) {
    Path file = directory.resolve(NAME);
    try {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        Optional<DirectoryLock> taken = attempt(directory, file);
        if (taken.isPresent()) {
          return taken.get();
        }
      }
    } catch (IOException e) {
      throw DiskFailures.ofDirectory(directory, e);
    }
    throw busy(directory);
  }

  private static OperatorException busy(Path directory) {
    return new OperatorException(
        Kind.BUSY,
        "directory %s: another process is using it: wait until it has ended, or choose another directory"
            .formatted(directory));
  }

  private static Optional<DirectoryLock> attempt(Path directory, Path file) throws IOException {
    FileChannel channel;
    try {
      PrivateDirectory.create(directory);
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (NoSuchFileException | FileAlreadyExistsException e) {
      if (Files.isRegularFile(directory)) {
        throw e;
      }
      // Another process has just deleted the directory.
      return Optional.empty();
    }
    if (channel.tryLock() != null && isThere(file, channel)) {
      return Optional.of(new DirectoryLock(file, channel));
    }
    channel.close();
    return Optional.empty();
  }

  /** Whether the locked file is still the one that others would open, told by its length. */
  private static boolean isThere(Path file, FileChannel channel) throws IOException {
    int end = ThreadLocalRandom.current().nextInt(1 << 16);
    channel.truncate(0).write(ByteBuffer.allocate(1), end);
    try {
      return Files.size(file) == channel.size();
    } catch (NoSuchFileException removed) {
      return false;
    }
  }

  private void release() {
    try {
      Files.deleteIfExists(file);
      channel.close();
    } catch (IOException e) {
      throw DiskFailures.of(file, e);
    }
  }

  private static void deleteIfEmpty(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isEmpty()) {
        Files.delete(directory);
      }
    } catch (DirectoryNotEmptyException | NoSuchFileException othersAreFaster) {
      return;
    } catch (IOException e) {
      throw DiskFailures.of(directory, e);
    }
  }
}
