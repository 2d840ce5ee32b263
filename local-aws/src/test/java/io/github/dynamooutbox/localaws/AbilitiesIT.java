package io.github.dynamooutbox.localaws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What an endpoint cannot do is found out, and the tests that need it are skipped and say so. */
class AbilitiesIT {
  private static final String STUB = "io.github.dynamooutbox.localaws.stub.";
  private static final String SHORT = "2";

  @BeforeEach
  void onlyWithoutAnEndpoint() {
    assumeTrue(AwsUnderTest.endpoint().isEmpty(), "this test starts endpoints of its own");
  }

  @Test
  void anEndpointThatCanDoAllLacksNothing() {
    try (LocalAws aws = LocalAws.start()) {
      for (Ability ability : Ability.values()) {
        assertThat(Abilities.lack(aws.endpoint(), ability)).as(ability.name()).isEmpty();
      }
    }
  }

  @Test
  void testsThatNeedWhatAnEndpointLacksAreSkippedWithTheReason() {
    System.setProperty("outbox.aws.expiry-seconds", SHORT);
    try (LocalAws aws = LocalAws.start(Ability.values())) {
      System.setProperty(AwsUnderTest.ENDPOINT, aws.endpoint().toString());
      Skipped skipped = new Skipped();
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(
                      selectMethod(
                          DynamoDbContractIT.class, "anExpiredItemIsRemovedByTheServiceItself"),
                      selectMethod(STUB + "KinesisCborContractIT#aMissingStreamIsNotFound"),
                      selectMethod(
                          STUB
                              + "SnsFifoContractIT#messagesOfAGroupReachTheQueueInOrderWithTheirKeys"),
                      selectMethod(
                          STUB
                              + "SnsFifoContractIT#theSameDeduplicationIdIsAcceptedAndDeliveredOnce"))
                  .build(),
              skipped);

      assertThat(skipped.others).as("neither passed nor failed").isEmpty();
      assertThat(skipped.reasons).hasSize(Ability.values().length);
      for (Ability ability : Ability.values()) {
        assertThat(skipped.reasons)
            .anyMatch(reason -> reason.contains(aws.endpoint() + " lacks " + ability + ": "));
      }
    } finally {
      System.clearProperty(AwsUnderTest.ENDPOINT);
      System.clearProperty("outbox.aws.expiry-seconds");
    }
  }

  private static final class Skipped implements TestExecutionListener {
    final Set<String> reasons = new ConcurrentSkipListSet<>();
    final Set<String> others = new ConcurrentSkipListSet<>();

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      String failure = result.getThrowable().map(Throwable::getMessage).orElse("");
      if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
        reasons.add(failure);
      } else if (test.isTest() || result.getStatus() == TestExecutionResult.Status.FAILED) {
        others.add(test.getUniqueId() + ' ' + failure);
      }
    }
  }
}
