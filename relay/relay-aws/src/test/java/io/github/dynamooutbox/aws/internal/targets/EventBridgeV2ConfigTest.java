package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.bus.BusClient.Description;
import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.aws.targets.TargetRight;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventBridgeV2ConfigTest {
  private static final String BUS = "arn:aws:events:us-east-1:111122223333:event-busv2/o/id";
  private static final AwsPlace PLACE = new AwsPlace("aws", "us-east-1", "111122223333");

  private static EventBridgeV2Config config(boolean raw, Optional<String> key) {
    return new EventBridgeV2Config(
        "bus",
        BUS,
        raw,
        Optional.empty(),
        key,
        new Sending(true, EnvelopeForm.CLOUDEVENT, new BatchLimits(100, 1 << 20, 8), 1 << 20));
  }

  @Test
  void aRelayMayOnlyPublishWithTheOperationItUses() {
    assertThat(config(false, Optional.empty()).rights(PLACE))
        .containsExactly(
            new TargetRight(List.of("events:DescribeEventBus", "events:PutEvents"), BUS));
    assertThat(config(true, Optional.of("arn:key")).rights(PLACE))
        .containsExactly(
            new TargetRight(List.of("events:DescribeEventBus", "events:PutRawEvents"), BUS),
            new TargetRight(List.of("kms:Decrypt"), "arn:key"));
  }

  @ParameterizedTest
  @CsvSource({
    "ACTIVE, fine: is ACTIVE and retains events for 7 days",
    "UPDATE_FAILED, advise: is UPDATE_FAILED (KMS_ACCESS_DENIED) and retains events for 7 days",
    "CREATING, wrong: is CREATING and accepts no events yet",
    "CREATE_FAILED, wrong: is CREATE_FAILED (KMS_ACCESS_DENIED) and accepts no events",
    "DELETING, wrong: is DELETING (KMS_ACCESS_DENIED) and accepts no events"
  })
  void saysWhetherTheBusAcceptsEvents(String state, String finding) {
    Found found = new Found(new ArrayList<>());
    EventBridgeV2Config.report(
        new Description(state, Optional.of("KMS_ACCESS_DENIED"), OptionalInt.of(7)), found);
    assertThat(found.all()).containsExactly(finding);
  }

  private record Found(List<String> all) implements TargetFindings {
    @Override
    public void fine(String fact) {
      all.add("fine: " + fact);
    }

    @Override
    public void advise(String fact, String remedy) {
      all.add("advise: " + fact);
    }

    @Override
    public void unchecked(String fact, String remedy) {
      all.add("unchecked: " + fact);
    }

    @Override
    public void wrong(String fact, String remedy) {
      all.add("wrong: " + fact);
    }

    @Override
    public void look(String right, Runnable look) {
      look.run();
    }
  }
}
