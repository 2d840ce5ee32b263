package io.github.dynamooutbox.aws.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A record that decompresses to 300 MB is relayed with a small heap. */
class LargeRecordTest {
  @Test
  @Timeout(90)
  void passesWithAHeapOf96Megabytes() throws Exception {
    relay(1);
  }

  /** Decompresses 6.6 GB. */
  @Test
  @Tag("full")
  @Timeout(90)
  void soItDoesToElevenTargets() throws Exception {
    relay(11);
  }

  private static void relay(int targets) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process process =
        new ProcessBuilder(
                java,
                "-Xmx96m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                LargeRecordMain.class.getName(),
                Integer.toString(targets))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("accepted %d, unfinished Optional.empty".formatted(300 * targets));
  }
}
