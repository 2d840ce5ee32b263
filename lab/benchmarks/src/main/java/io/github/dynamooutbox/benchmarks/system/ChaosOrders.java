package io.github.dynamooutbox.benchmarks.system;

import io.github.dynamooutbox.benchmarks.system.ChaosSystem.Unfinished;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.stub.AcceptedEvent;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.CommitOutcomeUnknownException;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The orders of one round: commits the next version of each about ten times a second until it is
 * ended, and counts what the bus accepts. Not thread-safe.
 */
final class ChaosOrders {
  static final int ORDERS = 10;

  private static final long PAUSE_MILLIS = 100;
  private static final int ATTEMPTS = 10;
  private static final Pattern VERSION =
      Pattern.compile("\"order\":\"([^\"]+)\",\"version\":(\\d+)");

  private record OrderChanged(String order, int version) {}

  private final Outbox outbox;
  private final AwsStub stub;
  private final String prefix;
  private final CompletableFuture<Void> done;
  private volatile boolean ending;
  private volatile int last;
  private final Map<String, Integer> reached = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private final List<Instant> moments = new ArrayList<>();
  private long read;
  private int outOfOrder;
  private int twice;

  /**
   * Starts to commit.
   *
   * @param prefix the prefix of the orders' names
   */
  ChaosOrders(Outbox outbox, AwsStub stub, String prefix) {
    this.outbox = outbox;
    this.stub = stub;
    this.prefix = prefix;
    read = stub.eventBridge().count();
    done = CompletableFuture.runAsync(this::run);
  }

  private void run() {
    for (int version = 1; !ending; version++) {
      int next = version;
      IntStream.range(0, ORDERS).parallel().forEach(order -> commit(prefix + order, next));
      last = version;
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** An answer may be lost on a busy machine; the idempotency key makes a repeat harmless. */
  private void commit(String order, int version) {
    for (int attempt = 1; ; attempt++) {
      try {
        outbox
            .transaction()
            .events(
                Aggregate.of("Order", order).at(version),
                Event.of("OrderChanged", new OrderChanged(order, version)))
            .idempotencyKey(order + "-" + version)
            .commit();
        return;
      } catch (CommitOutcomeUnknownException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** The version that each order has at least reached by now; fails if a commit failed. */
  int committed() {
    if (done.isCompletedExceptionally()) {
      done.join();
    }
    return last;
  }

  /** Commits nothing more, and returns the version that each order has reached. */
  int end() {
    ending = true;
    done.join();
    return last;
  }

  /** The version of which every order's event has arrived, like those before. */
  int arrived() {
    for (AcceptedEvent event : stub.eventBridge().acceptedAfter(read)) {
      read = event.ordinal();
      Matcher matcher = VERSION.matcher(event.body());
      if (!matcher.find()) {
        throw new IllegalStateException(event + " has no order");
      }
      if (matcher.group(1).startsWith(prefix)) {
        add(matcher.group(1), Integer.parseInt(matcher.group(2)), event.acceptedAt());
      }
    }
    return reached.size() < ORDERS
        ? 0
        : reached.values().stream().mapToInt(each -> each).min().orElse(0);
  }

  private void add(String order, int version, Instant moment) {
    moments.add(moment);
    if (!seen.add(order + ' ' + version)) {
      twice++;
      return;
    }
    int before = reached.getOrDefault(order, 0);
    outOfOrder += version == before + 1 ? 0 : 1;
    reached.put(order, Math.max(before, version));
  }

  /** How many events have arrived, including repeats. */
  int count() {
    return moments.size();
  }

  /** The number of events that overtook another of their order. */
  int outOfOrder() {
    return outOfOrder;
  }

  /** The number of repeats. */
  int twice() {
    return twice;
  }

  /** How many distinct events have not arrived. */
  int lost() {
    return ORDERS * last - seen.size();
  }

  /** How many events arrived during these calls. */
  int during(List<Unfinished> calls) {
    return (int)
        calls.stream().mapToLong(call -> moments.stream().filter(call::contains).count()).sum();
  }
}
