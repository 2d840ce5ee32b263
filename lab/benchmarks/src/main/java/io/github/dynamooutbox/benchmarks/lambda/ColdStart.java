package io.github.dynamooutbox.benchmarks.lambda;

import io.github.dynamooutbox.benchmarks.measure.Results;
import io.github.dynamooutbox.benchmarks.measure.Spread;
import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/**
 * Cold starts of the packaged function and of a hand-written handler from the same jar,
 * alternating, with AWS's runtime client and Lambda's JVM options: from the process's start to the
 * first response, which follows the first published event.
 */
public final class ColdStart {
  private static final double BOUND = 1.10;
  private static final int MEMORY_MEGABYTES = 1024;
  private static final String BY_HAND = HandWrittenHandler.class.getName();
  private static final int EXIT_SECONDS = 60;

  /** From JDK 25 on an archive is an AOT cache, before that a class archive (AppCDS). */
  private static final boolean HAS_CACHE = Runtime.version().feature() >= 25;

  private final Results results;
  private final AnswerServer server;
  private final PackagedFunction function;
  private final Path handWritten;
  private final byte[] event = ShardBatch.of(1, 1).json();

  private ColdStart(Results results, AnswerServer server, PackagedFunction function, Path directory)
      throws IOException {
    this.results = results;
    this.server = server;
    this.function = function;
    this.handWritten = jarOfHandler(directory);
  }

  /**
   * Prints medians and quartiles.
   *
   * @param starts number of starts of each
   * @param archived whether to also start each from an archive of its own
   * @return whether the ratios are within their bound
   */
  public static boolean measure(
      Results results, PackagedFunction function, int starts, boolean archived)
      throws InterruptedException {
    try (AnswerServer server = new AnswerServer()) {
      Path directory = Files.createTempDirectory("coldstart");
      ColdStart benchmark = new ColdStart(results, server, function, directory);
      results.print(
          "JDK %s, %d starts each, median and quartiles in seconds%n",
          Runtime.version().feature(), starts);
      boolean holds = benchmark.contest("", benchmark::process, starts);
      return (!archived || benchmark.withArchives(directory, starts)) && holds;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to the temporary directory", e);
    }
  }

  private boolean withArchives(Path directory, int starts)
      throws IOException, InterruptedException {
    Path byHand = train(BY_HAND, directory);
    Path relay = train(PackagedFunction.RELAY, directory);
    String title =
        ", %s of %d and %d MB"
            .formatted(
                HAS_CACHE ? "AOT cache" : "class archive",
                Files.size(byHand) / 1_000_000,
                Files.size(relay) / 1_000_000);
    // With these options, the JVM does not start without the archive.
    String required = HAS_CACHE ? "-XX:AOTMode=on" : "-Xshare:on";
    String option = HAS_CACHE ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=";
    return contest(
        title,
        handler ->
            process(handler)
                .jvmOption(required)
                .jvmOption(option + (handler.equals(BY_HAND) ? byHand : relay)),
        starts);
  }

  /** Writes an archive in one start with one event and a regular exit. */
  private Path train(String handler, Path directory) throws InterruptedException {
    Path file = directory.resolve(handler + ".archive");
    String option = HAS_CACHE ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=";
    try (LambdaProcess process = process(handler).jvmOption(option + file).build()) {
      process.invoke(event);
      ProcessHandle handle = ProcessHandle.of(process.pid().orElseThrow()).orElseThrow();
      handle.destroy();
      handle.onExit().get(EXIT_SECONDS, TimeUnit.SECONDS);
    } catch (FunctionError | ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the start that writes the archive failed", e);
    }
    if (!Files.isRegularFile(file)) {
      throw new IllegalStateException("the JVM wrote no archive to " + file);
    }
    AnswerServer.Requests unused = server.requests();
    return file;
  }

  private boolean contest(
      String title, Function<String, LambdaProcess.Builder> function, int starts)
      throws InterruptedException {
    List<Double> relay = new ArrayList<>();
    List<Double> hand = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    // The first pair fills the page cache and is not counted.
    for (int i = 0; i <= starts; i++) {
      double byHand = seconds(BY_HAND, function.apply(BY_HAND));
      double ours = seconds(PackagedFunction.RELAY, function.apply(PackagedFunction.RELAY));
      if (i > 0) {
        relay.add(ours);
        hand.add(byHand);
        ratios.add(ours / byHand);
      }
    }
    Spread ratio = Spread.of(ratios);
    results.print(
        "by hand%s %s%nrelay%s   %s%nratio   %s; bound: %.2f%n",
        title, Spread.of(hand), title, Spread.of(relay), ratio, BOUND);
    return ratio.median() <= BOUND;
  }

  /** A jar with the handler's class: archives support only jars on the class path. */
  private static Path jarOfHandler(Path directory) throws IOException {
    Path jar = directory.resolve("by-hand.jar");
    String name = BY_HAND.replace('.', '/') + ".class";
    try (JarOutputStream output = new JarOutputStream(Files.newOutputStream(jar));
        InputStream bytes = ColdStart.class.getClassLoader().getResourceAsStream(name)) {
      output.putNextEntry(new ZipEntry(name));
      Objects.requireNonNull(bytes, name).transferTo(output);
      output.closeEntry();
    }
    return jar;
  }

  /** Both handlers have the same class path: an archive is valid for one only. */
  private LambdaProcess.Builder process(String handler) {
    return function.process(handler, handWritten, server.endpoint()).memory(MEMORY_MEGABYTES);
  }

  private double seconds(String handler, LambdaProcess.Builder function)
      throws InterruptedException {
    try (LambdaProcess process = function.build()) {
      String answer = new String(process.invoke(event), StandardCharsets.UTF_8);
      if (!answer.equals("{\"batchItemFailures\":[]}") || server.requests().count() != 1) {
        throw new IllegalStateException(handler + " published nothing: " + answer);
      }
      return process.firstResponse().map(Duration::toNanos).orElseThrow() / 1e9;
    } catch (FunctionError e) {
      throw new IllegalStateException(handler + " failed", e);
    }
  }
}
