package io.github.dynamooutbox.examples.demo.poison;

import io.github.dynamooutbox.examples.demo.report.ParkedTable;
import io.github.dynamooutbox.examples.demo.report.Screen;
import io.github.dynamooutbox.examples.demo.system.DeployedRelay;
import io.github.dynamooutbox.examples.demo.system.ParkedBacklog;
import io.github.dynamooutbox.examples.demo.system.ParkedQueue;
import io.github.dynamooutbox.examples.demo.system.Patience;
import io.github.dynamooutbox.localaws.AwsStub;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

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
      new ParkedTable(screen).show("Parked while the topic is down and orders go on:", held, held);
    }
    screen.lines(List.of("The topic answers again, and the relay is killed.", ""));
    wayBackBegun = System.nanoTime();
    relay.crashOnce();
    parking.redrive().schedule();
  }
}
