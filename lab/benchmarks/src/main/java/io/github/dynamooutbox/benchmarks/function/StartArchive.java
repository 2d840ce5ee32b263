package io.github.dynamooutbox.benchmarks.function;

import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An archive that a JVM writes in one start to speed up later ones: an AOT cache from JDK 25 on,
 * before that a class archive (AppCDS).
 */
final class StartArchive {
  private static final int AOT_CACHE = 25;
  private static final int EXIT_SECONDS = 60;

  private final Path file;

  private StartArchive(Path file) {
    this.file = file;
  }

  /** "AOT cache" or "class archive". */
  static String kind() {
    return hasCache() ? "AOT cache" : "class archive";
  }

  private static boolean hasCache() {
    return Runtime.version().feature() >= AOT_CACHE;
  }

  /**
   * Creates an archive from one start, one event and a regular exit.
   *
   * @param function starts the process, which has ended on return
   */
  static StartArchive train(LambdaProcess.Builder function, byte[] event, Path file)
      throws InterruptedException {
    String option = hasCache() ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=";
    try (LambdaProcess process = function.jvmOption(option + file).build()) {
      process.invoke(event);
      ProcessHandle handle = ProcessHandle.of(process.pid().orElseThrow()).orElseThrow();
      handle.destroy();
      handle.onExit().get(EXIT_SECONDS, TimeUnit.SECONDS);
    } catch (FunctionError | ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the start that writes the archive failed", e);
    }
    if (!Files.isRegularFile(file)) {
      throw new IllegalStateException("the JVM wrote no " + kind() + " to " + file);
    }
    return new StartArchive(file);
  }

  /** Adds the JVM options that use it; with them, the JVM does not start without it. */
  LambdaProcess.Builder addTo(LambdaProcess.Builder function) {
    return hasCache()
        ? function.jvmOption("-XX:AOTMode=on").jvmOption("-XX:AOTCache=" + file)
        : function.jvmOption("-Xshare:on").jvmOption("-XX:SharedArchiveFile=" + file);
  }

  long megabytes() {
    try {
      return Files.size(file) / 1_000_000;
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }
}
