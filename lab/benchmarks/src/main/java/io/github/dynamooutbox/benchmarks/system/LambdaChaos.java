package io.github.dynamooutbox.benchmarks.system;

import io.github.dynamooutbox.benchmarks.measure.Results;
import io.github.dynamooutbox.localaws.FaultyGateway.Mode;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rounds of chaos. In each, the function, its control table, its target or a consumer fails while
 * orders are committed; then every committed event must have arrived, in order, and taken effect
 * once.
 */
public final class LambdaChaos implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Longer than the relay retries, shorter than the function's timeout. */
  private static final Duration FAILURE = Duration.ofSeconds(2);

  /** The most events whose answer a single request can lose. */
  private static final int ENTRIES = 10;

  private static final int LONGEST_PAUSE_MILLIS = 60;
  private static final int CONSUMERS = 2;

  /** The kinds of trouble in a round. */
  private enum Trouble {
    FUNCTION_KILLED("function killed (kill -9) in the middle of a batch"),
    FUNCTION_STOPPED("function stopped (SIGSTOP) for longer than its timeout"),
    CONSUMER_KILLED("a consumer killed (kill -9)"),
    TARGET_CUT("connections to the target cut"),
    TARGET_ANSWERS_LOST("answers of the target lost"),
    CONTROL_THROTTLED("control table throttled"),
    CONTROL_ANSWERS_LOST("answers of the control table lost"),
    CONTROL_CUT("connections to the control table cut");

    private final String what;

    Trouble(String what) {
      this.what = what;
    }
  }

  /**
   * The outcome of a round.
   *
   * @param trouble the kind of trouble
   * @param arrived events that the bus accepted, including repeats
   * @param lost events that never arrived
   * @param outOfOrder events that overtook another of their order
   * @param twice repeats
   * @param inFlight events that may be repeated: those published by calls of the function that did
   *     not finish their batch, and those in requests whose answers were lost
   * @param wrongEffects missing or surplus effects at the consumers
   * @param again time from the end of the trouble until every order had been published again
   */
  public record ChaosRound(
      String trouble,
      int arrived,
      int lost,
      int outOfOrder,
      int twice,
      int inFlight,
      int wrongEffects,
      Duration again) {
    /** Whether all guarantees held. */
    public boolean holds() {
      return lost == 0 && outOfOrder == 0 && twice <= inFlight && wrongEffects == 0;
    }
  }

  private final ChaosSystem system;
  private final Random random;
  private final Consumer<ChaosRound> played;
  private final List<ChaosRound> rounds = new ArrayList<>();

  /**
   * Starts a system for rounds.
   *
   * @param function the packaged function
   * @param seed the random seed of the faults and their timing
   * @param consumers the number of consumers
   * @param played receives each round when it is over
   */
  public LambdaChaos(Path function, long seed, int consumers, Consumer<ChaosRound> played) {
    this.played = played;
    system = new ChaosSystem(function, seed, consumers);
    random = new Random(seed);
  }

  /**
   * Plays rounds, prints a row for each kind of trouble, and returns whether all guarantees held.
   */
  public static boolean measure(Results results, Path function, int rounds, long seed)
      throws InterruptedException {
    try (LambdaChaos chaos =
        new LambdaChaos(function, seed, CONSUMERS, round -> results.print("%s%n", round))) {
      results.print("seed %d%n", seed);
      List<ChaosRound> played = chaos.play(rounds);
      results.print(
          "| what happens | rounds | events | lost | out of order | twice | most in a round | of at"
              + " most | wrong effects | published again after |%n"
              + "|---|---|---|---|---|---|---|---|---|---|%n");
      played.stream()
          .collect(Collectors.groupingBy(ChaosRound::trouble, TreeMap::new, Collectors.toList()))
          .forEach((kind, all) -> print(results, kind, all));
      return results.bound(
          "lost 0, out of order 0, twice <= in flight, effects once",
          played.stream().allMatch(ChaosRound::holds));
    }
  }

  private static void print(Results results, String kind, List<ChaosRound> all) {
    ChaosRound worst = Collections.max(all, Comparator.comparingInt(ChaosRound::twice));
    List<Double> again = all.stream().map(round -> round.again.toMillis() / 1e3).toList();
    results.print(
        "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %.1f to %.1f s |%n",
        kind,
        all.size(),
        sum(all, ChaosRound::arrived),
        sum(all, ChaosRound::lost),
        sum(all, ChaosRound::outOfOrder),
        sum(all, ChaosRound::twice),
        worst.twice,
        worst.inFlight,
        sum(all, ChaosRound::wrongEffects),
        Collections.min(again),
        Collections.max(again));
  }

  private static int sum(List<ChaosRound> all, ToIntFunction<ChaosRound> figure) {
    return all.stream().mapToInt(figure).sum();
  }

  /** Plays {@code number} rounds: each kind of trouble once, in random order, then again. */
  public List<ChaosRound> play(int number) throws InterruptedException {
    List<Trouble> kinds = new ArrayList<>();
    while (rounds.size() < number) {
      if (kinds.isEmpty()) {
        kinds.addAll(List.of(Trouble.values()));
        Collections.shuffle(kinds, random);
      }
      play(kinds.remove(0));
    }
    return rounds;
  }

  /** Plays three short rounds. */
  public List<ChaosRound> playShort() throws InterruptedException {
    for (Trouble kind :
        List.of(Trouble.FUNCTION_KILLED, Trouble.TARGET_ANSWERS_LOST, Trouble.CONSUMER_KILLED)) {
      play(kind);
    }
    return rounds;
  }

  private void play(Trouble kind) throws InterruptedException {
    Instant began = Instant.now();
    String prefix = "c%d-".formatted(rounds.size() + 1);
    ChaosOrders orders = new ChaosOrders(system.outbox(), system.stub(), prefix);
    await("no events", orders, () -> orders.arrived() > 0);
    int explained = cause(kind, orders);
    Instant over = Instant.now();
    int then = orders.committed();
    await("nothing published again after " + kind.what, orders, () -> orders.arrived() > then);
    Duration again = Duration.between(over, Instant.now());
    int last = orders.end();
    await("events are missing after " + kind.what, orders, () -> orders.arrived() >= last);
    int effects = awaitEffects(prefix, last);
    // What arrived twice meanwhile counts, too.
    int unused = orders.arrived();
    ChaosRound round =
        new ChaosRound(
            kind.what,
            orders.count(),
            orders.lost(),
            orders.outOfOrder(),
            orders.twice(),
            explained + orders.during(system.unfinishedSince(began)),
            effects,
            again);
    rounds.add(round);
    played.accept(round);
  }

  /**
   * Causes the trouble, and returns how many events it may repeat besides those of unfinished
   * batches.
   */
  private int cause(Trouble kind, ChaosOrders orders) throws InterruptedException {
    return switch (kind) {
      case FUNCTION_KILLED -> {
        awaitBusy(orders);
        system.function().kill();
        yield 0;
      }
      case FUNCTION_STOPPED -> {
        awaitBusy(orders);
        stop(system.function().pid().orElse(0));
        Thread.sleep(ChaosSystem.TIMEOUT.toMillis());
        yield 0;
      }
      case CONSUMER_KILLED -> {
        Thread.sleep(random.nextInt(10 * LONGEST_PAUSE_MILLIS));
        system.replaceConsumer(random.nextInt(2));
        yield 0;
      }
      case TARGET_CUT -> {
        int unused = inject(Fault.breakConnection());
        yield 0;
      }
      case TARGET_ANSWERS_LOST -> ENTRIES * inject(Fault.loseAnswer());
      case CONTROL_THROTTLED -> control(Mode.THROTTLES);
      case CONTROL_ANSWERS_LOST -> control(Mode.LOSES_ANSWERS);
      case CONTROL_CUT -> control(Mode.CUTS);
    };
  }

  /** Waits for a moment in the middle of a batch, if one takes that long. */
  private void awaitBusy(ChaosOrders orders) throws InterruptedException {
    Thread.sleep(random.nextInt(10 * LONGEST_PAUSE_MILLIS));
    await("no batch", orders, system.function()::isBusy);
    Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
    await("no batch", orders, system.function()::isBusy);
  }

  private static void stop(long pid) throws InterruptedException {
    try {
      int failed = new ProcessBuilder("kill", "-STOP", Long.toString(pid)).start().waitFor();
      if (failed != 0) {
        throw new IllegalStateException("kill -STOP failed: " + failed);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Applies the fault to half of the requests for a while; returns to how many. */
  private int inject(Fault fault) throws InterruptedException {
    Injection injection =
        system
            .stub()
            .faults()
            .inject(When.on(Service.EVENTBRIDGE).action("PutEvents").probability(0.5), fault);
    Thread.sleep(FAILURE.toMillis());
    injection.cancel();
    return injection.fired();
  }

  private int control(Mode mode) throws InterruptedException {
    system.gateway().set(mode);
    Thread.sleep(FAILURE.toMillis());
    system.gateway().set(Mode.PASSES);
    return 0;
  }

  /** Waits until all effects are there; returns how many are missing or surplus. */
  private int awaitEffects(String prefix, int last) throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    int wrong = wrongEffects(prefix, last);
    while (wrong > 0 && Instant.now().isBefore(end)) {
      Thread.sleep(50);
      wrong = wrongEffects(prefix, last);
    }
    return wrong;
  }

  private int wrongEffects(String prefix, int last) {
    return IntStream.range(0, ChaosOrders.ORDERS)
        .map(order -> Math.abs(system.changes(prefix + order) - last))
        .sum();
  }

  private void await(String missing, ChaosOrders orders, BooleanSupplier holds)
      throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (!holds.getAsBoolean()) {
      if (Instant.now().isAfter(end)) {
        int unused = orders.end();
        throw new IllegalStateException(
            "%s within %d s; %s".formatted(missing, PATIENCE.toSeconds(), system.state()));
      }
      Thread.sleep(5);
    }
  }

  @Override
  public void close() {
    system.close();
  }
}
