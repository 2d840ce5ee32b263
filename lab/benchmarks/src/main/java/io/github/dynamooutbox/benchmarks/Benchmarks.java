package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.benchmarks.lambda.Bookkeeping;
import io.github.dynamooutbox.benchmarks.lambda.ColdStart;
import io.github.dynamooutbox.benchmarks.lambda.Growth;
import io.github.dynamooutbox.benchmarks.lambda.JarSize;
import io.github.dynamooutbox.benchmarks.lambda.PackagedFunction;
import io.github.dynamooutbox.benchmarks.lambda.RelayBenchmark;
import io.github.dynamooutbox.benchmarks.lambda.SmallestHeap;
import io.github.dynamooutbox.benchmarks.library.BatchRate;
import io.github.dynamooutbox.benchmarks.library.InboxCost;
import io.github.dynamooutbox.benchmarks.library.WriterCost;
import io.github.dynamooutbox.benchmarks.measure.CostTable;
import io.github.dynamooutbox.benchmarks.measure.Results;
import io.github.dynamooutbox.benchmarks.system.EmbeddedSystem.RelayHost;
import io.github.dynamooutbox.benchmarks.system.KclMeasurements;
import io.github.dynamooutbox.benchmarks.system.LambdaChaos;
import io.github.dynamooutbox.benchmarks.system.RedriveRate;
import io.github.dynamooutbox.benchmarks.system.Soak;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command behind {@code lab/benchmarks/run}. */
@Command(
    name = "run",
    description = {
      "Compares the KCL relay with a worker with the same settings whose record processor does"
          + " nothing, the relay on Lambda, writer and inbox with the same requests written by"
          + " hand, and a redrive of parked events with a live relay.",
      "Run it on an otherwise idle machine.",
      ""
    },
    footer = {
      "",
      "--short all runs the short form of each command.",
      "outages runs targets that throttle, flap or fail in virtual time (5 minutes).",
      "chaos --relay kcl runs rounds of about half a minute with three workers instead.",
      "",
      "Exit code: 0 if the bounds hold, 1 if one does not, 2 for invalid options."
    },
    synopsisSubcommandLabel = "COMMAND")
public final class Benchmarks {
  private final Results results = new Results();

  @Option(
      names = "--help",
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "shows this help")
  @SuppressWarnings("UnusedVariable") // picocli reads the option, not the field
  private boolean help;

  @Option(
      names = "--short",
      scope = ScopeType.INHERIT,
      description =
          "takes seconds and shows only that the command works: its figures mean nothing, and the"
              + " exit code is 0 whatever they are")
  private boolean quick;

  private Benchmarks() {}

  /** Runs the command that the arguments name, and exits the JVM. */
  public static void main(String[] arguments) {
    CommandLine line = new CommandLine(new Benchmarks()).setCaseInsensitiveEnumValuesAllowed(true);
    if (arguments.length == 0) {
      line.usage(System.err);
      System.exit(CommandLine.ExitCode.USAGE);
    }
    System.exit(line.execute(arguments));
  }

  @Command(
      name = "latency",
      description = "time from write to publish on KCL, for several pauses between reads (3 min)")
  int latency() throws InterruptedException {
    try (KclMeasurements kcl = new KclMeasurements(results, quick)) {
      return code(kcl.latency());
    }
  }

  @Command(
      name = "backlog",
      description = "the rate at which a backlog of 20,000 records is published on KCL (2 min)")
  int backlog() throws InterruptedException {
    try (KclMeasurements kcl = new KclMeasurements(results, quick)) {
      return code(kcl.backlog());
    }
  }

  @Command(name = "idle", description = "CPU time on KCL while nothing is written (2 min)")
  int idle() throws InterruptedException {
    try (KclMeasurements kcl = new KclMeasurements(results, quick)) {
      return code(kcl.idle());
    }
  }

  @Command(
      name = "soak",
      description =
          "writers with a relay, at half of the sustainable rate: rate, lag, live heap, threads,"
              + " files over time")
  int soak(
      @Mixin PackagedFunction function,
      @Option(names = "--relay", required = true, description = "lambda or kcl") RelayHost host,
      @Option(
              names = "--minutes",
              defaultValue = "30",
              description = "duration (default: ${DEFAULT-VALUE})")
          int minutes)
      throws InterruptedException {
    Duration time = quick ? Duration.ofSeconds(5) : Duration.ofMinutes(minutes);
    return code(Soak.measure(results, host, function.jar(), time, quick));
  }

