package io.github.dynamooutbox.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each poll is counted, and waits until it is allowed. */
class LiveFeedTest {
  private final Semaphore allowed = new Semaphore(0);
  private final AtomicInteger looks = new AtomicInteger();

  private final Set<Thread> others = Thread.getAllStackTraces().keySet();

  private final LiveFeed feed =
      new LiveFeed(
          () -> {
            allowed.acquireUninterruptibly();
            return LiveFeed.event("status", "look " + looks.incrementAndGet());
          },
          Duration.ofMillis(1));

  @AfterEach
  void close() {
    allowed.release(1_000);
    feed.close();
  }

  @Test
  void looksOnlyWhileSomebodySees() throws Exception {
    Thread poller =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("outbox-console-poll"))
            .filter(thread -> !others.contains(thread))
            .findAny()
            .orElseThrow();
    allowed.release(1_000_000);
    awaitRest(poller);
    assertThat(looks).as("nobody is there").hasValue(0);

    LiveFeed.Viewer viewer = feed.join().orElseThrow();
    assertThat(viewer.next().orElseThrow()).startsWith("event: status\ndata: look ");
    viewer.close();

    awaitRest(poller);
  }

  /** While it polls, it waits for the time of the next poll, never without a limit. */
  private static void awaitRest(Thread poller) {
    long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (poller.getState() != Thread.State.WAITING) {
      assertThat(end - System.nanoTime()).as("still polls").isPositive();
      Thread.onSpinWait();
    }
  }

  @Test
  void looksOnceForAllPages() throws Exception {
    List<LiveFeed.Viewer> viewers = new ArrayList<>();
    for (int page = 0; page < LiveFeed.MOST_PAGES; page++) {
      viewers.add(feed.join().orElseThrow());
    }
    assertThat(feed.join()).as("one more").isEmpty();

    allowed.release(1);

    for (LiveFeed.Viewer viewer : viewers) {
      assertThat(viewer.next()).contains("event: status\ndata: look 1\n\n");
    }
    viewers.get(0).close();
    assertThat(feed.join()).as("a place that became free").isPresent();
  }

  @Test
  void givesWhoReadsSlowlyOnlyTheNewest() throws Exception {
    LiveFeed.Viewer slow = feed.join().orElseThrow();
    LiveFeed.Viewer fast = feed.join().orElseThrow();
    allowed.release(1);
    assertThat(fast.next()).contains("event: status\ndata: look 1\n\n");
    allowed.release(1);
    assertThat(fast.next()).contains("event: status\ndata: look 2\n\n");

    assertThat(slow.next()).contains("event: status\ndata: look 2\n\n");
    assertThat(slow.next()).contains(": nothing new\n\n");
  }

  @Test
  void endsItsPages() throws Exception {
    LiveFeed.Viewer viewer = feed.join().orElseThrow();

    feed.close();

    assertThat(viewer.next()).isEqualTo(Optional.empty());
  }
}
