package io.github.dynamooutbox.benchmarks.system;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.benchmarks.measure.Results;
import io.github.dynamooutbox.benchmarks.measure.Spread;
import io.github.dynamooutbox.benchmarks.system.Workbench.Seen;
import io.github.dynamooutbox.localaws.LocalService;
import io.github.dynamooutbox.localaws.stub.Accepted;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.CommitResult;
import io.github.dynamooutbox.writer.CommitResult.CommittedRecord;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.OutboxTransaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import software.amazon.awssdk.core.SdkBytes;

/** The KCL relay, compared with a worker with the same settings that does nothing. */
public final class KclMeasurements implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration IDLE = Duration.ofMillis(100);
  private static final double PAUSE_MILLIS = 50;

  /** The fractional parts of its multiples are evenly spread, however many there are. */
  private static final double GOLDEN_RATIO = 0.6180339887498949;

  private static final double LATENCY_BOUND_MILLIS = 8;
  private static final double RATE_BOUND = 0.97;
  private static final double CPU_BOUND = 1.2;
  private static final int PER_TRANSACTION = 50;
  private static final double SECONDS_PER_MONTH = 30.44 * 24 * 3600;

  /** US East (N. Virginia), on demand; the first 2.5 million per month are free. */
  private static final double DOLLARS_PER_READ = 0.02 / 100_000;

  private static final String ROW = "%8s %11s %11s %9s %10s %10s %18s %10s %s%n";

  private final Results results;
  private final boolean quick;
  private final Workbench bench = new Workbench();

  public KclMeasurements(Results results, boolean quick) {
    this.results = results;
    this.quick = quick;
  }

  @Override
  public void close() {
    bench.close();
  }

  /**
   * CPU time of relay and baseline while nothing is written, both at the same time.
   *
   * @return whether the bound holds, as for the others
   */
  public boolean idle() throws InterruptedException {
    int seconds = quick ? 4 : 80;
    Seen seen = new Seen();
    LocalService empty = bench.startEmpty("idle-empty", IDLE, seen);
    LocalService relay = bench.startRelay("idle-relay", IDLE, "off");
    List<CommitResult> unused = write(bench.outbox(), 1);
    bench.await("start", () -> seen.count() > 0 && bench.accepted() > 0);
    // Until the workers are warm.
    Thread.sleep(seconds * 500L);
    double emptyBefore = cpuSeconds(empty);
    double relayBefore = cpuSeconds(relay);
    Thread.sleep(seconds * 1000L);
    double emptySeconds = cpuSeconds(empty) - emptyBefore;
    double relaySeconds = cpuSeconds(relay) - relayBefore;
    double ratio = relaySeconds / emptySeconds;
    results.print(
        "CPU seconds in %d s: empty %.2f, relay %.2f. Ratio %.2f. ",
        seconds, emptySeconds, relaySeconds, ratio);
    return results.bound("<= " + CPU_BOUND, ratio <= CPU_BOUND);
  }

  private static double cpuSeconds(LocalService worker) {
    return ProcessHandle.of(worker.pid())
            .flatMap(process -> process.info().totalCpuDuration())
            .orElseThrow(() -> new IllegalStateException("A worker has ended\n" + worker.tail()))
            .toMillis()
        / 1000.0;
  }

  /**
   * The rate at which a backlog is published, by the target's clock; for the baseline, received, by
   * its record processor's clock. Alternating, one worker at a time. As many records come first
   * that are not counted: a backlog builds up behind a worker that has been running, not behind one
   * whose code is not compiled yet.
   */
  public boolean backlog() throws InterruptedException {
    int records = quick ? 500 : 20_000;
    IntStream.range(0, 2 * records / PER_TRANSACTION).parallel().forEach(this::writeMany);
    List<Double> empty = new ArrayList<>();
    List<Double> relay = new ArrayList<>();
    results.print("%8s %16s %16s%n", "round", "empty", "relay");
    for (int round = 0; round < (quick ? 1 : 3); round++) {
      empty.add(emptyRate(round, records));
      relay.add(relayRate(round, records));
      results.print("%8d %12.0f / s %12.0f / s%n", round + 1, empty.get(round), relay.get(round));
    }
    double ratio = Spread.of(relay).median() / Spread.of(empty).median();
    results.print("Ratio of the medians: %.2f. ", ratio);
    return results.bound(">= " + RATE_BOUND, ratio >= RATE_BOUND);
  }

  private void writeMany(int transactionNumber) {
    OutboxTransaction transaction = bench.outbox().transaction();
    for (int i = 0; i < PER_TRANSACTION; i++) {
      int number = transactionNumber * PER_TRANSACTION + i;
      transaction.events(Aggregate.of("Order", "o-" + number), placed(number));
    }
    transaction.commit();
  }

  private double emptyRate(int round, int records) throws InterruptedException {
    Seen seen = new Seen();
    LocalService worker = bench.startEmpty("backlog-empty-" + round, IDLE, seen);
    bench.await("baseline's end", () -> seen.count() >= 2 * records);
    bench.stop(worker);
    return rate(seen.micros().values().stream().mapToLong(each -> each).sorted().toArray());
  }

  private double relayRate(int round, int records) throws InterruptedException {
    long before = bench.accepted();
    LocalService worker = bench.startRelay("backlog-relay-" + round, IDLE, "off");
    bench.await("relay's end", () -> bench.accepted() >= before + 2L * records);
    bench.stop(worker);
    List<AcceptedRecord> accepted = bench.acceptedAfter(before);
    return rate(
        accepted.stream()
            .limit(2L * records)
            .mapToLong(each -> Workbench.micros(each.acceptedAt()))
            .toArray());
  }

  /** The rate of the second half. */
  private static double rate(long[] micros) {
    int half = micros.length / 2;
    return half * 1e6 / (micros[micros.length - 1] - micros[half]);
  }

  /**
   * The time from just before an event's commit, by the writer's clock, until the target accepts
   * it, by the target's clock; for the baseline, until its record processor is called. Both read
   * the same records of the same stream at the same time.
   */
  public boolean latency() throws InterruptedException {
    boolean holds = true;
    List<Double> answers = answerMillis();
    double answer = Spread.quantile(answers, 0.5);
    results.print(
        "The target answers in %.1f ms (p50), %.1f ms (p99: the machine's own tail).%n",
        answer, Spread.quantile(answers, 0.99));
    results.print(
        ROW,
        "idle",
        "empty p50",
        "relay p50",
        "more",
        "empty p99",
        "relay p99",
        "reads/shard/month",
        "price",
        "");
    int earlier = 0;
    for (int idle : quick ? new int[] {100} : new int[] {20, 100, 250, 1000}) {
      earlier += quick ? 10 : 100;
      int events = quick ? 20 : 400;
      holds &= latency(Duration.ofMillis(idle), earlier, events, answer + LATENCY_BOUND_MILLIS);
      earlier += events;
    }
    results.print("Bound: more <= the target's answer time + %.0f ms.%n", LATENCY_BOUND_MILLIS);
    return holds;
  }

  /**
   * Prints a row.
   *
   * @param records how many records there are after the warm-up, in which new workers also read
   *     what earlier ones have read
   */
  private boolean latency(Duration idle, int records, int events, double bound)
      throws InterruptedException {
    Seen seen = new Seen();
    String application = "latency-" + idle.toMillis();
    String http = "127.0.0.1:" + freePort();
    LocalService empty = bench.startEmpty(application + "-empty", idle, seen);
    LocalService relay = bench.startRelay(application + "-relay", idle, http);
    Outbox outbox = bench.outbox();
    long before = bench.accepted();
    List<CommitResult> unused = write(outbox, quick ? 10 : 100);
    bench.await("warm-up of the baseline", () -> seen.count() >= records);
    bench.await("warm-up of the relay", () -> bench.accepted() >= before + records);

    long ordinal = bench.accepted();
    double reads = reads(http);
    long from = System.nanoTime();
    List<CommitResult> committed = write(outbox, events);
    double readsPerSecond = (reads(http) - reads) * 1e9 / (System.nanoTime() - from);
    Map<String, Long> written = new HashMap<>();
    Map<String, Long> writtenEvents = new HashMap<>();
    for (CommitResult each : committed) {
      long at = Workbench.micros(each.writtenAt());
      CommittedRecord record = each.records().get(0);
      written.put(record.key().partition() + record.key().sort(), at);
      writtenEvents.put(record.eventIds().get(0), at);
    }
    bench.await("baseline's end", () -> seen.micros().keySet().containsAll(written.keySet()));
    bench.await("relay's end", () -> bench.acceptedAfter(ordinal).size() >= events);
    bench.stop(empty);
    bench.stop(relay);

    Map<String, Long> came = seen.micros();
    List<Double> emptyMillis =
        inMillis(written.keySet().stream().mapToLong(key -> of(came, key) - of(written, key)));
    List<Double> relayMillis =
        inMillis(
            bench.acceptedAfter(ordinal).stream()
                .filter(each -> writtenEvents.containsKey(eventId(each)))
                .mapToLong(
                    each ->
                        Workbench.micros(each.acceptedAt()) - of(writtenEvents, eventId(each))));
    double more = Spread.quantile(relayMillis, 0.5) - Spread.quantile(emptyMillis, 0.5);
    boolean holds = more <= bound;
    double monthly = readsPerSecond * SECONDS_PER_MONTH;
    results.print(
        ROW,
        idle.toMillis() + " ms",
        millis(Spread.quantile(emptyMillis, 0.5)),
        millis(Spread.quantile(relayMillis, 0.5)),
        millis(more),
        millis(Spread.quantile(emptyMillis, 0.99)),
        millis(Spread.quantile(relayMillis, 0.99)),
        "%.1f million".formatted(monthly / 1e6),
        "$%.2f".formatted(monthly * DOLLARS_PER_READ),
        holds ? "holds" : "DOES NOT HOLD");
    return holds;
  }

  private static long of(Map<String, Long> times, String key) {
    return Objects.requireNonNull(times.get(key), key);
  }

  private static String eventId(Accepted accepted) {
    try {
      return JSON.readTree(accepted.body()).path("id").asText();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("The target accepted something that is not JSON", e);
    }
  }

  /**
   * Commits once in each interval, at an offset that cycles through the interval: no commit is in
   * step with the reads, and every phase between two reads occurs equally often. Pauses of random
   * length would move the median of two workers that read once a second by 25 ms, by chance alone.
   */
  private static List<CommitResult> write(Outbox outbox, int events) throws InterruptedException {
    CommitResult[] results = new CommitResult[events];
    long start = System.nanoTime();
    for (int i = 0; i < events; i++) {
      double due = (i + i * GOLDEN_RATIO % 1) * PAUSE_MILLIS;
      Thread.sleep(Math.max(0, (long) due - (System.nanoTime() - start) / 1_000_000));
      results[i] = outbox.transaction().events(Aggregate.of("Order", "o-" + i), placed(i)).commit();
    }
    return List.of(results);
  }

  private static Event placed(int number) {
    return Event.of("OrderPlaced", Map.of("number", number));
  }

  private List<Double> answerMillis() {
    SdkBytes data = SdkBytes.fromUtf8String("{\"id\":\"x\"}");
    long[] micros = new long[300];
    for (int i = 0; i < micros.length; i++) {
      long start = System.nanoTime();
      bench
          .kinesis()
          .putRecord(put -> put.streamName(Workbench.STREAM).partitionKey("x").data(data));
      micros[i] = (System.nanoTime() - start) / 1000;
    }
    return inMillis(Arrays.stream(micros).skip(100));
  }

  private static double reads(String http) throws InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + http + "/metrics")).build();
    try {
      return HttpClient.newHttpClient()
          .send(request, HttpResponse.BodyHandlers.ofString())
          .body()
          .lines()
          .filter(line -> line.startsWith("outbox_stream_reads_total "))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Double> inMillis(LongStream micros) {
    return micros.mapToObj(each -> each / 1000.0).toList();
  }

  private static String millis(double value) {
    return "%.1f ms".formatted(value);
  }
}
