package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.PartitionLimits.Throttled;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a host asks of its control table and its targets, by the number of shards: no part may cost
 * more for each shard when there are more of them. One of two targets is down for a while.
 *
 * <p>{@code -Dshards.few=10 -Dshards.most=1000} compares so many, {@code -Dshards.records=20}
 * writes so many records a second and shard, with KCL a multiple of 10, and all is well for {@code
 * -Dshards.minutes=60}.
 */
class ManyShardsTest {
  private static final int FEW = Integer.getInteger("shards.few", 5);
  private static final int MANY = Integer.getInteger("shards.most", 20);
  private static final int RECORDS_A_SECOND = Integer.getInteger("shards.records", 5);
  private static final int MINUTES_WELL = Integer.getInteger("shards.minutes", 1);

  /** Records of a shard arrive ten times a second. */
  private static final int LEAST_OF_A_WORKER = 10;

  /** Of a KCL application: each relays the same number of shards. */
  private static final int WORKERS = 5;

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int MINUTES_DOWN = 2;

  /** Of what a shard costs with few shards; random times of containers make some difference. */
  private static final double BOUND = 1.2;

  /** Known to grow: see docs/scale.md, "The first ceilings". */
  private static final String LOADED = "finished ahead, entries loaded";

  /**
   * Behind the name of a part: requests that a partition had no units for. They cost none, and are
   * repeated. A table has as many partitions whatever the shards: see the same place.
   */
  private static final String THROTTLED = ", throttled";

  /** Requests of a shard and minute that are too few to compare. */
  private static final double LEAST = 0.5;

  @Test
  void noPartOfAFunctionCostsMoreForEachShardWhenThereAreMore() {
    compare(RecordFeed.Host.LAMBDA);
  }

  @Test
  @Tag("full")
  void noPartOfAWorkerCostsMoreForEachShardWhenThereAreMore() {
    compare(RecordFeed.Host.KCL);
  }

  private static void compare(RecordFeed.Host host) {
    Map<String, Double> few = new Shards(host, FEW).costs();
    Map<String, Double> many = new Shards(host, MANY).costs();
    System.out.printf(
        "%-44s %12s %12s%n", host + ": a shard and minute", FEW + " shards", MANY + " shards");
    many.forEach(
        (part, cost) ->
            System.out.printf("%-44s %12.2f %12.2f%n", part, few.getOrDefault(part, 0.0), cost));
    Map<String, Double> throttled = new TreeMap<>(many);
    throttled.keySet().removeIf(part -> !part.endsWith(THROTTLED));
    many.keySet().removeIf(part -> part.endsWith(LOADED) || part.endsWith(THROTTLED));
    assertThat(throttled)
        .allSatisfy(
            (part, times) ->
                assertThat(times)
                    .as(part)
                    .isLessThanOrEqualTo(many.getOrDefault(part.replace(THROTTLED, ""), 0.0)));
    assertThat(many)
        .isNotEmpty()
        .allSatisfy(
            (part, cost) ->
                assertThat(cost)
                    .as(part)
                    .isLessThanOrEqualTo(Math.max(LEAST, BOUND * few.getOrDefault(part, 0.0))));
  }

  /** A function or workers over so many shards, in virtual time. */
  private static final class Shards {
    private final RecordFeed.Host host;
    private final int number;
    private final VirtualLoop loop = new VirtualLoop();
    private final Random random = new Random(1);
    private final MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(7));
    private final SharedLists lists = new SharedLists();
    private final ScriptedTarget up = target("up");
    private final ScriptedTarget down = target("down");
    private final Map<String, Double> costs = new TreeMap<>();
    private final Map<String, Lags> lags = Map.of("up", new Lags(), "down", new Lags());
    private String phase = "";
    private int minutes = 1;

    private Shards(RecordFeed.Host host, int number) {
      this.host = host;
      this.number = number;
      for (ScriptedTarget target : List.of(up, down)) {
        target.always(entries -> accepted(target, entries));
      }
    }

    /** Of one shard and minute, by phase and part. */
    private Map<String, Double> costs() {
      IntConsumer feed = host == RecordFeed.Host.KCL ? workers() : containers();
      for (int shard = 0; shard < number; shard++) {
        int each = shard;
        loop.schedule(Duration.ofMillis(random.nextInt(1_000)), () -> feed.accept(each));
      }
      play("starts", 1);
      play("all is well", MINUTES_WELL);
      down.always(Shards::noAnswer).latency(Duration.ofSeconds(5));
      play("a target goes down", MINUTES_DOWN);
      play("it stays down", 1);
      down.always(entries -> accepted(down, entries)).latency(Duration.ofMillis(10));
      play("it is up again", 1);
      return costs;
    }

    private IntConsumer containers() {
      return new ContainerFeed(loop, random, RECORDS_A_SECOND, this::relay)::start;
    }

    private IntConsumer workers() {
      List<Relay> workers =
          IntStream.range(0, WORKERS).mapToObj(each -> relay(new MortalLoop(loop))).toList();
      return shard ->
          new RecordFeed(
                  loop,
                  workers.get(shard % WORKERS),
                  host,
                  (from, to) ->
                      LongStream.range(from, to)
                          .mapToObj(each -> ContainerFeed.record(loop.instant(), shard, each))
                          .toList(),
                  Math.max(LEAST_OF_A_WORKER, RECORDS_A_SECOND),
                  "shard" + shard)
              .start();
    }

    private BatchOutcome accepted(ScriptedTarget target, List<ScriptedTarget.Sent> entries) {
      for (ScriptedTarget.Sent each : entries) {
        Instant written = each.envelope().record().context().writtenAt();
        lags.get(target.name()).add(Duration.between(written, loop.instant()));
      }
      return ScriptedTarget.acceptAll(entries);
    }

