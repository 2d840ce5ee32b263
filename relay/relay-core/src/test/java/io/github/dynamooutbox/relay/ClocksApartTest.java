package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Processes whose clocks differ by as much as DynamoDB's time leaves them. With ten minutes the
 * circuit never opens, and two redrives publish each other's events.
 */
@Tag("full")
class ClocksApartTest {
  private static final Duration APART =
      Optional.ofNullable(System.getProperty("clocks.apart"))
          .map(Duration::parse)
          .orElse(Duration.ofSeconds(2));

  private final OutageWorld world = new OutageWorld(true, 10, false, true);

  @Test
  void theCircuitOfATargetThatIsDownOpensAndTheOtherTargetGoesOn() {
    world.clocksApart(APART);
    world.slow.as((now, event) -> false);
    OutageHost host = new OutageHost(world.loop, RecordFeed.Host.LAMBDA, 2, world::relay);
    host.keepContainers();
    host.start(10, 1, 100, 0);
    world.loop.runFor(Duration.ofMinutes(15));

    assertThat(world.opened()).isPositive();
    assertThat(world.up.accepted()).isGreaterThan(10 * 60 * 13);
  }

  @Test
  void twoRedrivesPublishNothingTwice() {
    world.clocksApart(APART);
    world.slow.as((now, event) -> false);
    OutageHost host = new OutageHost(world.loop, RecordFeed.Host.KCL, 1, world::relay);
    host.start(100, 1, 500, 0);
    world.loop.runFor(Duration.ofMinutes(5));
    assertThat(world.parkedNow()).isGreaterThan(20_000);

    world.slow.as(TargetModel.bucket(200));
    world.redrive();
    world.loop.runFor(Duration.ofSeconds(2));
    world.redrive();
    world.loop.runFor(Duration.ofMinutes(5));

    assertThat(world.slow.duplicates()).isZero();
    assertThat(world.slow.accepted()).isGreaterThan(20_000);
    assertThat(world.slow.inversions()).isZero();
  }
}
