package io.github.dynamooutbox.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ActsTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Instant now = Instant.parse("2026-11-21T03:00:00Z");
  private int acts;

  private final Live live = new Live(JSON::objectNode, Duration.ZERO, () -> now);
  private final Acts console = new Acts("here", request -> new Counted(), live, () -> now);
  private Consumer<AuditProgress> work = progress -> {};

  @Test
  void carriesOutNothingThatWasShownTooLongAgo() throws Exception {
    String fresh = planned();
    String old = planned();

    now = now.plus(Duration.ofMinutes(5));
    assertThat(console.act(JSON.objectNode().put("plan", fresh)).status()).isEqualTo(200);
    now = now.plusMillis(1);
    assertThat(console.act(JSON.objectNode().put("plan", old)).status()).isEqualTo(409);
    assertThat(acts).isEqualTo(1);
  }

  @Test
  void stopsWhatIsRunningAndNothingThatComesAfterIt() throws Exception {
    List<Boolean> stopped = new ArrayList<>();
    work =
        progress -> {
          progress.at("events", 1, 2);
          assertThat(live.now().at("/act/done").asInt()).isEqualTo(1);
          assertThat(console.stop().status()).isEqualTo(200);
          stopped.add(progress.isStopWanted());
        };
    console.act(JSON.objectNode().put("plan", planned()));
    work = progress -> stopped.add(progress.isStopWanted());
    console.act(JSON.objectNode().put("plan", planned()));

    assertThat(stopped).containsExactly(true, false);
    assertThat(console.stop().status()).as("nothing runs").isEqualTo(409);
    assertThat(live.now().has("act")).isFalse();
  }

  private String planned() throws Exception {
    String answer = console.plan(JSON.objectNode()).text();
    return new ObjectMapper().readTree(answer).path("plan").asText();
  }

  private final class Counted implements Plan {
    @Override
    public ObjectNode shown() {
      return JSON.objectNode();
    }

    @Override
    public ObjectNode act(JsonNode decision, AuditProgress progress) {
      acts++;
      work.accept(progress);
      return JSON.objectNode();
    }
  }
}