    private void play(String name, int time) {
      lists.clear();
      phase = name;
      minutes = time;
      long read = queues.limits.read();
      long written = queues.limits.written();
      for (long second = 0; second < time * MINUTE.toSeconds(); second++) {
        loop.runFor(Duration.ofSeconds(1));
        for (ScriptedTarget target : List.of(up, down)) {
          count("requests to " + target.name(), target.requests.size());
          target.requests.clear();
          target.accepted.clear();
        }
        // What is parked is not read here, and would fill the memory.
        queues.held().forEach(queues::deleteByHand);
      }
      count("control table, read units", queues.limits.read() - read);
      count("control table, write units", queues.limits.written() - written);
      lags.forEach(
          (target, lag) ->
              System.out.printf(
                  "%s, %d shards, %s, target %s: %s%n", host, number, name, target, lag));
      lags.values().forEach(Lags::clear);
    }

    private void count(String part, long times) {
      costs.merge(phase + ": " + part, (double) times / number / minutes, Double::sum);
    }

    private static BatchOutcome noAnswer(List<ScriptedTarget.Sent> entries) {
      return BatchOutcome.all(entries.size(), new Retry("DOWN", "no answer"));
    }

    private Relay relay(MortalLoop process) {
      return Relay.builder(List.of(up, down), List.of(Rule.all("up", "down")), process)
          .clock(loop)
          .backoff(new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), random))
          .parking(
              new ParkingPolicy(Optional.of(counted()), true, Optional.of(BlockedAfter.DEFAULT)))
          .finishedAhead(countedLists())
          .receipts(
              receipt -> {
                count("receipts", 1);
                return CompletableFuture.completedStage(null);
              })
          .build();
    }

    private QueueTable counted() {
      QueueTable table = queues.table();
      return (QueueTable)
          Proxy.newProxyInstance(
              QueueTable.class.getClassLoader(),
              new Class<?>[] {QueueTable.class},
              (proxy, method, arguments) -> {
                try {
                  return counted(
                      "control table, " + method.getName(),
                      (CompletionStage<?>) method.invoke(table, arguments));
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    private <T> CompletionStage<T> counted(String part, CompletionStage<T> request) {
      return request.whenComplete(
          (answer, failure) -> count(isThrottled(failure) ? part + THROTTLED : part, 1));
    }

    private static boolean isThrottled(@Nullable Throwable failure) {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      return cause instanceof Throttled;
    }

    private FinishedAheadStore countedLists() {
      return new FinishedAheadStore() {
        @Override
        public CompletionStage<Set<FinishedDelivery>> load(StreamPosition from) {
          count("finished ahead, load", 1);
          count(LOADED, lists.entriesFrom(from, host == RecordFeed.Host.KCL));
          return CompletableFuture.completedStage(lists.ofShard(from));
        }

        @Override
        public CompletionStage<Void> save(StreamPosition first, List<FinishedDelivery> finished) {
          count("finished ahead, save", 1);
          lists.add(finished);
          return CompletableFuture.completedStage(null);
        }
      };
    }

    private ScriptedTarget target(String name) {
      return new ScriptedTarget(name, true, new BatchLimits(10, 262_144, 4), loop);
    }
  }

  /** How late events were published, to 10 ms. */
  private static final class Lags {
    private static final int STEP_MILLIS = 10;

    private final long[] counts = new long[(int) Duration.ofHours(1).toMillis() / STEP_MILLIS];
    private long all;

    private void add(Duration lag) {
      counts[(int) Math.min(counts.length - 1, lag.toMillis() / STEP_MILLIS)]++;
      all++;
    }

    private void clear() {
      Arrays.fill(counts, 0);
      all = 0;
    }

    private long millis(double share) {
      long below = 0;
      int step = 0;
      while (below + counts[step] < share * all) {
        below += counts[step++];
      }
      return (long) step * STEP_MILLIS;
    }

    @Override
    public String toString() {
      return "%d published, lag p50 %d ms, p99 %d ms".formatted(all, millis(0.5), millis(0.99));
    }
  }

  /**
   * Lists under their last positions, as all shards of a function share them. A shard gets those of
   * its own: what is loaded of others has no effect, and would take its time here.
   */
  private static final class SharedLists {
    private record Kept(StreamPosition last, Set<FinishedDelivery> finished) {}

    private final Map<Integer, List<Kept>> byShard = new HashMap<>();

    /** How many entries a load from this position reads, of all shards or its own. */
    private int entriesFrom(StreamPosition from, boolean own) {
      return byShard.entrySet().stream()
          .filter(each -> !own || each.getKey() == ContainerFeed.shard(from))
          .flatMap(each -> each.getValue().stream())
          .filter(kept -> kept.last.compareTo(from) >= 0)
          .mapToInt(kept -> kept.finished.size())
          .sum();
    }

    private Set<FinishedDelivery> ofShard(StreamPosition from) {
      Set<FinishedDelivery> found = new HashSet<>();
      byShard.getOrDefault(ContainerFeed.shard(from), List.of()).stream()
          .filter(kept -> kept.last.compareTo(from) >= 0)
          .forEach(kept -> found.addAll(kept.finished));
      return found;
    }

    private void add(List<FinishedDelivery> finished) {
      StreamPosition last = finished.get(finished.size() - 1).position();
      Set<FinishedDelivery> added = Set.copyOf(finished);
      List<Kept> ofShard =
          byShard.computeIfAbsent(ContainerFeed.shard(last), shard -> new ArrayList<>());
      ofShard.removeIf(kept -> added.containsAll(kept.finished));
      ofShard.add(new Kept(last, added));
    }

    private void clear() {
      byShard.clear();
    }
  }
}
