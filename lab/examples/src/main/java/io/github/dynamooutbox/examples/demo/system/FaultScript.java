package io.github.dynamooutbox.examples.demo.system;

import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Faults;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;

/**
 * What goes wrong with {@code --faults}. Most faults are random and strike all the time; half-way
 * each kind strikes once for certain, and the relay crashes, so that even a short run sees all of
 * them.
 */
public final class FaultScript {
  /** Longer than the relay waits for a response. */
  private static final Duration TOO_LATE = Duration.ofMillis(2500);

  /** The relay's call timeout. */
  public static final Duration CALL_TIMEOUT = Duration.ofMillis(1500);

  private final Faults faults;
  private final DeployedRelay relay;
  private final Random entries;
  private final LongAdder failedEntries = new LongAdder();
  private final Map<String, List<Injection>> injected = new LinkedHashMap<>();

  /** Creates the script; nothing goes wrong yet. */
  public FaultScript(Endpoints aws, DeployedRelay relay, long seed) {
    this.faults = aws.stub().faults();
    this.relay = relay;
    this.entries = new Random(seed);
  }

  /**
   * Injects random faults from now on. More requests to Kinesis fail, since there are fewer, larger
   * ones.
   */
  public void begin() {
    byChance(Service.EVENTBRIDGE, 1);
    byChance(Service.EVENTBRIDGEV2, 1);
    byChance(Service.SNS, 1);
    byChance(Service.KINESIS, 3);
  }

  /** Injects one fault of each kind. */
  public void halfWay() {
    for (Service service : Service.values()) {
      When next = When.on(service).action(publish(service)).next(1);
      inject("timed out", next, Fault.slow(TOO_LATE));
      inject("throttled", next, Fault.throttle());
      inject("answers lost", next, Fault.loseAnswer());
      inject("connections broken", next, Fault.breakConnection());
      faults.inject(next, someEntries(service));
    }
    relay.crashOnce();
  }

  /** How often each kind of fault has struck so far. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    injected.forEach(
        (kind, those) -> counts.put(kind, those.stream().mapToLong(Injection::fired).sum()));
    counts.put("entries failed", failedEntries.sum());
    counts.put("relay killed", (long) relay.crashes());
    return counts;
  }

  private void byChance(Service service, double factor) {
    When request = When.on(service).action(publish(service));
    inject("timed out", request.probability(0.002 * factor), Fault.slow(TOO_LATE));
    inject("throttled", request.probability(0.03 * factor), Fault.throttle());
    inject("answers lost", request.probability(0.01 * factor), Fault.loseAnswer());
    inject("connections broken", request.probability(0.01 * factor), Fault.breakConnection());
    faults.inject(request.probability(0.06 * factor), someEntries(service));
  }

  private void inject(String kind, When when, Fault fault) {
    injected.computeIfAbsent(kind, key -> new ArrayList<>()).add(faults.inject(when, fault));
  }

  /** Refuses part of a batch and accepts the rest. */
  private Fault someEntries(Service service) {
    return Fault.failEntries(entry -> failsNext(), EntryError.throttled(service));
  }

  private synchronized boolean failsNext() {
    boolean fails = entries.nextInt(3) == 0;
    if (fails) {
      failedEntries.increment();
    }
    return fails;
  }

  private static String publish(Service service) {
    return switch (service) {
      case EVENTBRIDGE, EVENTBRIDGEV2 -> "PutEvents";
      case SNS -> "PublishBatch";
      case KINESIS -> "PutRecords";
    };
  }
}
