package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.SettableClock;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.eventbridge.model.DescribeEventBusResponse;
import software.amazon.awssdk.services.eventbridge.model.ResourceNotFoundException;

@Timeout(20)
class BusCheckTest {
  private final FakeEventBridge client = new FakeEventBridge();
  private final SettableClock clock = new SettableClock(Instant.parse("2026-11-21T00:00:00Z"));
  private final BusCheck check = new BusCheck("orders", client, clock);

  @Test
  void asksOnceAMinute() throws Exception {
    assertThat(check.verify()).isEmpty();
    clock.advance(Duration.ofSeconds(59));
    assertThat(check.verify()).isEmpty();
    assertThat(client.describes).hasValue(1);
    clock.advance(Duration.ofSeconds(1));
    assertThat(check.verify()).isEmpty();
    assertThat(client.describes).hasValue(2);
  }

  @Test
  void aMissingBusIsAskedForAgainEveryTime() throws Exception {
    client.describe = BusCheckTest::missing;
    assertThat(check.verify()).map(Retry::code).contains("ResourceNotFoundException");
    assertThat(check.verify()).map(Retry::message).get().asString().contains("bus orders");
    client.describe = () -> DescribeEventBusResponse.builder().build();
    assertThat(check.verify()).isEmpty();
    assertThat(client.describes).hasValue(3);
  }

  @Test
  void aBusThatVanishesIsNoticedWithTheNextCheck() throws Exception {
    check.verify();
    client.describe = BusCheckTest::missing;
    assertThat(check.verify()).isEmpty();
    clock.advance(Duration.ofMinutes(1));
    assertThat(check.verify()).isPresent();
  }

  @Test
  void aClockThatWasSetBackDoesNotMakeACheckLastLonger() throws Exception {
    check.verify();
    clock.advance(Duration.ofHours(-1));
    check.verify();
    assertThat(client.describes).hasValue(2);
  }

  @Test
  void concurrentRequestsShareOneCheck() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    client.describe =
        () -> {
          asked.countDown();
          await(answer);
          return DescribeEventBusResponse.builder().build();
        };
    ExecutorService executor = Executors.newFixedThreadPool(4);
    try {
      List<Future<Optional<Retry>>> results = new ArrayList<>();
      results.add(executor.submit(check::verify));
      asked.await();
      CountDownLatch running = new CountDownLatch(3);
      for (int i = 0; i < 3; i++) {
        results.add(
            executor.submit(
                () -> {
                  running.countDown();
                  return check.verify();
                }));
      }
      running.await();
      answer.countDown();
      for (Future<Optional<Retry>> result : results) {
        assertThat(result.get()).isEmpty();
      }
      assertThat(client.describes).hasValue(1);
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void aCheckThatBreaksDoesNotLeaveOthersWaiting() throws Exception {
    client.describe =
        () -> {
          throw new IllegalStateException("bug");
        };
    try {
      check.verify();
    } catch (IllegalStateException expected) {
      assertThat(expected).hasMessage("bug");
    }
    client.describe = () -> DescribeEventBusResponse.builder().build();
    assertThat(check.verify()).isEmpty();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static DescribeEventBusResponse missing() {
    throw ResourceNotFoundException.builder()
        .statusCode(400)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode("ResourceNotFoundException").build())
        .build();
  }
}
