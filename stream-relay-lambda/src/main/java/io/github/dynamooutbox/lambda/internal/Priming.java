package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.aws.host.AwsTargets;
import io.github.dynamooutbox.aws.host.CallThreads;
import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.aws.invocation.StreamEventParser;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.RelayBuilder;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
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
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

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

  /** Answers every request with an empty JSON object and sends nothing. */
  static final class NoNetwork implements SdkHttpClient {
    private static final byte[] ANSWER = "{}".getBytes(StandardCharsets.UTF_8);

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
      return new ExecutableHttpRequest() {
        @Override
        public HttpExecuteResponse call() {
          return HttpExecuteResponse.builder()
              .response(SdkHttpResponse.builder().statusCode(200).build())
              .responseBody(AbortableInputStream.create(new ByteArrayInputStream(ANSWER)))
              .build();
        }

        @Override
        public void abort() {}
      };
    }

    @Override
    public void close() {}
  }

  /** Waits until each target has answered, with any outcome, or no more answers can come. */
  private static final class Outcomes implements RelayObserver {
    private final Set<String> awaited;
    private final CompletableFuture<Void> all = new CompletableFuture<>();

    Outcomes(Collection<String> targets) {
      awaited = new HashSet<>(targets);
    }

    CompletableFuture<Void> all() {
      return all;
    }

    @Override
    public void observe(RelayEvent event) {
      if (event instanceof RelayEvent.Published it) {
        answered(it.target());
      } else if (event instanceof RelayEvent.Retried it) {
        answered(it.target());
      } else if (event instanceof RelayEvent.Rejected it) {
        answered(it.target());
      } else if (event instanceof RelayEvent.FinishedBefore it) {
        answered(it.target());
      } else if (event instanceof RelayEvent.Skipped || event instanceof RelayEvent.Halted) {
        all.complete(null);
      }
    }

    private synchronized void answered(String target) {
      awaited.remove(target);
      if (awaited.isEmpty()) {
        all.complete(null);
      }
    }
  }

  /** An event with one outbox record, as Lambda passes it. It is never published. */
  static final class SampleEvent {
    private SampleEvent() {}

    /** Uses the key names and the prefix of this schema. */
    static String of(OutboxSchema schema) {
      String keys =
          """
          "%s":{"S":"%sSample#1"},"%s":{"S":"0000000000000000001"}\
          """
              .formatted(schema.partitionKey(), schema.prefix(), schema.sortKey());
      return """
          {"Records":[{"eventName":"INSERT","eventSource":"aws:dynamodb","awsRegion":"eu-west-1",
           "eventSourceARN":"arn:aws:dynamodb:eu-west-1:0:table/sample/stream/0",
           "dynamodb":{"Keys":{%s},"NewImage":{%s,
            "v":{"N":"1"},"aggregateType":{"S":"Sample"},"aggregateId":{"S":"1"},
            "sequence":{"N":"1"},"source":{"S":"/sample"},"writtenAt":{"N":"1795219200000"},
            "region":{"S":"eu-west-1"},"%s":{"N":"1795824000"},
            "events":{"L":[{"M":{"id":{"S":"019aa000-0000-7000-8000-000000000000"},
             "type":{"S":"Sample"},"time":{"N":"1795219200000"},
             "contentType":{"S":"application/json"},"data":{"S":"{}"}}}]}},
           "SequenceNumber":"1","StreamViewType":"NEW_IMAGE"}}]}
          """
          .formatted(keys, keys, schema.ttlAttribute());
    }
  }
}
