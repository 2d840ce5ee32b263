package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.benchmarks.chaos.ChaosTable;
import io.github.dynamooutbox.benchmarks.embedded.EndToEnd;
import io.github.dynamooutbox.benchmarks.embedded.RelayHost;
import io.github.dynamooutbox.benchmarks.embedded.Soak;
import io.github.dynamooutbox.benchmarks.function.ColdStart;
import io.github.dynamooutbox.benchmarks.function.JarSize;
import io.github.dynamooutbox.benchmarks.function.PackagedFunction;
import io.github.dynamooutbox.benchmarks.function.SmallestHeap;
import io.github.dynamooutbox.benchmarks.inbox.BatchRate;
import io.github.dynamooutbox.benchmarks.inbox.InboxCost;
import io.github.dynamooutbox.benchmarks.inbox.InboxUnits;
import io.github.dynamooutbox.benchmarks.kcl.BacklogRate;
import io.github.dynamooutbox.benchmarks.kcl.Collectors;
import io.github.dynamooutbox.benchmarks.kcl.IdleCpu;
import io.github.dynamooutbox.benchmarks.kcl.IdleRequests;
import io.github.dynamooutbox.benchmarks.kcl.Latency;
import io.github.dynamooutbox.benchmarks.kcl.Sizing;
import io.github.dynamooutbox.benchmarks.redrive.RedriveRate;
import io.github.dynamooutbox.benchmarks.relay.Bookkeeping;
import io.github.dynamooutbox.benchmarks.relay.Growth;
import io.github.dynamooutbox.benchmarks.relay.RelayBenchmark;
import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.benchmarks.writer.WriterCost;
import io.github.dynamooutbox.benchmarks.writer.WriterUnits;
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
      "outages runs targets that throttle, flap or fail in virtual time (5 minutes).",
      "chaos --relay kcl runs rounds of about half a minute with three workers instead.",
      "",
      "Exit code: 0 if the bounds hold, 1 if one does not, 2 for invalid options."
    },
    synopsisSubcommandLabel = "COMMAND")
public final class Benchmarks {
  /** For commands that draw nothing. */
  private final Results out = new Results();

