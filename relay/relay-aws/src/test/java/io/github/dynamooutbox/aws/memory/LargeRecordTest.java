package io.github.dynamooutbox.aws.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    assertThat(run(Integer.toString(targets)))
        .contains("accepted %d, unfinished Optional.empty".formatted(300 * targets));
  }

  /** Runs {@link LargeRecordMain} and returns its output. */
  static String run(String... arguments) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command = new ArrayList<>();
    command.addAll(List.of(java, "-Xmx96m", "-XX:TieredStopAtLevel=1", "-cp", classPath));
    command.add(LargeRecordMain.class.getName());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
