package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.writer.Aggregate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DevIT {
  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private final TestOutbox outbox = system.outbox();

  @Test
  void relaysWhatIsInTheStreamToTheTargets() throws Exception {
    outbox.withTable();
    outbox.commit(Aggregate.of("Order", "1").at(1), "Placed", "order-1-1");
    outbox.commit(Aggregate.of("Order", "1").at(2), "Placed", "order-1-2");

    Ended ended = outbox.run("dev", "--limit", "2");

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.err()).contains("Relaying. Ctrl-C ends it.");
    for (String target : new String[] {"audit", "bus"}) {
      assertThat(ended.out().lines().filter(line -> line.endsWith(" to " + target)))
          .satisfiesExactly(
              first -> assertThat(first).contains("  Order#1 1  Placed  to "),
              second -> assertThat(second).contains("  Order#1 2  Placed  to "));
    }
    assertThat(ended.out()).doesNotContain("secret");
    Ended again = outbox.run("dev", "--limit", "1", "--json");
    JsonNode event = new ObjectMapper().readTree(again.out().lines().findFirst().orElseThrow());
    assertThat(event.path("id").asText()).as("it keeps no position").startsWith("order-1-");
  }

  @Test
  void refusesOtherMachinesBeforeAnythingIsRelayed() {
    outbox.withTable();
    Ended ended = outbox.run("dev", "--endpoint", "https://192.0.2.1");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .contains("Nothing was relayed", "--anywhere", "--endpoint: https://192.0.2.1 is not on");
  }

  @Test
  void refusesALimitThatIsNone() {
    assertThat(outbox.run("dev", "--limit", "0").code()).isEqualTo(2);
  }

  @Test
  void saysThatThereIsNoTable() {
    assertThat(outbox.run("dev").code()).isEqualTo(3);
  }
}
