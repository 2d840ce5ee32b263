package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.redrive.Redrive;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder.Setup;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.RedriveTime;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A target comes back while hardly anything is committed: a redrive notices first. */
class QuietNightTest extends TargetDownBench {
  private static final int LANES = 200;

  private final Relay relay = relay(List.of(up, down), Rule.all("up", "down"));
  private long position;

  /** One relay for all batches, as on KCL. */
  @Test
  void theCircuitOfAShardIsHalfOpenAfterTheRedriveAndClosedByTheNextEvent() {
    ShardRelay shard = relay.open("shard");
    isSilentAfterTheRedrive(shard, () -> shard);
  }

  /** A relay of its own for each batch, as on Lambda. */
  @Test
  void theCircuitThatWasSavedIsHalfOpenAfterTheRedriveAndClosedByTheNextEvent() {
    isSilentAfterTheRedrive(relay.open("stream"), () -> relay.open("stream"));
  }

  private void isSilentAfterTheRedrive(ShardRelay first, Supplier<ShardRelay> shards) {
    targetGoesDown(first);
    assertThat(told).containsExactly("down down DOWN");
    down.always(ScriptedTarget::acceptAll);
    while (!queues.held().isEmpty()) {
      redrive();
    }
    downFor.clear();
    int parked = queues.times("put");
    int sent = down.requests.size();

    // A heartbeat.
    publish(shards.get(), 1);
    assertThat(down.requests).as("a probe").hasSize(sent + 1);
    assertThat(told).as("its own").contains("up down");
    publish(shards.get(), LANES);

    assertThat(downFor).as("raises no alarm").isEmpty();
    assertThat(queues.times("put")).as("nothing is parked any more").isEqualTo(parked);
    assertThat(down.accepted).hasSize((int) position);
  }

  @Test
  void aRedriveWaitsForATargetThatComesBackWithinItsTime() {
    targetGoesDown(relay.open("shard"));
    int[] inVain = new int[1];
    Instant back = loop.instant().plusSeconds(30);
    down.always(
        entries -> {
          boolean isBack = !loop.instant().isBefore(back);
          inVain[0] += isBack ? 0 : 1;
          return isBack ? ScriptedTarget.acceptAll(entries) : noAnswer(entries);
        });
    Instant start = loop.instant();

    RedriveResult result = redrive();

    assertThat(queues.held()).as("in one run, of which 20 s were left").isEmpty();
    assertThat(result.published()).isEqualTo(position);
    assertThat(Duration.between(start, loop.instant())).isLessThan(Duration.ofSeconds(42));
    assertThat(inVain[0]).as("requests in vain, 16 parts at first").isBetween(10, 1_000);
  }

  private void targetGoesDown(ShardRelay shard) {
    down.always(TargetDownBench::noAnswer);
    for (int second = 0; second < 90; second++) {
      publish(shard, LANES / 10);
      loop.runFor(Duration.ofSeconds(1));
    }
  }

  private void publish(ShardRelay shard, int events) {
    List<StreamRecord> records = new ArrayList<>();
    for (int i = 0; i < events; i++) {
      position++;
      records.add(order(position, "o" + position % LANES));
    }
    shard.submit(records);
    loop.runFor(Duration.ofMillis(500));
  }

  private RedriveResult redrive() {
    Redrive redrive =
        Redrive.builder(
                new Setup(queues.table(), List.of(up, down), List.of(Rule.all("up", "down")), loop))
            .backoff(new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), new Random(1)))
            .clock(loop)
            .build();
    Instant now = loop.instant();
    CompletableFuture<RedriveResult> done =
        redrive
            .parked()
            .thenCompose(
                held ->
                    redrive.run(
                        "run-" + now,
                        held,
                        RedriveOrder.BLOCKED,
                        new RedriveTime(
                            now.plusSeconds(50), now.plusSeconds(58), now.plusSeconds(90))))
            .toCompletableFuture();
    loop.runUntil(done::isDone);
    return done.join();
  }
}
