package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.LocalAws;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;

/** The targets' contract needs nothing but an endpoint; what only the stub can do is skipped. */
class EndpointIT {
  private static final List<Class<?>> TESTS =
      List.of(
          EventBridgeTargetIT.class,
          KinesisTargetIT.class,
          SnsTargetIT.class,
          SnsFifoTargetIT.class);

  @Test
  void testsPassAtAnEndpointOfAnotherProcessAndLeaveNoBusThere() {
    assumeTrue(AwsUnderTest.endpoint().isEmpty(), "the tests run against an endpoint anyway");
    try (LocalAws aws = LocalAws.start()) {
      System.setProperty(AwsUnderTest.ENDPOINT, aws.endpoint().toString());
      Results results = new Results();
      LauncherFactory.create().execute(request(), results);

      assertThat(results.failed).isEmpty();
      assertThat(results.passed).hasSizeGreaterThanOrEqualTo(40);
      assertThat(results.skipped).allMatch(reason -> reason.contains("Assumption failed: "));
      try (Cloud cloud = new Cloud();
          Clients clients = cloud.clients(Duration.ofSeconds(30))) {
        assertThat(
                clients
                    .get(EventBridgeClient.class, EventBridgeClient::builder)
                    .listEventBuses(r -> r.namePrefix("outbox-it"))
                    .eventBuses())
            .isEmpty();
      }
    } finally {
      System.clearProperty(AwsUnderTest.ENDPOINT);
    }
  }

  private static LauncherDiscoveryRequest request() {
    return LauncherDiscoveryRequestBuilder.request()
        .selectors(TESTS.stream().flatMap(test -> Stream.of(selectClass(test))).toList())
        .build();
  }

  private static final class Results implements TestExecutionListener {
    final List<String> passed = new ArrayList<>();
    final List<String> skipped = new ArrayList<>();
    final List<String> failed = new ArrayList<>();

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      String what = test.getUniqueId() + result.getThrowable().map(Throwable::toString).orElse("");
      switch (result.getStatus()) {
        case FAILED -> failed.add(what);
        case ABORTED -> skipped.add(what);
        case SUCCESSFUL -> {
          if (test.isTest()) {
            passed.add(what);
          }
        }
      }
    }
  }
}
