package io.github.dynamooutbox.localaws.mapping;

import static io.github.dynamooutbox.localaws.mapping.RecordedFunction.ERROR;
import static io.github.dynamooutbox.localaws.mapping.RecordedFunction.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;

class ShardOrderTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Test
  void childrenComeAfterTheirParentEvenIfItFailsForAWhile() throws Exception {
    ScriptedStream stream =
        new ScriptedStream()
            .shard("left", "root", "cd")
            .shard("grandchild", "left", "g")
            .shard("right", "root", "ef")
            .shard("root", "trimmed", "ab");

    String order = deliver(stream, new RecordedFunction(SUCCESS, ERROR, ERROR, ERROR));

    assertThat(order).startsWith("aaaab").hasSize(10);
    assertThat(order.indexOf('c')).isLessThan(order.indexOf('d'));
    assertThat(order.indexOf('d')).isLessThan(order.indexOf('g'));
    assertThat(order.indexOf('e')).isLessThan(order.indexOf('f'));
  }

  @Test
  void anExpiredIteratorIsRenewedWhereReadingStopped() throws Exception {
    ScriptedStream stream = new ScriptedStream().shard("only", null, "abc");
    RecordedFunction function =
        new RecordedFunction(
            SUCCESS,
            records -> {
              stream.failures.add(ExpiredIteratorException.builder().build());
              return SUCCESS.to(records);
            });

    assertThat(deliver(stream, function)).isEqualTo("abc");
  }

  @Test
  void trimmedRecordsAreSkipped() throws Exception {
    ScriptedStream stream = new ScriptedStream().shard("only", null, "abc");
    stream.failures.add(TrimmedDataAccessException.builder().build());

    assertThat(deliver(stream, new RecordedFunction(SUCCESS))).isEqualTo("abc");
  }

  @Test
  void aReadThatFailsIsRepeated() throws Exception {
    ScriptedStream stream = new ScriptedStream().shard("only", null, "abc");
    stream.failures.add(SdkClientException.create("connection reset"));
    stream.failures.add(SdkClientException.create("connection reset"));

    assertThat(deliver(stream, new RecordedFunction(SUCCESS))).isEqualTo("abc");
  }

  @Test
  void aStreamThatIsGoneStopsTheMapping() {
    ScriptedStream stream = new ScriptedStream().shard("only", null, "abc");
    stream.failures.add(ResourceNotFoundException.builder().message("no such stream").build());

    assertThatThrownBy(() -> deliver(stream, new RecordedFunction(SUCCESS)))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseInstanceOf(ResourceNotFoundException.class)
        .rootCause()
        .hasMessageContaining("no such stream");
  }

  @Test
  void aFailureDestinationThatThrowsStopsTheMappingBeforeItGoesOn() {
    ScriptedStream stream = new ScriptedStream().shard("only", null, "abc");
    RecordedFunction function = new RecordedFunction(ERROR);
    EventSourceMapping.Builder builder =
        EventSourceMapping.builder(stream, ScriptedStream.ARN, function)
            .maximumRetryAttempts(0)
            .onFailure(
                discarded -> {
                  throw new IllegalArgumentException("full");
                });

    try (EventSourceMapping mapping = builder.start()) {
      assertThatThrownBy(() -> mapping.awaitDrained(LIMIT)).hasRootCauseMessage("full");
      assertThat(mapping.progress().positions()).isEmpty();
    }
    assertThat(function.keysPerCall()).containsExactly("a");
  }

  private static String deliver(ScriptedStream stream, RecordedFunction function)
      throws InterruptedException {
    try (EventSourceMapping mapping =
        EventSourceMapping.builder(stream, ScriptedStream.ARN, function)
            .backoff(Duration.ofMillis(1), Duration.ofMillis(2))
            .start()) {
      assertThat(mapping.awaitDrained(LIMIT)).isTrue();
    }
    return String.join("", function.keysPerCall());
  }
}
