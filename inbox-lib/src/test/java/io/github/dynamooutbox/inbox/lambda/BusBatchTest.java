package io.github.dynamooutbox.inbox.lambda;

import static io.github.dynamooutbox.inbox.lambda.ScriptedProcessor.event;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.inbox.UnusableEventException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A subscriber of a Custom Event Bus that invokes the function with one event, or with a list. */
class BusBatchTest {
  private final ScriptedProcessor processor = new ScriptedProcessor();
  private final BatchAdapter adapter = BatchAdapter.of(BatchSource.CUSTOM_BUS, processor).build();

  private String call(String input) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    adapter.handle(new ByteArrayInputStream(input.getBytes(UTF_8)), answer, () -> 60_000);
    return answer.toString(UTF_8);
  }

  private static String withMetadata(String id, String group, String event) {
    return """
        {"Data":%s,"Metadata":{},
         "SystemMetadata":{"ContentType":"application/json","aws:EventId":"%s",
                           "EventGroupId":"%s"}}
        """
        .formatted(event, id, group);
  }

  @Test
  void handlesOneEventOrAList() throws IOException {
    assertThat(call(event("a", 1, "works"))).isEqualTo("{\"batchItemFailures\":[]}");
    call(
        "["
            + event("a", 2, "works")
            + ","
            + withMetadata("b-3", "a", event("a", 3, "works"))
            + "]");
    // The list has one event without a group, and one of a group: neither waits for the other.
    assertThat(processor.begun()).startsWith("a-1").containsExactlyInAnyOrder("a-1", "a-2", "a-3");
  }

  @Test
  void failsTheInvocationAndStopsOnlyTheFailedEventsGroup() {
    String batch =
        "[%s,%s,%s,%s]"
            .formatted(
                withMetadata("x1", "a", event("a", 1, "works")),
                withMetadata("x2", "a", event("a", 2, "fails")),
                withMetadata("x3", "b", event("b", 1, "works")),
                withMetadata("x4", "a", event("a", 3, "works")));
    assertThatThrownBy(() -> call(batch))
        .isInstanceOf(FailedEventsException.class)
        .hasMessage("2 of 4 events failed, the first: x2");
    assertThat(processor.begun()).containsExactlyInAnyOrder("a-1", "a-2", "b-1");
  }

  @Test
  void oneEventThatCannotBeReadFailsTheInvocationAndNoOtherEvent() {
    assertThatThrownBy(() -> call("[{\"total\":1}," + event("a", 1, "works") + "]"))
        .isInstanceOf(FailedEventsException.class)
        .hasMessage("1 of 2 events failed, the first: number 0");
    assertThat(processor.begun()).containsExactly("a-1");
  }

  @Test
  void refusesABatchOfAnEventSourceMapping() {
    assertThatThrownBy(() -> call("{\"Records\":[]}"))
        .isInstanceOf(UnusableEventException.class)
        .hasMessageContaining("set the source of the adapter");
  }
}
