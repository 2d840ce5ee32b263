package io.github.dynamooutbox.localaws;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Interrupts a process as Ctrl-C at its terminal would. */
public final class ControlC {
  private static final long SIGINT = 0b10;

  private ControlC() {}

  /**
   * Sends SIGINT; or SIGTERM, if this JVM was started with SIGINT ignored, which its children
   * inherit.
   */
  public static void press(Process process) throws IOException, InterruptedException {
    String signal = ignoresInterrupt(process) ? "-TERM" : "-INT";
    new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
  }

  private static boolean ignoresInterrupt(Process process) throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.exists(status)) {
      return false;
    }
    String mask =
        Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .map(line -> line.substring("SigIgn:".length()).trim())
            .findFirst()
            .orElse("0");
    return (Long.parseUnsignedLong(mask, 16) & SIGINT) != 0;
  }
}
