package io.github.dynamooutbox.benchmarks.embedded;

import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.stub.AcceptedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The events that the bus accepted, with the time since just before their commit. Not thread-safe.
 */
final class Arrivals {
  private static final Pattern AT = Pattern.compile("\"at\":(\\d+)");
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final AwsStub stub;
  private final Set<String> ids = new HashSet<>();
  private List<Double> millis = new ArrayList<>();
  private long read;
  private Instant last = Instant.EPOCH;

  Arrivals(AwsStub stub) {
    this.stub = stub;
  }

  /** How many distinct events have arrived by now. */
  int count() {
    for (AcceptedEvent event : stub.eventBridge().acceptedAfter(read)) {
      read = event.ordinal();
      if (ids.add(group(ID, event))) {
        long at = Long.parseLong(group(AT, event));
        millis.add((double) event.acceptedAt().toEpochMilli() - at);
        last = event.acceptedAt();
      }
    }
    return ids.size();
  }

  private static String group(Pattern pattern, AcceptedEvent event) {
    Matcher matcher = pattern.matcher(event.body());
    if (!matcher.find()) {
      throw new IllegalStateException(event + " has no " + pattern);
    }
    return matcher.group(1);
  }

  /** When the last counted event was accepted. */
  Instant last() {
    return last;
  }

  /** Milliseconds from commit to acceptance of the events counted since the last call. */
  List<Double> getAndResetMillis() {
    List<Double> result = millis;
    millis = new ArrayList<>();
    return result;
  }

  /**
   * Waits until this many distinct events have arrived.
   *
   * @throws IllegalStateException if that takes more than two minutes
   */
  void await(long number) throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (count() < number) {
      if (Instant.now().isAfter(end)) {
        throw new IllegalStateException(count() + " of " + number + " events have arrived");
      }
      Thread.sleep(10);
    }
  }
}
