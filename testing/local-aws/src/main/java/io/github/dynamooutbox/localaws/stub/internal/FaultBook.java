package io.github.dynamooutbox.localaws.stub.internal;

import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Faults;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;

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
}
