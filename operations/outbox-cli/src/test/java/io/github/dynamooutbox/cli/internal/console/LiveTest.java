package io.github.dynamooutbox.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LiveTest {
  private static final Duration FRESH = Duration.ofSeconds(5);

  private final AtomicInteger looks = new AtomicInteger();
  private volatile CountDownLatch allowed = new CountDownLatch(0);
  private volatile Instant now = Instant.parse("2026-11-21T03:00:00Z");

  private final Live live =
      new Live(
          () -> {
            int look = looks.incrementAndGet();
            try {
              allowed.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            return JsonNodeFactory.instance.objectNode().put("look", look);
          },
          FRESH,
          () -> now);

  @Test
  void looksOnceForAllPagesUntilItIsDue() {
    assertThat(looks).as("nobody asks").hasValue(0);
    assertThat(look()).isEqualTo(1);
    now = now.plus(FRESH);
    assertThat(look()).isEqualTo(1);
    now = now.plusMillis(1);
    assertThat(look()).isEqualTo(2);
  }

  @Test
  void looksAtOnceWhenSomethingWasChanged() {
    look();
    live.ended();

    assertThat(look()).isEqualTo(2);
  }

  /** Six pages would else use up all connections of a browser, and its buttons would hang. */
  @Test
  void keepsOnlyOnePageWaitingForATableThatDoesNotAnswer() throws Exception {
    look();
    now = now.plus(FRESH).plusMillis(1);
    allowed = new CountDownLatch(1);
    CompletableFuture<Integer> waiting = CompletableFuture.supplyAsync(this::look);
    while (looks.get() < 2) {
      TimeUnit.MILLISECONDS.sleep(1);
    }

    assertThat(look()).as("what was read before").isEqualTo(1);
    assertThat(waiting).isNotDone();
    allowed.countDown();
    assertThat(waiting.get(10, TimeUnit.SECONDS)).isEqualTo(2);
  }

  @Test
  void saysHowFarAnActIs() {
    live.began("a");
    live.report("events published", 42, 100);

    assertThat(live.now().path("act").toString())
        .isEqualTo("{\"plan\":\"a\",\"what\":\"events published\",\"done\":42,\"about\":100}");
    assertThat(live.now().path("now").asText()).isEqualTo("2026-11-21T03:00:00Z");
  }

  @Test
  void saysNothingOfAnActThatHasEnded() {
    live.began("a");
    live.report("events published", 42, 100);
    live.ended();

    assertThat(live.now().has("act")).isFalse();
  }

  private int look() {
    return live.now().path("look").asInt();
  }
}
