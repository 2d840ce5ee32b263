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
 * What happens with {@code --outage}: the topic is down while orders go on, and when it is back the
 * relay is killed. What the topic missed comes back by the schedule; nobody does anything.
 */
public final class OutageScript {
  private final AwsStub stub;
  private final ParkedBacklog parking;
  private final DeployedRelay relay;
  private final Screen screen;
  private final FutureTask<Void> outage;
  private volatile long wayBackBegun;
  private volatile long wayBackEnded;

  /** Nothing goes wrong yet. */
  public OutageScript(AwsStub stub, ParkedBacklog parking, DeployedRelay relay, Screen screen) {
    this.stub = stub;
    this.parking = parking;
    this.relay = relay;
    this.screen = screen;
    this.outage = new FutureTask<>(this::letTopicFail, null);
  }

  /** The topic goes down; it comes back by itself. Returns at once. */
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
   * How many events were parked: those that are, and those that were and are redriven. A relay that
   * is killed takes its own count with it.
   */
  public long parked() {
    return parking.events() + redriven();
  }

  /** How many events the schedule has published. */
  public long redriven() {
    return parking.redrive().bySchedule().events();
  }

  /** From the topic's return until nothing was parked any more. */
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
