package io.github.dynamooutbox.examples.demo.poison;

import io.github.dynamooutbox.examples.demo.report.ParkedTable;
import io.github.dynamooutbox.examples.demo.report.Screen;
import io.github.dynamooutbox.examples.demo.system.DeployedRelay;
import io.github.dynamooutbox.examples.demo.system.ParkedBacklog;
import io.github.dynamooutbox.examples.demo.system.ParkedBacklog.ParkedQueue;
import io.github.dynamooutbox.examples.demo.system.Patience;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What happens with {@code --outage}: the topic is down while orders continue, and when it is back
 * the relay is killed. The schedule redrives what the topic missed, without an operator.
 */
public final class OutageScript {
  private final AwsStub stub;
  private final ParkedBacklog parking;
  private final DeployedRelay relay;
  private final Screen screen;
  private final FutureTask<Void> outage;
  private volatile long wayBackBegun;
  private volatile long wayBackEnded;

  /** Creates the script; nothing goes wrong yet. */
  public OutageScript(AwsStub stub, ParkedBacklog parking, DeployedRelay relay, Screen screen) {
    this.stub = stub;
    this.parking = parking;
    this.relay = relay;
    this.screen = screen;
    this.outage = new FutureTask<>(this::letTopicFail, null);
  }

  /** Takes the topic down; it comes back by itself. Returns at once. */
  public void halfWay() {
    Thread thread = new Thread(outage, "topic-outage");
    thread.setDaemon(true);
    thread.start();
  }

  /** Waits until everything is redriven. */
  public void finish() throws InterruptedException {
    try {
      outage.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("The topic's outage failed", e.getCause());
    }
    Patience.until(() -> parking.held().isEmpty(), this::redriven);
    wayBackEnded = System.nanoTime();
  }

  /**
   * The number of events that were parked: those that still are, and those redriven since. The
   * relay's own count is lost when it is killed.
   */
  public long parked() {
    return parking.events() + redriven();
  }

  /** The number of events that the schedule has published. */
  public long redriven() {
    return parking.redrive().bySchedule().events();
  }

  /** The time from the topic's return until nothing was parked any more. */
  public Duration wayBack() {
    return Duration.ofNanos(wayBackEnded - wayBackBegun);
  }

  private void letTopicFail() {
    try (Outage down = Outage.begin(stub)) {
      screen.lines(List.of("", "The topic is down.", ""));
      down.awaitWorthSeeing(() -> !parking.held().isEmpty());
      List<ParkedQueue> held = parking.held();
      new ParkedTable(screen).show("Parked while the topic is down and orders arrive:", held, held);
    }
    screen.lines(List.of("The topic answers again, and the relay is killed.", ""));
    wayBackBegun = System.nanoTime();
    relay.crashOnce();
    parking.redrive().schedule();
  }

  /** An outage of the topic, which lasts until this is closed. */
  static final class Outage implements AutoCloseable {
    /** The target's name in the relay's configuration. */
    static final String TARGET = "fifo";

    private static final Duration AT_LEAST = Duration.ofSeconds(6);
    private static final Duration AT_MOST = Duration.ofSeconds(20);
    private static final Duration STEP = Duration.ofMillis(200);

    private final Injection injection;
    private final long begun = System.nanoTime();

    private Outage(Injection injection) {
      this.injection = injection;
    }

    static Outage begin(AwsStub stub) {
      return new Outage(
          stub.faults().inject(When.on(Service.SNS), Fault.fail(503, "ServiceUnavailable")));
    }

    /** Waits for a few seconds, and then until the condition holds, but not forever. */
    void awaitWorthSeeing(BooleanSupplier holds) {
      while (lasts(AT_LEAST) || (lasts(AT_MOST) && !holds.getAsBoolean())) {
        LockSupport.parkNanos(STEP.toNanos());
      }
    }

    private boolean lasts(Duration time) {
      return System.nanoTime() - begun < time.toNanos();
    }

    @Override
    public void close() {
      injection.cancel();
    }
  }
}
