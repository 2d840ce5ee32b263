package io.github.dynamooutbox.examples.demo.poison;

import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** An outage of the topic, which lasts until this is closed. */
final class Outage implements AutoCloseable {
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
