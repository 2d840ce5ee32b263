package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.loop.EventLoop;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A process that can die at any moment: between two tasks, or in the middle of one, when it calls
 * something outside. What it sent before is under way all the same; what it would do next is never
 * done.
 */
final class SimProcess implements EventLoop, InstantSource {
  private final World world;
  private final String name;
  private final int release;
  private final long skew;
  private Runnable onDeath = () -> {};
  private boolean alive = true;
  private long pausedUntil;
  private double frailty = 1;
  private int outstanding;
  private Optional<Call> lastCall = Optional.empty();
  private final List<ProgressRule> watched = new ArrayList<>(1);

  /**
   * A process that was just started.
   *
   * @param release of software and configuration it runs
   */
  SimProcess(World world, String name, int release) {
    this.world = world;
    this.name = name;
    this.release = release;
    skew = world.isSkewed ? skew(name) : 0;
    if (skew != 0) {
      world.cover(Coverage.CLOCKS_DIFFER);
    }
  }

  /** How far its clock is off: from two seconds behind to two ahead. */
  private static long skew(String name) {
    long most = World.MOST_SKEW.toMillis();
    return (Math.floorMod(name.hashCode() * 31L, 2 * most + 1) - most) * SimTime.MILLIS;
  }

  /** How many times as easily as others it dies. */
  SimProcess frail(double times) {
    frailty = times;
    return this;
  }

  String name() {
    return name;
  }

  int release() {
    return release;
  }

  boolean isAlive() {
    return alive;
  }

  /** Whether something is due or awaited from outside: if not, the process is at rest. */
  boolean isBusy() {
    return outstanding > 0;
  }

  void onDeath(Runnable action) {
    onDeath = action;
  }

  @Override
  public Instant instant() {
    return world.time.instant().plusNanos(skew);
  }

  @Override
  public void execute(Runnable task) {
    later(0, task);
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    SimTime.Task scheduled = later(delay.toNanos(), task);
    return () -> {
      if (scheduled.isWaiting()) {
        outstanding--;
        scheduled.cancel();
      }
    };
  }

  /** What the relay waits for: a task, or an answer from outside. */
  SimTime.Task later(long delay, Runnable task) {
    outstanding++;
    return world.time.add(
        delay,
        this,
        () -> {
          outstanding--;
          task.run();
        });
  }

  /** What the host waits for; the relay knows nothing of it. */
  SimTime.Task hostLater(long delay, Runnable task) {
    return world.time.add(delay, this, task);
  }

  /** Something outside that the relay waits for is on its way, as long as the process lives. */
  void awaits() {
    outstanding++;
  }

  void answered() {
    outstanding--;
  }

  /** Runs a task of this process, unless it is dead, dies now, or stands still. */
  void run(SimTime.Task task) {
    if (!alive) {
      return;
    }
    if (pausedUntil > world.time.now()) {
      world.time.postpone(task, pausedUntil);
    } else if (world.faults.crashesNow(frailty)) {
      die("between two steps");
    } else {
      task.run();
      watched.forEach(ProgressRule::check);
      if (world.faults.pausesNow()) {
        pausedUntil = world.time.now() + world.faults.pause();
        world.cover(Coverage.PAUSE);
      }
    }
  }

  /** Whether a call gets out: the process may die just before, and does not know it yet. */
  boolean reachesOut(Call call) {
    if (alive && world.faults.crashesNow(frailty * call.danger)) {
      world.cover(call.before());
      die("before " + call);
    }
    lastCall = Optional.of(call);
    if (alive && call.isHardlyEver() && world.faults.crashesNow(frailty * call.danger)) {
      hostLater(0, () -> dieAfter(call));
    }
    return alive;
  }

  /** What got out with it in the same step does not count. */
  private void dieAfter(Call call) {
    lastCall = Optional.of(call);
    die("after " + call);
  }

  /** From now on this is checked after each step. */
  void watch(ProgressRule rule) {
    watched.removeIf(ProgressRule::isOver);
    watched.add(rule);
  }

  void die(String when) {
    if (alive) {
      world.trace(this, () -> "dies " + when);
      world.cover(Coverage.CRASH);
      lastCall.ifPresent(call -> world.cover(call.after()));
      stop();
      onDeath.run();
    }
  }

  /** Ends without a word to anybody. */
  void stop() {
    alive = false;
  }

  @Override
  public String toString() {
    return name;
  }
}
