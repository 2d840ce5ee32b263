package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.TestTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/** Shifts the wall clock of a process, with a library that is loaded before the C library. */
final class SkewedClock {
  private static final Path COMPILER = Path.of("/usr/bin/gcc");
  private static final Path SOURCE = Path.of("src", "test", "resources", "skewed-clock.c");

  private final Path library;

  /** Skips the test where there is no compiler. */
  SkewedClock(Path directory) throws Exception {
    TestTool.GCC.require(
        Files.exists(COMPILER), "there is no " + COMPILER, TestAbortedException::new);
    library = directory.resolve("skewed-clock.so").toAbsolutePath();
    Process compiler =
        new ProcessBuilder(
                COMPILER.toString(),
                "-shared",
                "-fPIC",
                "-O1",
                "-o",
                library.toString(),
                SOURCE.toString(),
                "-ldl")
            .inheritIO()
            .start();
    assertThat(compiler.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(compiler.exitValue()).isZero();
  }

  /** Additional environment variables of a worker. */
  Map<String, String> by(Duration skew) {
    return Map.of(
        "LD_PRELOAD", library.toString(), "SKEW_SECONDS", Long.toString(skew.toSeconds()));
  }
}
