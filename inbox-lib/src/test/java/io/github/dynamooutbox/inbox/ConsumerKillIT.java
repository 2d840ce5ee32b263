package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.localaws.LocalSqs;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two consumers of one queue, as processes, which are killed ({@code kill -9}) at random moments.
 * Every event is sent three times, shuffled. {@code -Doutbox.kill.rounds=20} runs more rounds;
 * {@code -Doutbox.kill.seed=42} begins with that seed.
 */
class ConsumerKillIT {
  /** ElasticMQ delivers what a killed consumer had again after this. */
  static final int VISIBILITY_SECONDS = 1;

  private static final int AGGREGATES = 8;
  private static final int VERSIONS = 3;
  private static final int COPIES = 3;

  /** In each round; before each one and after the last, events of so many versions are sent. */
  private static final int KILLS = 2;

  private static final int LONGEST_PAUSE_MILLIS = 150;
  private static final long PATIENCE_SECONDS = 120;

  private final int rounds = Integer.getInteger("outbox.kill.rounds", 1);
  private final long firstSeed = Long.getLong("outbox.kill.seed", new Random().nextInt(1_000_000));
  private final List<RunningConsumer> consumers = new ArrayList<>();
  private int inTheMiddle;

  @TempDir private Path logs;

  @Test
  void effectsHappenOnceWhereConsumersAreKilled() throws Exception {
    try (InboxTable table = new InboxTable();
        LocalSqs sqs = LocalSqs.start();
        MappedQueue queue = new MappedQueue(sqs.endpoint(), false, VISIBILITY_SECONDS)) {
      try {
        rounds(table, sqs, queue);
      } finally {
        // Before the servers, without which they fail.
        for (RunningConsumer each : consumers) {
          each.kill();
        }
      }
    }
  }

  private void rounds(InboxTable table, LocalSqs sqs, MappedQueue queue) throws Exception {
    for (int i = 0; i < 2; i++) {
      consumers.add(RunningConsumer.start(logs, table.endpoint(), sqs.endpoint()));
    }
    for (long seed = firstSeed; seed < firstSeed + rounds; seed++) {
      try {
        round(new Round(seed, new Random(seed)), queue);
        assertEffects(seed, new Effects(table.client(), InboxTable.NAME, ConsumerProcess.NAME));
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    System.out.printf(
        "%d rounds from seed %d: %d kills, %d of them in the middle of an event%n",
        rounds, firstSeed, rounds * KILLS, inTheMiddle);
  }

  private record Round(long seed, Random random) {}

  private void round(Round round, MappedQueue queue) throws IOException, InterruptedException {
    for (int part = 0; part <= KILLS; part++) {
      for (RunningConsumer each : consumers) {
        each.awaitPoll();
      }
      int victim = round.random().nextInt(consumers.size());
      // Counted before it can begin: later, the other one may already have done everything.
      long begun = consumers.get(victim).eventsBegun();
      send(round, part, queue);
      if (part < KILLS) {
        kill(victim, begun, round.random());
      }
    }
    awaitEmpty(queue);
  }

  private static void send(Round round, int part, MappedQueue queue) {
    List<ReceivedEvent> messages = new ArrayList<>();
    for (int aggregate = 0; aggregate < AGGREGATES; aggregate++) {
      List<ReceivedEvent> events = events(round.seed(), aggregate);
      for (int copy = 0; copy < COPIES; copy++) {
        messages.addAll(events.subList(part * VERSIONS, (part + 1) * VERSIONS));
      }
    }
    Collections.shuffle(messages, round.random());
    queue.send(messages);
  }

  private void kill(int place, long begun, Random random) throws IOException, InterruptedException {
    RunningConsumer victim = consumers.get(place);
    victim.awaitEventAfter(begun);
    TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
    inTheMiddle += victim.kill() ? 1 : 0;
    consumers.set(place, victim.again());
  }

  private void awaitEmpty(MappedQueue queue) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    for (int left = queue.left(); left > 0; left = queue.left()) {
      assertThat(System.nanoTime()).as("%d messages left", left).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private static void assertEffects(long seed, Effects effects) {
    for (int aggregate = 0; aggregate < AGGREGATES; aggregate++) {
      effects.assertApplied(events(seed, aggregate));
    }
  }

  private static AggregateKey order(long seed, int aggregate) {
    return Events.order("killed" + seed + "-" + aggregate);
  }

  private static List<ReceivedEvent> events(long seed, int aggregate) {
    return LongStream.rangeClosed(1, (KILLS + 1L) * VERSIONS)
        .mapToObj(version -> Events.at(order(seed, aggregate), version))
        .toList();
  }

  /** A {@link ConsumerProcess} and what it has printed. */
  private static final class RunningConsumer {
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
}
