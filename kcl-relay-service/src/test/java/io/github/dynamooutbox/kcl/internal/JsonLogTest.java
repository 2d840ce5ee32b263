package io.github.dynamooutbox.kcl.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.aws.host.RelayLog;
import io.github.dynamooutbox.kcl.internal.WorkerTelemetry.WorkerLog;
import io.github.dynamooutbox.kcl.internal.telemetry.EveryCall;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What {@code --log json} writes, with the configuration in the jar. */
class JsonLogTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final LoggerContext context = (LoggerContext) LogManager.getContext(false);
  private final @Nullable URI before = context.getConfigLocation();
  private final PrintStream console = System.out;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @BeforeEach
  void configure() {
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    context.setConfigLocation(URI.create("classpath:log4j2-json.properties"));
  }

  @AfterEach
  void restore() {
    System.setOut(console);
    context.setConfigLocation(before);
  }

  @Test
  void eachLineIsAnObjectWithTimeLevelLoggerAndMessage() {
    EveryCall.on(new RelayLog(new WorkerLog(System::nanoTime)), "bus");

    assertThat(lines())
        .hasSizeGreaterThanOrEqualTo(7)
        .allSatisfy(
            line -> {
              assertThat(Instant.parse(line.get("timestamp").asText())).isAfter(Instant.EPOCH);
              assertThat(line.get("level").asText()).isIn("INFO", "WARN", "ERROR");
              assertThat(line.get("logger").asText()).isEqualTo(RelayLog.class.getName());
              assertThat(line.get("message").asText()).isNotBlank();
            });
  }

  @Test
  void identifiersAreInFieldsAndPayloadsAreNot() {
    EveryCall.on(new RelayLog(new WorkerLog(System::nanoTime)), "bus");

    JsonNode rejected =
        lines().stream()
            .filter(line -> line.get("message").asText().startsWith("A target rejected an event"))
            .findFirst()
            .orElseThrow();
    assertThat(rejected.path("event_id").asText()).isEqualTo("event-1");
    assertThat(rejected.path("aggregate").asText()).isEqualTo("Order#42");
    assertThat(rejected.path("target").asText()).isEqualTo("bus");
    assertThat(rejected.path("code").asText()).isEqualTo("TOO_LARGE");
    assertThat(rejected.path("position").asText()).isEqualTo("100");
    assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("secret");
  }

  @Test
  void anExceptionStaysInItsLine() {
    LoggerFactory.getLogger("some.library")
        .error("A \"quoted\"\nmessage", new IllegalStateException("why\nnot"));

    assertThat(lines())
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.get("message").asText()).isEqualTo("A \"quoted\"\nmessage");
              assertThat(line.get("error").asText()).isEqualTo("java.lang.IllegalStateException");
              assertThat(line.get("error_message").asText()).isEqualTo("why\nnot");
              assertThat(line.get("stack").asText()).contains("JsonLogTest");
            });
  }

  /** Otherwise a healthy worker would log it all the time. */
  @ParameterizedTest
  @ValueSource(strings = {"json", "text"})
  void missingHashRangesAreNotLogged(String format) {
    context.setConfigLocation(URI.create("classpath:log4j2-" + format + ".properties"));
    Logger kcl =
        LoggerFactory.getLogger("software.amazon.kinesis.coordinator.PeriodicShardSyncManager");
    kcl.error("Incomplete hash range found for stream {} between {} and {}.", "orders", 1, 2);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();

    kcl.error("Caught exception while running periodic shard syncer.");
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("Caught exception");
  }

  private List<JsonNode> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().map(JsonLogTest::parse).toList();
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + line, e);
    }
  }
}
