package io.github.dynamooutbox.benchmarks.coldstart;

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
 * What a JVM writes down of one start for those that follow: an AOT cache from JDK 25 on, before
 * that an archive of classes (AppCDS).
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
   * Trains it: one start, one event, and an orderly end.
   *
   * @param function is closed afterwards
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
      throw new IllegalStateException("the start that is written down has failed", e);
    }
    if (!Files.isRegularFile(file)) {
      throw new IllegalStateException("the JVM has written no " + kind() + " to " + file);
    }
    return new StartArchive(file);
  }

  /** What a JVM that uses it is started with; it fails if it cannot. */
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
