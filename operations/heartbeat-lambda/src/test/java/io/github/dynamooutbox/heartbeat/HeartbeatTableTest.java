package io.github.dynamooutbox.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamooutbox.format.OutboxSchema;
import org.junit.jupiter.api.Test;

class HeartbeatTableTest {
  @Test
  void hasTheNamesOfTheRelaysConfiguration() {
    HeartbeatTable table =
        HeartbeatTable.of(
            """
            {"table": {"name": "shop", "partitionKey": "pk", "sortKey": "sk", "prefix": "E#",
             "ttlAttribute": "expires"}, "targets": {}}
            """);

    assertThat(table)
        .isEqualTo(new HeartbeatTable("shop", new OutboxSchema("pk", "sk", "E#", "expires")));
  }

  @Test
  void hasTheWritersDefaults() {
    assertThat(HeartbeatTable.of("{\"table\":{\"name\":\"orders\"}}"))
        .isEqualTo(new HeartbeatTable("orders", OutboxSchema.defaults()));
  }

  @Test
  void isNotGuessed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeartbeatTable.of("{}"))
        .withMessage("OUTBOX_CONFIG: table.name is missing");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeartbeatTable.of("orders"))
        .withMessageContaining("OUTBOX_CONFIG is not JSON");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeartbeatTable.of(""))
        .withMessage("OUTBOX_CONFIG: table.name is missing");
  }
}
