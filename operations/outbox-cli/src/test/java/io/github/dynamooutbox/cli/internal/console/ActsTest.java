package io.github.dynamooutbox.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.operate.OperatorException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ActsTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Instant now = Instant.parse("2026-11-21T03:00:00Z");
  private int acts;

  private final Live live = new Live(JSON::objectNode, Duration.ZERO, () -> now);
  private final Acts console =
      new Acts("here", (request, progress) -> planned(progress), live, () -> now);
  private Consumer<AuditProgress> work = progress -> {};
  private Consumer<AuditProgress> lookUp = progress -> {};

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
          ObjectNode running = JSON.objectNode();
          running.set("plan", live.now().at("/act/plan"));
          assertThat(console.stop(running).status()).isEqualTo(200);
          stopped.add(progress.isStopWanted());
        };
    String first = planned();
    console.act(JSON.objectNode().put("plan", first));
    work =
        progress -> {
          ObjectNode ended = JSON.objectNode().put("plan", first);
          assertThat(console.stop(ended).status()).as("it has ended").isEqualTo(409);
          stopped.add(progress.isStopWanted());
        };
    console.act(JSON.objectNode().put("plan", planned()));

    assertThat(stopped).containsExactly(true, false);
    assertThat(console.stop(JSON.objectNode()).status()).as("nothing runs").isEqualTo(409);
    assertThat(live.now().has("act")).isFalse();
  }

  @Test
  void saysHowTheLastActEndedToAPageThatGotNoAnswer() throws Exception {
    String id = planned();
    console.act(JSON.objectNode().put("plan", id));

    assertThat(console.last().text())
        .isEqualTo("{\"exit\":\"DONE\",\"act\":\"count\",\"plan\":\"%s\"}".formatted(id));

    work =
        progress -> {
          throw new OperatorException(OperatorException.Kind.INPUT, "choose another range");
        };
    assertThatThrownBy(() -> console.act(JSON.objectNode().put("plan", planned())))
        .hasMessage("choose another range");
    assertThat(console.last().text()).startsWith("{\"error\":\"choose another range\"");
  }

  @Test
  void showsAndStopsTheLookUpOfAReplay() {
    lookUp =
        progress -> {
          progress.at("events", 1, 2);
          assertThat(live.now().at("/act/done").asInt()).isEqualTo(1);
          console.stop(JSON.objectNode());
          if (progress.isStopWanted()) {
            throw new CancellationException();
          }
        };

    HttpAnswer answer = console.plan(JSON.objectNode().put("act", "replay"));

    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.text()).contains("stopped: nothing was changed");
    assertThat(live.now().has("act")).isFalse();
  }

  private Plan planned(AuditProgress progress) {
    lookUp.accept(progress);
    return new Counted();
  }

  private String planned() throws Exception {
    String answer = console.plan(JSON.objectNode().put("act", "count")).text();
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
      return JSON.objectNode().put("exit", "DONE");
    }
  }
}
