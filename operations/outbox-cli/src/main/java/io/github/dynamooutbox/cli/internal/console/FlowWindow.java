package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.operations.operate.PublishedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many events each target accepted in each step of some time until now, and how old the oldest
 * of them was. Its size does not depend on the traffic. Used by one thread.
 */
final class FlowWindow {
  /** Of the last ten minutes. */
  static final Duration STEP = Duration.ofSeconds(5);

  static final int STEPS = 120;

  /** So many take some seconds. */
  private static final long MOST = 5_000_000;

  /** Receipts this recent may have been incomplete at the last read. */
  private static final Duration STILL_WRITTEN = Duration.ofSeconds(10);

  private final Duration length;
  private final Map<String, Steps> targets = new LinkedHashMap<>();

  /** The next step to read: all before it is complete. */
  private long next;

  /** The end of the window: the newest step that is complete enough to be shown, and one more. */
  private long end;

  private static final class Steps {
    private final long[] events = new long[STEPS];
    private final long[] slowest = new long[STEPS];

    private void clear(long step) {
      events[index(step)] = 0;
      slowest[index(step)] = 0;
    }

    private void add(long step, PublishedEvent each) {
      events[index(step)]++;
      slowest[index(step)] = Math.max(slowest[index(step)], each.age().toMillis());
    }
  }

  /**
   * Has read nothing yet.
   *
   * @param length of a step
   */
  FlowWindow(List<String> targets, Duration length) {
    this.length = length;
    targets.forEach(name -> this.targets.put(name, new Steps()));
  }

  private static int index(long step) {
    return (int) Math.floorMod(step, (long) STEPS);
  }

  private long step(Instant at) {
    return Math.floorDiv(at.toEpochMilli(), length.toMillis());
  }

  /**
   * Reads what has been published since the last time, as far as the window goes back.
   *
   * @throws OperatorException if it is more than can be read while somebody waits
   */
  void read(OutboxOperator operator, Instant now) {
    long[] read = new long[1];
    long last = step(now);
    long first = Math.max(next, last - STEPS + 1);
    for (long step = first; step <= last; step++) {
      for (Steps each : targets.values()) {
        each.clear(step);
      }
    }
    operator.publications(
        Instant.ofEpochMilli(first * length.toMillis()),
        Instant.ofEpochMilli((last + 1) * length.toMillis()),
        each -> {
          if (read[0]++ == MOST) {
            throw new OperatorException(
                Kind.INPUT,
                "more than %,d events were published since then: choose a shorter time"
                    .formatted(MOST));
          }
          Steps steps = targets.get(each.target());
          if (steps != null) {
            steps.add(step(each.at()), each);
          }
        });
    next = step(now.minus(STILL_WRITTEN));
    end = last;
  }

  /** Whether any target has accepted anything in the window. */
  boolean isThere() {
    return targets.values().stream()
        .flatMapToLong(steps -> Arrays.stream(steps.events))
        .anyMatch(events -> events > 0);
  }

  /** The oldest step first. The current one is left out: it has only begun. */
  ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("stepMillis", length.toMillis());
    document.put("end", Instant.ofEpochMilli(end * length.toMillis()).toString());
    ObjectNode all = document.putObject("targets");
    targets.forEach(
        (name, steps) -> {
          ObjectNode each = all.putObject(name);
          ArrayNode events = each.putArray("events");
          ArrayNode slowest = each.putArray("slowestMillis");
          for (long step = end - STEPS + 1; step < end; step++) {
            events.add(steps.events[index(step)]);
            slowest.add(steps.slowest[index(step)]);
          }
        });
    return document;
  }
}
