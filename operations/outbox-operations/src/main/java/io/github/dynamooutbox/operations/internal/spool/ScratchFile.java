package io.github.dynamooutbox.operations.internal.spool;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that are deleted after use. */
public final class ScratchFile {
  private ScratchFile() {}

  /**
   * Deletes a file.
   *
   * @param open what has the file open; is closed first
   */
  public static void delete(Path file, Closeable open) {
    try {
      try {
        open.close();
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw DiskFailures.of(file, e);
    }
  }
}
