package io.github.dynamooutbox.localaws.stub.internal;

import io.github.dynamooutbox.localaws.stub.BatchEntry;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Faults;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The active injections, and the faults that they cause for a request. */
public final class FaultBook implements Faults {
  private final List<Injected> injections = new CopyOnWriteArrayList<>();
  private final SplittableRandom seeds;
  private final Clock clock;

  public FaultBook(long seed, Clock clock) {
    this.seeds = new SplittableRandom(seed);
    this.clock = clock;
  }

  @Override
  public synchronized Injection inject(When when, Fault fault) {
    Injected injected = new Injected(when, fault, seeds.split(), injections::remove);
    injections.add(injected);
    return injected;
  }

  @Override
  public void clear() {
    injections.clear();
  }

  /** The faults of a request, which is counted for each injection that applies. */
  public FaultPlan plan(Service service, String action, Set<String> targets) {
    FaultPlan.Builder plan = new FaultPlan.Builder(service);
    for (Injected injected : injections) {
      if (!plan.decided() && injected.applies(service, action, targets, clock.instant())) {
        plan.add(injected);
      }
    }
    return plan.build();
  }

  /** One injection, with its own random generator and its own count. */
  static final class Injected implements Injection {
    private final When when;
    private final Fault fault;
    private final SplittableRandom random;
    private final Consumer<Injected> onCancel;
    private int fired;

    Injected(When when, Fault fault, SplittableRandom random, Consumer<Injected> onCancel) {
      this.when = when;
      this.fault = fault;
      this.random = random;
      this.onCancel = onCancel;
    }

    Fault fault() {
      return fault;
    }

    /** Whether the fault applies to this request; if so, the request is counted. */
    synchronized boolean applies(Service service, String action, Set<String> targets, Instant now) {
      boolean matches =
          when.service() == service
              && when.action().map(action::equals).orElse(true)
              && when.target().map(targets::contains).orElse(true)
              && when.from().map(from -> !now.isBefore(from)).orElse(true)
              && when.until().map(now::isBefore).orElse(true)
              && fired < when.times();
      boolean applies = matches && hit(when.probability());
      if (applies) {
        fired++;
      }
      return applies;
    }

    /** Whether this entry fails, of a request to which the fault applies. */
    boolean applies(Fault.Entries entries, BatchEntry entry) {
      return when.target().map(entry.target()::equals).orElse(true)
          && entries.which().test(entry)
          && hit(entries.fraction());
    }

    private synchronized boolean hit(double probability) {
      return probability >= 1 || random.nextDouble() < probability;
    }

    @Override
    public synchronized int fired() {
      return fired;
    }

    @Override
    public void cancel() {
      onCancel.accept(this);
    }
  }
}
