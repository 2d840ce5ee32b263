package io.github.dynamooutbox.aws.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two processes whose clocks are ten minutes apart, at one control table. */
class ClocksApartIT {
  private static final String CONTROL = AwsUnderTest.unique("control");
  private static final Map<String, String> SETTINGS = new HashMap<>();
  private static final ExecutorService EXECUTOR = Executors.newFixedThreadPool(2);
  private static final DynamoDbUnderTest DYNAMO_DB = DynamoDbUnderTest.open();

  @BeforeAll
  static void start() {
    ControlTable.create(DYNAMO_DB.client(), CONTROL);
    DYNAMO_DB.created(CONTROL);
    SETTINGS.putAll(AwsUnderTest.properties(DYNAMO_DB.endpoint()));
    SETTINGS.forEach(System::setProperty);
  }

  @AfterAll
  static void stop() {
    SETTINGS.keySet().forEach(System::clearProperty);
    EXECUTOR.shutdownNow();
    DYNAMO_DB.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {-10, 10})
  void noLeaseIsTakenBecauseAnotherClockIsWrong(int minutes) {
    try (AwsControl right = open(InstantSource.system());
        AwsControl wrong = open(() -> Instant.now().plus(Duration.ofMinutes(minutes)))) {
      int part = minutes > 0 ? 1 : 2;
      // As a redrive does: it reads what is parked before it takes a lease.
      read(wrong, part);
      read(right, part);

      assertThat(lease(minutes > 0 ? right : wrong, part, "first")).isEqualTo("first");
      assertThat(lease(minutes > 0 ? wrong : right, part, "second")).isEqualTo("first");
      assertThat(Duration.between(right.clock().instant(), wrong.clock().instant()).abs())
          .isLessThan(Duration.ofSeconds(3));
    }
  }

  private static AwsControl open(InstantSource clock) {
    RelayConfig config =
        RelayConfig.parse(
            """
            {"table": {"name": "orders"},
             "controlTable": {"name": "CONTROL"},
             "relay": {"regions": ["us-east-1"]},
             "targets": {"bus": {"type": "eventbridge", "busName": "bus"}},
             "routes": [{"to": ["bus"]}]}
            """
                .replace("CONTROL", CONTROL));
    return AwsControl.open(config, EXECUTOR, clock).orElseThrow();
  }

  private static void read(AwsControl control, int part) {
    control.table().queues().queues(part).toCompletableFuture().join();
  }

  /** Takes a lease of a minute, unless somebody has it; returns who has it then. */
  private static String lease(AwsControl control, int part, String name) {
    Instant now = control.clock().instant();
    return control
        .table()
        .queues()
        .lease(part, name, now, now.plusSeconds(60))
        .toCompletableFuture()
        .join()
        .owner();
  }
}
