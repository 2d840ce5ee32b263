package io.github.dynamooutbox.localaws;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No server outlives the JVM that started it, whatever ends that JVM. */
class ParentDeathIT {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Test
  void killingTheParentEndsItsServers() throws IOException {
    endsWithParent(Process::destroyForcibly);
  }

  @Test
  void terminatingTheParentEndsItsServers() throws IOException {
    endsWithParent(Process::destroy);
  }

  private interface End {
    void of(Process parent);
  }

  private static void endsWithParent(End end) throws IOException {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ServersMain.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<ProcessHandle> servers = new ArrayList<>();
    try (BufferedReader lines = parent.inputReader(StandardCharsets.UTF_8)) {
      for (int i = 0; i < ServersMain.SERVERS; i++) {
        long pid = Long.parseLong(lines.readLine());
        servers.add(ProcessHandle.of(pid).orElseThrow());
      }

      end.of(parent);

      Await.that(LIMIT, () -> !parent.isAlive());
      Await.that(LIMIT, () -> servers.stream().noneMatch(ProcessHandle::isAlive));
    } finally {
      parent.destroyForcibly();
      servers.forEach(ProcessHandle::destroyForcibly);
    }
  }
}
