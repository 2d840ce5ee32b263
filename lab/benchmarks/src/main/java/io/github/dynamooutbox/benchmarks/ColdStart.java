package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Cold starts of the packaged function and of a hand-written handler from the same jar,
 * alternating, with AWS's runtime client and Lambda's JVM options: from the process's start to the
 * first response, which follows the first published event.
 */
@Command(
    name = "coldstart",
    description = "cold starts of the function, compared with a hand-written handler (3 min)")
final class ColdStart extends Benchmark {
  private static final double BOUND = 1.10;
  private static final int MEMORY_MEGABYTES = 1024;
  private static final String BY_HAND = HandWrittenHandler.class.getName();
  private static final int EXIT_SECONDS = 60;
  private static final ShardBatch EVENT = ShardBatch.of(1, 1);

  /** From JDK 25 on an archive is an AOT cache, before that a class archive (AppCDS). */
  private static final boolean HAS_CACHE = Runtime.version().feature() >= 25;

  @Mixin private PackagedFunction function = new PackagedFunction();

  @Option(
      names = "--archived",
      description = "also starts both from a class archive or an AOT cache (2 min more)")
  private boolean archived;

  @Override
  boolean measure() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("coldstart");
    try (AnswerServer server = new AnswerServer()) {
      // Both handlers have the same class path: an archive is valid for one only.
      Function<String, LambdaProcess.Builder> process =
          handler -> function.process(handler, server.endpoint()).memory(MEMORY_MEGABYTES);
      print("JDK %d, %d starts each, in seconds%n", Runtime.version().feature(), starts());
      boolean holds = contest("", process, server);
      return (!archived || withArchives(process, directory, server)) && holds;
    }
  }

  private boolean withArchives(
      Function<String, LambdaProcess.Builder> process, Path directory, AnswerServer server)
      throws IOException, InterruptedException {
    Path byHand = train(BY_HAND, process, directory);
    Path relay = train(PackagedFunction.RELAY, process, directory);
    AnswerServer.Requests unused = server.requests();
    // With these options, the JVM does not start without the archive.
    String required = HAS_CACHE ? "-XX:AOTMode=on" : "-Xshare:on";
    String option = HAS_CACHE ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=";
    return contest(
        ", %s of %d and %d MB"
            .formatted(
                HAS_CACHE ? "AOT cache" : "class archive",
                Files.size(byHand) / 1_000_000,
                Files.size(relay) / 1_000_000),
        handler ->
            process
                .apply(handler)
                .jvmOption(required)
                .jvmOption(option + (handler.equals(BY_HAND) ? byHand : relay)),
        server);
  }

  private int starts() {
    return shortOr(1, 30);
  }

  /** Writes an archive in one start with one event and a regular exit. */
  private Path train(
      String handler, Function<String, LambdaProcess.Builder> function, Path directory)
      throws InterruptedException {
    Path file = directory.resolve(handler + ".archive");
    String option = HAS_CACHE ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=";
    try (LambdaProcess process = function.apply(handler).jvmOption(option + file).build()) {
      process.invoke(EVENT.json());
      ProcessHandle handle = ProcessHandle.of(process.pid().orElseThrow()).orElseThrow();
      handle.destroy();
      handle.onExit().get(EXIT_SECONDS, TimeUnit.SECONDS);
    } catch (FunctionError | ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the start that writes the archive failed", e);
    }
    if (!Files.isRegularFile(file)) {
      throw new IllegalStateException("the JVM wrote no archive to " + file);
    }
    return file;
  }

  private boolean contest(
      String title, Function<String, LambdaProcess.Builder> process, AnswerServer server)
      throws InterruptedException {
    List<Double> relay = new ArrayList<>();
    List<Double> byHand = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    // The first pair fills the page cache and is not counted.
    for (int i = 0; i <= starts(); i++) {
      double theirs = seconds(process.apply(BY_HAND), server);
      double ours = seconds(process.apply(PackagedFunction.RELAY), server);
      if (i > 0) {
        relay.add(ours);
        byHand.add(theirs);
        ratios.add(ours / theirs);
      }
    }
    Spread ratio = Spread.of(ratios);
    print("by hand%s %s%n", title, Spread.of(byHand));
    print("relay%s   %s%n", title, Spread.of(relay));
    print("ratio %s. ", ratio);
    return bound("<= %.2f".formatted(BOUND), ratio.median() <= BOUND);
  }

  private double seconds(LambdaProcess.Builder function, AnswerServer server)
      throws InterruptedException {
    try (LambdaProcess process = function.build()) {
      String answer = new String(process.invoke(EVENT.json()), StandardCharsets.UTF_8);
      if (!answer.equals(ShardBatch.ALL_FINISHED) || server.requests().count() != 1) {
        throw new IllegalStateException("a handler published nothing: " + answer);
      }
      return process.firstResponse().map(Duration::toNanos).orElseThrow() / 1e9;
    } catch (FunctionError e) {
      throw new IllegalStateException("a handler failed", e);
    }
  }
}
