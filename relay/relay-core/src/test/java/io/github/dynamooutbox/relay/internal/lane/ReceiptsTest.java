package io.github.dynamooutbox.relay.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.call.BestEffortCalls;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.receipt.Receipt.Handled;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** When receipts are written, what is in them, and what waits for them. */
class ReceiptsTest {
  private static final int RUNS = 100;
  private static final Set<String> ROUTED = Set.of("bus", "feed");

  private final VirtualLoop loop = new VirtualLoop();
  private final List<Receipt> written = new ArrayList<>();
  private final List<String> lost = new ArrayList<>();
  private final List<String> durable = new ArrayList<>();
  private Random random = new Random(1);
  private double failing;
  private Receipts receipts = open();
  private int added;

  @Test
  void whatIsDurableIsInAReceiptAndAllOfItIsInTheEnd() {
    long seed = System.nanoTime();
    for (int run = 0; run < RUNS; run++) {
      random = new Random(seed + run);
      failing = random.nextDouble();
      written.clear();
      durable.clear();
      receipts = open();
      Set<String> expected = new TreeSet<>();
      List<Integer> waiting = new ArrayList<>();
      for (int step = 0; step < 30; step++) {
        String what = "seed %d, step %d".formatted(seed + run, step);
        switch (random.nextInt(4)) {
          case 0, 1 -> expected.add(add());
          case 2 -> receipts.write();
          default -> {
            Set<String> before = Set.copyOf(expected);
            int number = waiting.size();
            waiting.add(0);
            receipts.whenWritten(
                () -> {
                  waiting.set(number, waiting.get(number) + 1);
                  assertThat(durable).as(what).containsAll(before);
                });
          }
        }
        loop.runFor(Duration.ofMillis(random.nextInt(3) == 0 ? 0 : random.nextInt(300)));
        assertThat(inReceipts()).as(what).containsAll(durable);
        assertThat(receipts.isWritten()).as(what).isEqualTo(expected.size() == durable.size());
      }
      failing = 0;
      loop.runAll();

      assertThat(durable).as("seed %d", seed + run).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(waiting).as("seed %d", seed + run).allMatch(times -> times == 1);
    }
  }

  @Test
  void aPauseOfASecondWritesAReceiptAndEachBeginsWithItsFirstEvent() {
    Instant start = loop.instant();
    add();
    loop.runFor(Duration.ofMillis(500));
    receipts.write();
    loop.runFor(Duration.ofMillis(400));
    add();
    loop.runFor(Duration.ofMillis(900));
    add();
    loop.runFor(Duration.ofSeconds(5));

    assertThat(written)
        .extracting(each -> Duration.between(start, each.at()).toMillis())
        .containsExactly(500L, 1_900L);
    assertThat(written).extracting(each -> each.events().size()).containsExactly(1, 2);
  }

  @Test
  void whatFailsIsWrittenASecondLaterWithWhatCameMeanwhile() {
    failing = 1;
    add();
    receipts.write();
    loop.runUntil(() -> !lost.isEmpty());
    failing = 0;
    Instant failed = loop.instant();
    add();
    receipts.write();
    loop.runAll();

    assertThat(lost).containsExactly("receipt of 1: IllegalStateException");
    assertThat(written).hasSize(1);
    assertThat(written.get(0).at()).isEqualTo(failed.plusSeconds(1));
    assertThat(written.get(0).events()).hasSize(2);
  }

  @Test
  void aThousandEventsAreWrittenAtOnceAndAReceiptHasNoMore() {
    for (int number = 0; number < 999; number++) {
      add();
    }
    assertThat(written).isEmpty();
    add();
    assertThat(written).extracting(each -> each.events().size()).containsExactly(1_000);

    failing = 1;
    for (int number = 1_000; number < 2_000; number++) {
      add();
    }
    loop.runUntil(() -> !lost.isEmpty());
    failing = 0;
    add();
    loop.runAll();
    assertThat(written).extracting(each -> each.events().size()).containsExactly(1_000, 1_000, 1);
  }

  @Test
  void anEventIsInAReceiptOnceWithAllItsTargetsAndItsLatestRouting() {
    Envelope event = LaneFixtures.envelope("a", 1);
    receipts.routed(event, Optional.of(Set.of("old")), () -> {});
    receipts.published(delivery(event, "bus", Optional.of(ROUTED)), false, () -> {});
    receipts.published(delivery(event, "feed", Optional.empty()), false, () -> {});
    receipts.dropped(LaneFixtures.envelope("b", 2), () -> {});
    receipts.write();
    loop.runFor(Duration.ZERO);

    assertThat(written)
        .singleElement()
        .satisfies(
            receipt -> {
              assertThat(receipt.events())
                  .containsExactly(
                      Handled.of(event, Optional.of(ROUTED), ROUTED),
                      Handled.of(LaneFixtures.envelope("b", 2), Optional.of(Set.of()), Set.of()));
              assertThat(receipt.dropped()).containsExactly("b-2.0");
            });
  }

  @Test
  void afterItIsClosedWhatFailsIsGivenUp() {
    failing = 1;
    add();
    receipts.write();
    receipts.close();
    List<String> then = new ArrayList<>();
    receipts.whenWritten(() -> then.add("then"));
    loop.runAll();

    assertThat(durable).isEmpty();
    assertThat(then).containsExactly("then");
    assertThat(receipts.isWritten()).isTrue();
    assertThat(lost).hasSize(1);
  }

  /** The run ends, and has no second to wait. */
  @Test
  void atTheEndWhatHasJustFailedIsWrittenAtOnce() {
    failing = 1;
    add();
    receipts.write();
    loop.runUntil(() -> !lost.isEmpty());
    Instant failed = loop.instant();
    failing = 0;
    receipts.close();
    receipts.write();
    loop.runFor(Duration.ZERO);

    assertThat(written).extracting(Receipt::at).containsExactly(failed);
    assertThat(durable).hasSize(1);
    loop.runAll();
    assertThat(written).hasSize(1);
  }

  /** What is done with one more event; returns how it is found in receipts. */
  private String add() {
    String target = random.nextBoolean() ? "bus" : "feed";
    Envelope event = LaneFixtures.envelope("a", ++added);
    String name = event.event().id() + " at " + target;
    receipts.published(
        delivery(event, target, Optional.of(ROUTED)), false, () -> durable.add(name));
    return name;
  }

  private Set<String> inReceipts() {
    Set<String> all = new HashSet<>();
    for (Receipt receipt : written) {
      receipt
          .published()
          .forEach((target, ids) -> ids.forEach(id -> all.add(id + " at " + target)));
    }
    return all;
  }

  private static Delivery delivery(Envelope event, String target, Optional<Set<String>> routed) {
    Progress.Slot slot = new Progress().track(event.position(), Optional.empty()).orElseThrow();
    return new Delivery(event, new LaneKey(target, "Order#a"), routed, slot);
  }

  private Receipts open() {
    Backoff backoff = new Backoff(Duration.ofMillis(50), Duration.ofMillis(100), new Random(1));
    return new Receipts(
        Optional.of(this::write),
        loop,
        event -> {
          if (event instanceof RelayEvent.Lost it) {
            lost.add(it.what() + " of " + it.events() + ": " + it.code());
          }
        },
        loop,
        new BestEffortCalls(loop, backoff));
  }

  private CompletionStage<Void> write(Receipt receipt) {
    if (random.nextDouble() < failing) {
      return CompletableFuture.failedStage(new IllegalStateException("no"));
    }
    written.add(receipt);
    return CompletableFuture.completedStage(null);
  }
}
