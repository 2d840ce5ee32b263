package io.github.dynamooutbox.benchmarks.system;

import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalService;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.writer.Outbox;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import software.amazon.awssdk.services.kinesis.KinesisClient;

/**
 * A table with its stream, a Kinesis stream as the target, and workers in JVMs of their own, all
 * with the same options.
 */
final class Workbench implements AutoCloseable {
  static final String STREAM = "orders-events";
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String CONFIGURATION =
      """
      {"table": {"name": "%s"},
       "relay": {"host": "kcl"},
       "targets": {"events": {"type": "kinesis", "streamName": "%s"}},
       "routes": [{"to": ["events"]}]}
      """
          .formatted(EmbeddedSystem.TABLE, STREAM);

  private final EmbeddedSystem system = new EmbeddedSystem(AwsStub.builder());
  private final KinesisClient kinesis =
      LocalClients.configure(KinesisClient.builder(), system.stub().endpoint()).build();
  private final List<LocalService> workers = new ArrayList<>();

  Workbench() {
    kinesis.createStream(stream -> stream.streamName(STREAM).shardCount(4));
  }

  Outbox outbox() {
    return system.outbox();
  }

  KinesisClient kinesis() {
    return kinesis;
  }

  /** How many events the target has accepted. */
  long accepted() {
    return system.stub().kinesis().count();
  }

  /** The events that the target has accepted, but for the first {@code number}. */
  List<AcceptedRecord> acceptedAfter(long number) {
    return system.stub().kinesis().acceptedAfter(number);
  }

  /** Starts the baseline; its lines of output go to {@code seen}. */
  LocalService startEmpty(String application, Duration idle, Seen seen) {
    return add(
        system.startWorker(
            List.of(
                EmptyWorker.class.getName(),
                application,
                EmbeddedSystem.TABLE,
                Long.toString(idle.toMillis())),
            CONFIGURATION,
            seen));
  }

  /** Starts the service. */
  LocalService startRelay(String application, Duration idle, String http) {
    return add(system.startService(application, idle, http, CONFIGURATION));
  }

  private LocalService add(LocalService worker) {
    workers.add(worker);
    return worker;
  }

  /** Stops a worker, so that the next does not share the machine with it. */
  void stop(LocalService worker) {
    worker.close();
    workers.remove(worker);
  }

  /**
   * Waits until a condition holds.
   *
   * @throws IllegalStateException if that takes more than five minutes or a worker has ended
   */
  void await(String what, BooleanSupplier holds) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      for (LocalService worker : workers) {
        if (!worker.isAlive() || System.nanoTime() > deadline) {
          throw new IllegalStateException("No " + what + "\n" + worker.tail());
        }
      }
      Thread.sleep(20);
    }
  }

  /** Microseconds since the epoch, by the wall clock, which all processes here share. */
  static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  @Override
  public void close() {
    kinesis.close();
    system.close();
  }

  /**
   * The records that the baseline has received: each one's keys, and when it arrived. Thread-safe.
   */
  static final class Seen implements Consumer<String> {
    private final Map<String, Long> micros = new HashMap<>();

    @Override
    public synchronized void accept(String line) {
      if (line.startsWith(EmptyWorker.SEEN)) {
        String[] words = line.split(" ", -1);
        long at = Long.parseLong(words[1]);
        for (int i = 2; i < words.length; i++) {
          micros.putIfAbsent(words[i], at);
        }
      }
    }

    synchronized int count() {
      return micros.size();
    }

    synchronized Map<String, Long> micros() {
      return Map.copyOf(micros);
    }
  }
}
