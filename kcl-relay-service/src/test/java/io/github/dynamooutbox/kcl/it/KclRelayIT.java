package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** From a commit to three kinds of targets, through the packaged service. */
@Timeout(300)
class KclRelayIT {
  private static KclSystem system;

  @BeforeAll
  static void startSystem() {
    system = new KclSystem();
  }

  @AfterAll
  static void stopSystem() {
    system.close();
  }

  @Test
  void publishesEverythingOnceAndInOrderAndGoesOnAfterARestart() {
    system.placeOrders("a-", 20, 1, 5);
    WorkerProcess worker = system.start("one");
    system.await(() -> "nothing arrives", () -> system.aws.kinesis().count() > 0);
    system.placeOrders("a-", 20, 6, 10);
    assertThat(system.awaitOrders("a-", 20, 10)).allMatch(target -> target.duplicates() == 0);

    worker.terminate();
    assertThat(worker.awaitExit(Duration.ofSeconds(25))).as(worker.tail()).isZero();

    system.placeOrders("b-", 1, 1, 1);
    system.start("two");
    system.awaitOrders("b-", 1, 1);
    assertThat(system.awaitOrders("a-", 20, 10)).allMatch(target -> target.duplicates() == 0);
    assertThat(worker.output).noneMatch(line -> line.contains("secret"));
  }
}
