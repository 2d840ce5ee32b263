package io.github.dynamooutbox.operations.internal.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Directories that only their owner can read: what they hold names customers and their events. */
public final class PrivateDirectory {
  private static final FileAttribute<?> OWNERS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private PrivateDirectory() {}

  /** Creates a directory and those above it, unless they are there. */
  public static void create(Path directory) throws IOException {
    boolean isPosix = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (isPosix) {
      Files.createDirectories(directory, OWNERS);
    } else {
      Files.createDirectories(directory);
    }
  }
}
