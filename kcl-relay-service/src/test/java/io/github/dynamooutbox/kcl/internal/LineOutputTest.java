package io.github.dynamooutbox.kcl.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LineOutputTest {
  private static final int LIMIT = 1_000;
  private static final String NOTICE = "{\"outbox_log_lines_dropped\":";

  @Test
  void aPipeThatNobodyReadsBlocksNobodyAndWholeLinesAreDropped() throws IOException {
    PipedInputStream pipe = new PipedInputStream(100);
    long before = LineOutput.dropped();
    LineOutput output = new LineOutput(new PipedOutputStream(pipe), LIMIT);
    PrintStream out = new PrintStream(output, true, UTF_8);
    for (int i = 0; i < 1_000; i++) {
      out.println("line %05d".formatted(i));
    }
    BufferedReader reader = new BufferedReader(new InputStreamReader(pipe, UTF_8));
    int lines = 0;
    long reported = 0;
    while (lines + reported < 1_000) {
      String line = Objects.requireNonNull(reader.readLine());
      if (line.startsWith(NOTICE)) {
        reported += Long.parseLong(line.substring(NOTICE.length(), line.length() - 1));
      } else {
        assertThat(line).matches("line \\d{5}");
        lines++;
      }
    }
    assertThat(reported).isEqualTo(LineOutput.dropped() - before);
    assertThat(lines).as("what fits, and what the pipe took meanwhile").isBetween(80, 101);
  }

  @Test
  void drainsWhatIsWaitingOrGivesUp() throws IOException {
    PipedInputStream pipe = new PipedInputStream(10);
    LineOutput output = new LineOutput(new PipedOutputStream(pipe), LIMIT);
    new PrintStream(output, true, UTF_8).println("more than ten bytes");

    assertThat(output.drain(Duration.ofMillis(20))).isFalse();
    assertThat(pipe.readNBytes(20)).hasSize(20);
    assertThat(output.drain(Duration.ofSeconds(20))).isTrue();
  }
}