  @Option(
      names = "--help",
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "shows this help")
  @SuppressWarnings("UnusedVariable") // picocli reads the option, not the field
  private boolean help;

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
      description = "time from write to publish, for several pauses between reads (3 minutes)")
  int latency() throws InterruptedException {
    return code(Latency.measure(out));
  }

  @Command(
      name = "backlog",
      description = "the rate at which a backlog of 20,000 records is published")
  int backlog() throws InterruptedException {
    return code(BacklogRate.measure(out));
  }

  @Command(name = "idle", description = "CPU time while nothing is written (2 minutes)")
  int idle() throws InterruptedException {
    return code(IdleCpu.measure(out));
  }

  @Command(
      name = "requests",
      description = "the requests of one idle worker to DynamoDB (2 minutes)")
  int requests() throws InterruptedException {
    IdleRequests.measure(out);
    return CommandLine.ExitCode.OK;
  }

  @Command(
      name = "sizing",
      description = "live heap of 1 to 64 shards in one worker while a target is down (2 minutes)")
  int sizing() throws InterruptedException {
    Sizing.measure(out);
    return CommandLine.ExitCode.OK;
  }

  @Command(
      name = "collectors",
      description = "CPU time and memory of a backlog with each garbage collector (3 minutes)")
  int collectors() throws InterruptedException {
    Collectors.measure(out);
    return CommandLine.ExitCode.OK;
  }

  @Command(
      name = "soak",
      description =
          "rate, lag, live heap, threads and files over time, at half of the sustainable rate")
  int soak(
      @Mixin PackagedFunction function,
      @Option(
              names = "--minutes",
              defaultValue = "30",
              description = "duration; 2 for a quick look (default: ${DEFAULT-VALUE})")
          int minutes,
      @Option(names = "--relay", required = true, description = "lambda or kcl") RelayHost host,
      @Mixin Results results)
      throws InterruptedException {
    return code(Soak.measure(results, host, function.jar(), Duration.ofMinutes(minutes)));
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
          long seed,
      @Mixin Results results)
      throws InterruptedException {
    if (host == RelayHost.KCL) {
      throw new IllegalArgumentException("--relay kcl must come before other options");
    }
    return code(ChaosTable.measure(results, function.jar(), rounds, seed));
  }

  @Command(
      name = "endtoend",
      description = "writers with and without a relay at equal load, p50 and p99 (8 minutes)")
  int endToEnd(
      @Mixin PackagedFunction function,
      @Option(names = "--quick", description = "one short round, in about a minute") boolean quick,
      @Mixin Results results)
      throws InterruptedException {
    return code(
        EndToEnd.measure(
            results, function.jar(), Duration.ofSeconds(quick ? 3 : 15), quick ? 1 : 5));
  }

  @Command(
      name = "writer",
      description = "CPU time and bytes of a commit, compared with a hand-written one (2 minutes)")
  int writer() {
    return code(WriterCost.measure(out));
  }

  @Command(
      name = "inbox",
      description = "CPU time, bytes and write units per event, rate of batches (2 minutes)")
  int inbox() {
    boolean cost = InboxCost.measure(out);
    boolean units = InboxUnits.measure(out);
    boolean rate = BatchRate.measure(out);
    return code(cost && units && rate);
  }

  @Command(
      name = "redrive",
      description = "the rate of a redrive, compared with a live relay (5 minutes)")
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
    return code(RedriveRate.measure(out, events, lanes, rounds));
  }

  @Command(
      name = "relay",
      description =
          "rate, CPU time and bytes of the relay on Lambda, and of hand-written loops (6 minutes)")
  int relay(
      @Option(
              names = "--rounds",
              defaultValue = "15",
              description = "number of alternating rounds (default: ${DEFAULT-VALUE})")
          int rounds,
      @Mixin Results results) {
    return code(RelayBenchmark.measure(results, rounds));
  }

  @Command(
      name = "units",
      description = "write units of a commit and of the relay's bookkeeping (1 minute)")
  int units(@Mixin Results results) {
    boolean holds = WriterUnits.measure(results);
    return code(Bookkeeping.measure(results) && holds);
  }

  @Command(
      name = "growth",
      description = "CPU time per MB, by aggregates, payload, targets and shards (4 minutes)")
  int growth(
      @Option(
              names = "--quick",
              description = "one round, for a rough figure in less than a minute")
          boolean quick,
      @Mixin Results results) {
    return code(Growth.measure(results, quick));
  }

  @Command(
      name = "coldstart",
      description = "cold starts of the function, compared with a hand-written handler (3 minutes)")
  int coldStart(
      @Mixin PackagedFunction function,
      @Option(
              names = "--starts",
              defaultValue = "30",
              description = "starts of each, alternating (default: ${DEFAULT-VALUE})")
          int starts,
      @Option(
              names = "--archived",
              description =
                  "also starts both from a class archive or an AOT cache; another 2 minutes")
          boolean archived)
      throws InterruptedException {
    return code(ColdStart.measure(out, function, starts, archived));
  }

  @Command(
      name = "heap",
      description =
          "smallest heap for 20 batches of 6 MB, compared with an empty handler (6 minutes)")
  int heap(
      @Mixin PackagedFunction function,
      @Option(
              names = "--quick",
              description = "3 batches, for a rough figure in less than a minute")
          boolean quick,
      @Mixin Results results)
      throws InterruptedException {
    return code(SmallestHeap.measure(results, function, quick));
  }

  @Command(name = "size", description = "what the function's jar consists of, and why (1 second)")
  int size(@Mixin PackagedFunction function, @Mixin Results results) {
    return code(JarSize.measure(results, function.jar()));
  }

  private static int code(boolean holds) {
    return holds ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }
}