  @Command(
      name = "chaos",
      description = "kills, stops and cuts off the function and its consumers under load")
  int chaos(
      @Mixin PackagedFunction function,
      @Option(names = "--relay", required = true, description = "lambda or kcl") RelayHost host,
      @Option(
              names = "--rounds",
              defaultValue = "100",
              description =
                  "number of rounds, of about 10 seconds each (default: ${DEFAULT-VALUE})")
          int rounds,
      @Option(
              names = "--seed",
              defaultValue = "1",
              description =
                  "random seed of the faults and their timing (default: ${DEFAULT-VALUE})")
          long seed)
      throws InterruptedException {
    if (host == RelayHost.KCL) {
      throw new IllegalArgumentException("--relay kcl must come before other options");
    }
    return code(LambdaChaos.measure(results, function.jar(), quick ? 1 : rounds, seed));
  }

  @Command(
      name = "writer",
      description = "CPU time, bytes and write units of a commit and of a hand-written one (4 min)")
  int writer() {
    return code(CostTable.measure(results, "outbox", WriterCost.class, quick));
  }

  @Command(
      name = "inbox",
      description = "CPU time, bytes and write units per event, rate of batches (2 min)")
  int inbox() {
    boolean cost = CostTable.measure(results, "inbox", InboxCost.class, quick);
    return code(BatchRate.measure(results, quick) && cost);
  }

  @Command(
      name = "redrive",
      description = "the rate of a redrive, compared with a live relay (5 min)")
  int redrive(
      @Option(
              names = "--events",
              defaultValue = "50000",
              description = "events in each round (default: ${DEFAULT-VALUE})")
          int events,
      @Option(
              names = "--lanes",
              defaultValue = "2500",
              description = "lanes that the events are divided among (default: ${DEFAULT-VALUE})")
          int lanes,
      @Option(
              names = "--rounds",
              defaultValue = "5",
              description = "number of alternating rounds (default: ${DEFAULT-VALUE})")
          int rounds) {
    return code(
        quick
            ? RedriveRate.measure(results, 500, 50, 1)
            : RedriveRate.measure(results, events, lanes, rounds));
  }

  @Command(
      name = "relay",
      description =
          "rate, CPU time and bytes of the relay on Lambda, and of hand-written loops (6 min)")
  int relay(
      @Option(
              names = "--rounds",
              defaultValue = "15",
              description = "number of alternating rounds (default: ${DEFAULT-VALUE})")
          int rounds) {
    return code(RelayBenchmark.measure(results, quick ? 1 : rounds, quick));
  }

  @Command(name = "units", description = "write units of the relay's bookkeeping (10 s)")
  int units() {
    return code(Bookkeeping.measure(results));
  }

  @Command(
      name = "growth",
      description = "CPU time per MB, by aggregates, payload, targets and shards (4 min)")
  int growth() {
    return code(Growth.measure(results, quick));
  }

  @Command(
      name = "coldstart",
      description = "cold starts of the function, compared with a hand-written handler (3 min)")
  int coldStart(
      @Mixin PackagedFunction function,
      @Option(
              names = "--starts",
              defaultValue = "30",
              description = "starts of each, alternating (default: ${DEFAULT-VALUE})")
          int starts,
      @Option(
              names = "--archived",
              description = "also starts both from a class archive or an AOT cache (2 min more)")
          boolean archived)
      throws InterruptedException {
    return code(ColdStart.measure(results, function, quick ? 1 : starts, archived));
  }

  @Command(
      name = "heap",
      description = "smallest heap for 20 batches of 6 MB, beside an empty handler's (6 min)")
  int heap(@Mixin PackagedFunction function) throws InterruptedException {
    return code(SmallestHeap.measure(results, function, quick));
  }

  @Command(name = "size", description = "what the function's jar consists of (1 s)")
  int size(@Mixin PackagedFunction function) {
    return code(JarSize.measure(results, function.jar()));
  }

  private int code(boolean holds) {
    return holds || quick ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }
}
