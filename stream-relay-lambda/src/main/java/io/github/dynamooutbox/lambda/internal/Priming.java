package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.aws.host.AwsTargets;
import io.github.dynamooutbox.aws.host.CallThreads;
import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.aws.invocation.StreamEventParser;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.RelayBuilder;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * Sends a sample event through all steps of a batch, so that their classes are loaded before a
 * snapshot is taken: parser, codec, routes, rendering and the SDK's marshalling, up to an HTTP
 * client without a network.
 */
final class Priming {
  private static final Logger LOG = LoggerFactory.getLogger(Priming.class);

  /** Classes that are not loaded by then are loaded when they are needed. */
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private Priming() {}

  static void run(RelayConfig config) {
    run(config, new NoNetwork());
  }

  static void run(RelayConfig config, SdkHttpClient http) {
    InstantSource clock = InstantSource.system();
    ExecutorService executor = CallThreads.open(CallThreads.ofShard(config));
    Optional<AwsControl> control = AwsControl.open(config, executor, clock, http);
    try (ThreadEventLoop loop = new ThreadEventLoop("outbox-priming");
        AwsTargets targets = AwsTargets.rehearsal(config, executor, clock, http)) {
      StreamEvent sample = sample(config);
      List<String> all = targets.all().stream().map(Target::name).toList();
      // The configured rules may not match the sample, so the first relay sends it to every target
      // and waits for each of them. The second one uses those rules and ends at the first answer.
      RelayBuilder toAll =
          Relay.builder(targets.all(), List.of(Rule.all(all.toArray(String[]::new))), loop)
              .schema(config.table().schema());
      // A batch begins by reading the control table, and ends by writing to it.
      control.ifPresent(table -> table.equip(toAll));
      relay(toAll, sample, all);
      control.ifPresent(table -> write(table.table(), clock.instant()));
      relay(config.relayBuilder(targets.all(), loop), sample, List.of());
      FunctionMetrics.prime();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      control.ifPresent(AwsControl::close);
      executor.shutdownNow();
    }
  }

  private static void write(ControlTable table, Instant now) {
    Set<String> targets = Set.of("sample");
    Receipt.Handled handled =
        new Receipt.Handled(
            new RecordKey("sample", "1"), 0, "1", now, Optional.of(targets), targets);
    try {
      table
          .receipts()
          .write(new Receipt(now, List.of(handled)))
          .toCompletableFuture()
          .get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      LOG.warn("Not everything that a receipt needs could be loaded", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static StreamEvent sample(RelayConfig config) throws IOException {
    byte[] event = SampleEvent.of(config.table().schema()).getBytes(StandardCharsets.UTF_8);
    return new StreamEventParser(config.table().schema()).parse(new ByteArrayInputStream(event));
  }

  /** Publishes nothing: no response of {@link NoNetwork} counts as a success. */
  private static void relay(RelayBuilder builder, StreamEvent sample, List<String> targets)
      throws IOException {
    Outcomes outcomes = new Outcomes(targets);
    ShardRelay shard = builder.observer(outcomes).build().open(sample.name());
    shard.submit(sample.records());
    try {
      outcomes.all().get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.warn("Not everything that a batch needs could be loaded within {} s", LIMIT.toSeconds());
    } catch (ExecutionException e) {
      throw new IllegalStateException("nothing fails this future", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    BatchResponse.write(shard.close().toCompletableFuture().join(), new ByteArrayOutputStream());
  }
}
