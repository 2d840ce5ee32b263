package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A {@link ConsumerProcess} and what it has printed. */
final class RunningConsumer {
  private static final long PATIENCE_SECONDS = 120;
  private static final int KILLED = 128 + 9;

  private final ProcessBuilder command;
  private final Path logs;
  private final Path log;
  private final Process process;

  private RunningConsumer(ProcessBuilder command, Path logs) throws IOException {
    this.command = command;
    this.logs = logs;
    this.log = Files.createTempFile(logs, "consumer", ".log");
    this.process = command.redirectOutput(log.toFile()).start();
  }

  static RunningConsumer start(Path logs, URI dynamoDb, URI sqs) throws IOException {
    return new RunningConsumer(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                ConsumerProcess.class.getName(),
                dynamoDb.toString(),
                sqs.toString(),
                InboxTable.NAME)
            .redirectErrorStream(true),
        logs);
  }

  RunningConsumer again() throws IOException {
    return new RunningConsumer(command, logs);
  }

  /** Waits until it polls. */
  void awaitPoll() throws IOException, InterruptedException {
    awaitMore(ConsumerProcess.POLLS, steps(ConsumerProcess.POLLS));
  }

  /** How often it has begun with an event. */
  long eventsBegun() throws IOException {
    return steps(ConsumerProcess.BEGINS);
  }

  /** Waits until it has begun with an event more often than so. */
  void awaitEventAfter(long begun) throws IOException, InterruptedException {
    awaitMore(ConsumerProcess.BEGINS, begun);
  }

  private void awaitMore(char step, long before) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (steps(step) == before) {
      assertThat(process.isAlive()).as(printed()).isTrue();
      assertThat(System.nanoTime()).as("no %s: %s", step, printed()).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  private String printed() throws IOException {
    return Files.readString(log, StandardCharsets.UTF_8);
  }

  private long steps(char step) throws IOException {
    return printed().chars().filter(it -> it == step).count();
  }

  /** As {@code kill -9}. Returns whether it had begun with an event and not ended. */
  boolean kill() throws IOException, InterruptedException {
    assertThat(process.destroyForcibly().waitFor()).as(printed()).isEqualTo(KILLED);
    return steps(ConsumerProcess.BEGINS) > steps(ConsumerProcess.ENDS);
  }
}
