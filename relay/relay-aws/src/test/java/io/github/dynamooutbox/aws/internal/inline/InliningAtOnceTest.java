package io.github.dynamooutbox.aws.internal.inline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.AwsTargets;
import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.internal.inline.InliningTarget.InliningEntry;
import io.github.dynamooutbox.aws.internal.inline.ScriptedHost.ScriptedPlace;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The payloads of one request, on several threads. */
@Timeout(20)
class InliningAtOnceTest {
  private static final int EVENTS = 10;

  private final ScriptedHost host = new ScriptedHost();
  private final ScriptedTarget scripted = new ScriptedTarget();
  private final ScriptedPlace place = new ScriptedPlace();
  private final InliningTarget<ScriptedTarget.Sent> target =
      new InliningTarget<>(scripted, 100, place, host);

  @Test
  void fetchesSomeAtOnceAndSendsThemInTheirOrder() throws Exception {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch some = new CountDownLatch(InliningRequest.AT_ONCE);
    place.onFetch =
        () -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          some.countDown();
          await(some);
          running.decrementAndGet();
        };
    ExecutorService threads = Executors.newFixedThreadPool(EVENTS);
    BatchOutcome answer;
    try {
      host.executor = threads;
      answer = target.publish(entries()).toCompletableFuture().get(15, TimeUnit.SECONDS);
    } finally {
      threads.shutdownNow();
    }

    assertThat(answer).isEqualTo(BatchOutcome.all(EVENTS, Published.INSTANCE));
    assertThat(scripted.sent)
        .containsExactly(
            IntStream.range(0, EVENTS).mapToObj(i -> i + ":{\"n\":" + i + "}").toList());
    assertThat(most).hasValue(InliningRequest.AT_ONCE);
  }

  @Test
  void hasThreadsForAllThatItFetchesAtOnce() {
    RelayConfig config =
        RelayConfig.parse(
            """
            {"table": {"name": "orders"},
             "targets": {"bus": {"type": "eventbridge", "busName": "bus", "maxInFlight": 3},
                         "large": {"type": "sqs", "queueName": "q", "maxInFlight": 5, "inlinePayloadBytes": 1000}},
             "routes": [{"to": ["bus", "large"]}]}
            """);

    assertThat(AwsTargets.threads(config)).isEqualTo(3 + 5 * InliningRequest.AT_ONCE);
  }

  private List<InliningEntry<ScriptedTarget.Sent>> entries() {
    List<InliningEntry<ScriptedTarget.Sent>> entries = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      byte[] payload = ("{\"n\":" + i + "}").getBytes(UTF_8);
      String uri = "s3://payloads/" + i;
      place.objects.put(uri, payload);
      Samples event =
          Samples.plain()
              .id("" + i)
              .data(
                  "application/json",
                  new Payload.Reference(uri, payload.length, Sha256.hex(payload), true));
      target.prepare(event.envelope()).when(ready -> entries.add(ready.entry()), refused -> {});
    }
    return entries;
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(10, TimeUnit.SECONDS)) {
        throw new AssertionError("they are fetched one after the other");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
