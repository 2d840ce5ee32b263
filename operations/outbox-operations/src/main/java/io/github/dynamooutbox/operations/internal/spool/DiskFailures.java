package io.github.dynamooutbox.operations.internal.spool;

import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Optional;

/** Explains what to do about a file that cannot be written or read, for example on a full disk. */
public final class DiskFailures {
  private DiskFailures() {}

  /** The exception to throw instead. */
  public static OperatorException of(Path file, IOException failure) {
    return new OperatorException(
        Kind.ACCESS,
        "%s: cannot be used (%s): free space there, or correct its permissions"
            .formatted(file, reason(failure)),
        failure);
  }

  /** The same for a directory that the operator named, before anything is in it. */
  static OperatorException ofDirectory(Path directory, IOException failure) {
    return new OperatorException(
        Kind.INPUT,
        "directory %s: cannot be used (%s): choose another one"
            .formatted(directory, reason(failure)),
        failure);
  }

  private static String reason(IOException failure) {
    return failure instanceof FileSystemException about
        ? Optional.ofNullable(about.getReason()).orElse(failure.getClass().getSimpleName())
        : String.valueOf(failure.getMessage());
  }
}
