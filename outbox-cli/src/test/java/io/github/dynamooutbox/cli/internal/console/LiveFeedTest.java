package io.github.dynamooutbox.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each poll is counted, and waits until it is allowed. */
class LiveFeedTest {
  private final Semaphore allowed = new Semaphore(0);
  private final AtomicInteger looks = new AtomicInteger();

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
    allowed.release(1);
    TimeUnit.MILLISECONDS.sleep(50);
    assertThat(looks).as("nobody is there").hasValue(0);

    LiveFeed.Viewer viewer = feed.join().orElseThrow();
    assertThat(viewer.next()).contains("event: status\ndata: look 1\n\n");
    viewer.close();

    allowed.release(100);
    TimeUnit.MILLISECONDS.sleep(50);
    assertThat(looks.get()).as("one was under way").isLessThanOrEqualTo(2);
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
