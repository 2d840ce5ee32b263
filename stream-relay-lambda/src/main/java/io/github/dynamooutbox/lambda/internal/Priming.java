package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.AwsTargets;
import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.lambda.internal.telemetry.Telemetry;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.ShardRelay;
import io.github.dynamooutbox.relay.ThreadEventLoop;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.Rule;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a sample event the whole way of a batch, so that its classes are loaded when a snapshot is
 * taken: through parser, codec, routes, rendering and the SDK's marshalling, up to an HTTP client
 * that has no network.
 */
final class Priming {
  private static final Logger LOG = LoggerFactory.getLogger(Priming.class);

  /** Enough for a first request and some retries. */
  private static final Duration TIME = Duration.ofSeconds(1);

  private Priming() {}

  static void run(RelayConfig config) {
    ExecutorService executor = ConfiguredRelay.calls(AwsTargets.threads(config));
    try (ThreadEventLoop loop = new ThreadEventLoop("outbox-priming");
        AwsTargets targets =
            AwsTargets.open(config, executor, InstantSource.system(), new NoNetwork())) {
      byte[] event = SampleEvent.of(config.table().schema()).getBytes(StandardCharsets.UTF_8);
      String[] all = targets.all().stream().map(Target::name).toArray(String[]::new);
      // The configured rules may not take the sample; the other relay sends it to every target.
      relay(config.relayBuilder(targets.all(), loop).build(), config, event);
      relay(
          Relay.builder(targets.all(), List.of(Rule.all(all)), loop)
              .schema(config.table().schema())
              .build(),
          config,
          event);
      Telemetry.prime();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      executor.shutdownNow();
    }
  }

  /** Ends without having published: no answer of {@link NoNetwork} is a success. */
  private static void relay(Relay relay, RelayConfig config, byte[] event) throws IOException {
    StreamEvent sample =
        new StreamEventParser(config.table().schema()).parse(new ByteArrayInputStream(event));
    ShardRelay shard = relay.open(sample.name());
    shard.submit(sample.records());
    try {
      shard.settled().toCompletableFuture().get(TIME.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.debug("Primed for {}", TIME);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the relay's stages do not fail", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    BatchResponse.write(shard.close().toCompletableFuture().join(), new ByteArrayOutputStream());
  }
}
