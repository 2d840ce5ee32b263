package io.github.dynamooutbox.lambda.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With a control table, but configured to halt at poison and to write no receipts. */
@Timeout(180)
class HaltIT {
  private static final String SECTIONS =
      """
      "controlTable": {"name": "%s", "receipts": false},
      "relay": {"onPoison": "halt"},
      """
          .formatted(RelaySystem.CONTROL_TABLE);

  @Test
  void publishesNothingBehindPoisonAndRaisesTheAlarm() throws Exception {
    try (DynamoDbUnderTest server = DynamoDbUnderTest.open();
        RelaySystem system = RelaySystem.withControlTable(server, SECTIONS, settings -> settings)) {
      system.commit("before", 1);
      system.commitPoison("poison", "1");
      system.commit("behind", 1);
      try (EventSourceMapping mapping = system.map()) {
        long deadline = System.nanoTime() + RelaySystem.patience().toNanos();
        while (mapping.progress().failedInvocations() < 2) {
          assertThat(System.nanoTime()).as(system.tail()).isLessThan(deadline);
          Thread.sleep(20);
        }

        assertThat(mapping.progress().recordsDelivered()).as("only what is before it").isOne();
      }
      Received.all(system.aws)
          .forEach(
              target ->
                  assertThat(target.versions()).as(target.target()).containsOnlyKeys("before"));
      // After this, all of its output has arrived.
      system.function.close();
      assertThat(system.output)
          .as("a metric for the alarm")
          .anyMatch(line -> line.contains("\"_aws\"") && line.contains("\"Halted\":1.0"));
      ControlView control = new ControlView(system);
      assertThat(control.lanes()).as("nothing is parked").isEmpty();
      assertThat(control.publicationsInReceipts()).as("receipts are off").isZero();
    }
  }
}
