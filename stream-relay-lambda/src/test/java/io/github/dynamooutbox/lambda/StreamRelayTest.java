package io.github.dynamooutbox.lambda;

import static io.github.dynamooutbox.lambda.TestRecords.event;
import static io.github.dynamooutbox.lambda.TestRecords.inserted;
import static io.github.dynamooutbox.lambda.TestRecords.item;
import static io.github.dynamooutbox.lambda.TestRecords.removed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.invocation.StreamEventException;
import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.Rule;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lambda's events and responses around a relay with a target in memory. */
class StreamRelayTest {
  private static final String NOTHING_FAILED = "{\"batchItemFailures\":[]}";
  private static final FakeContext PLENTY = new FakeContext(Duration.ofMinutes(1));

  /** One second is the relay's margin; the other is enough to send on a busy machine. */
  private static final FakeContext SHORT = new FakeContext(Duration.ofSeconds(2));

  private final MemoryTarget target = new MemoryTarget();
  private final ThreadEventLoop loop = new ThreadEventLoop("relay-test");
  private final StreamRelay relay =
      StreamRelay.of(
          Relay.builder(List.of(target), List.of(Rule.all("memory")), loop).build(),
          OutboxSchema.defaults());

  @AfterEach
  void stopTheLoop() {
    loop.close();
  }

  @Test
  void publishesABatchInOrderAndReportsNoFailure() throws IOException {
    String batch =
        event(
            inserted("1", item("a", 1)), inserted("2", item("b", 1)), inserted("3", item("a", 2)));

    assertThat(handle(batch, PLENTY)).isEqualTo(NOTHING_FAILED);

    assertThat(target.accepted).containsExactlyInAnyOrder("a-1", "b-1", "a-2");
    assertThat(target.accepted).containsSubsequence("a-1", "a-2");
  }

  @Test
  void refusesABatchOfAnotherTableOrRegionThanConfigured() throws IOException {
    String document =
        """
        {"table": {"name": "orders"},
         "targets": {"bus": {"type": "eventbridge", "busName": "b"}},
         "routes": [{"to": ["bus"]}]}""";
    for (String stream :
        List.of(
            "arn:aws:dynamodb:eu-west-1:123456789012:table/billing/stream/1",
            "arn:aws:dynamodb:us-east-1:123456789012:table/orders/stream/1")) {
      String event =
          event(inserted("1", item("a", 1))).replaceAll("arn:aws:dynamodb:[^\"]*", stream);
      try (StreamRelay configured = StreamRelay.of(RelayConfig.parse(document))) {
        assertThatThrownBy(
                () ->
                    configured.handle(
                        new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
                        new ByteArrayOutputStream(),
                        PLENTY))
            .isInstanceOf(StreamEventException.class)
            .hasMessageContaining(stream)
            .hasMessageContaining("table.name");
      }
    }
  }

  @Test
  void passesWhatIsNotToBePublished() throws IOException {
    Item order = Item.builder().put("PK", "ORDER#1").put("SK", "ORDER").build();

    String answer =
        handle(
            event(inserted("1", order), removed("2", item("a", 1)), removed("3", order)), PLENTY);

    assertThat(answer).isEqualTo(NOTHING_FAILED);
    assertThat(target.accepted).isEmpty();
  }

  @Test
  void publishesTheSameBatchAgainWhenItIsDeliveredAgain() throws IOException {
    String batch = event(inserted("1", item("a", 1)), inserted("2", item("a", 2)));

    assertThat(handle(batch, PLENTY)).isEqualTo(NOTHING_FAILED);
    assertThat(handle(batch, PLENTY)).isEqualTo(NOTHING_FAILED);

    assertThat(target.accepted).containsExactly("a-1", "a-2", "a-1", "a-2");
  }

  @Test
  void haltsAtARecordThatCannotBeReadAndReportsItsPosition() throws IOException {
    Item good = item("b", 1);
    Item.Builder broken = Item.builder();
    good.asMap().forEach(broken::put);
    Item poison = broken.put("events", Attribute.string("none")).build();

    String batch =
        event(
            inserted("0011", item("a", 1)), inserted("0012", poison), inserted("13", item("a", 2)));

    assertThat(handle(batch, PLENTY)).isEqualTo(failedAt("0012"));
    assertThat(target.accepted).containsExactly("a-1");
  }

  @Test
  void sendsAgainWhatATargetDidNotAcceptWithinTheInvocation() throws IOException {
    var attempts = new AtomicInteger();
    target.answer =
        id ->
            attempts.incrementAndGet() < 3
                ? new PublishOutcome.Retry("Throttling", "slow down")
                : Published.INSTANCE;

    assertThat(handle(event(inserted("1", item("a", 1))), PLENTY)).isEqualTo(NOTHING_FAILED);
    assertThat(target.accepted).containsExactly("a-1");
  }

  @Test
  void abortsAtTheDeadlineAndReportsTheFirstUnfinishedPosition() throws IOException {
    target.answer = id -> id.equals("b-1") ? null : Published.INSTANCE;
    String batch = event(inserted("1", item("a", 1)), inserted("2", item("b", 1)));
    // The target answers a request as a whole, so the two are sent in separate requests.
    assertThat(handle(event(inserted("1", item("a", 1))), PLENTY)).isEqualTo(NOTHING_FAILED);
    target.accepted.clear();

    long begin = System.nanoTime();
    String answer = handle(batch, SHORT);

    assertThat(answer).isIn(failedAt("1"), failedAt("2"));
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SHORT.remaining());
    assertThat(target.unanswered).isNotEmpty().allMatch(CompletableFuture::isCancelled);
  }

  @Test
  void continuesFromThereWhenTheRestIsDeliveredAgain() throws IOException {
    target.answer = id -> null;
    assertThat(handle(event(inserted("1", item("a", 1))), SHORT)).isEqualTo(failedAt("1"));

    target.answer = id -> Published.INSTANCE;
    assertThat(handle(event(inserted("1", item("a", 1)), inserted("2", item("a", 2))), PLENTY))
        .isEqualTo(NOTHING_FAILED);
    assertThat(target.accepted).containsExactly("a-1", "a-2");
  }

  @Test
  void reportsTheFirstPositionAtOnceWhenNoTimeIsLeft() throws IOException {
    String batch = event(inserted("007", item("a", 1)), inserted("8", item("a", 2)));

    assertThat(handle(batch, new FakeContext(Duration.ofMillis(5)))).isEqualTo(failedAt("007"));
    assertThat(target.accepted).isEmpty();
  }

  @Test
  void failsTheWholeBatchWhenItIsNoStreamEvent() {
    assertThatThrownBy(() -> handle("{\"Records\":[{\"body\":\"x\"}]}", PLENTY))
        .hasMessageContaining("DynamoDB stream");
  }

  private String handle(String event, FakeContext context) throws IOException {
    var output = new ByteArrayOutputStream();
    relay.handle(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), output, context);
    return output.toString(StandardCharsets.UTF_8);
  }

  private static String failedAt(String position) {
    return "{\"batchItemFailures\":[{\"itemIdentifier\":\"" + position + "\"}]}";
  }

  /** An ordered target in memory that answers as the test decides, at once or never. */
  private static final class MemoryTarget implements Target<MemoryTarget.Sent> {
    record Sent(String id) implements Entry {
      @Override
      public int bytes() {
        return 1;
      }
    }

    final List<String> accepted = new CopyOnWriteArrayList<>();
    final List<CompletableFuture<BatchOutcome>> unanswered = new CopyOnWriteArrayList<>();

    /** The outcome of one entry, or null to leave the whole request without an answer. */
    volatile Function<String, PublishOutcome> answer = id -> PublishOutcome.Published.INSTANCE;

    @Override
    public String name() {
      return "memory";
    }

    @Override
    public boolean ordered() {
      return true;
    }

    @Override
    public BatchLimits limits() {
      return new BatchLimits(10, 1_000, 4);
    }

    @Override
    public Prepared<Sent> prepare(Envelope envelope) {
      return new Prepared.Ready<>(new Sent(envelope.event().id()));
    }

    @Override
    public CompletionStage<BatchOutcome> publish(List<Sent> entries) {
      var stage = new CompletableFuture<BatchOutcome>();
      List<PublishOutcome> outcomes =
          entries.stream().map(Sent::id).map(answer).filter(outcome -> outcome != null).toList();
      if (outcomes.size() < entries.size()) {
        unanswered.add(stage);
        return stage;
      }
      for (int i = 0; i < entries.size(); i++) {
        if (outcomes.get(i) instanceof PublishOutcome.Published) {
          accepted.add(entries.get(i).id());
        }
      }
      stage.complete(new BatchOutcome.PerEntry(outcomes));
      return stage;
    }
  }

  /** An invocation with a fixed remaining time. */
  public record FakeContext(Duration remaining) implements Context {
    @Override
    public int getRemainingTimeInMillis() {
      return (int) remaining.toMillis();
    }

    @Override
    public String getAwsRequestId() {
      return "request-1";
    }

    @Override
    public String getLogGroupName() {
      return "/aws/lambda/relay";
    }

    @Override
    public String getLogStreamName() {
      return "stream";
    }

    @Override
    public String getFunctionName() {
      return "relay";
    }

    @Override
    public String getFunctionVersion() {
      return "1";
    }

    @Override
    public String getInvokedFunctionArn() {
      return "arn:aws:lambda:eu-west-1:123456789012:function:relay";
    }

    @Override
    public CognitoIdentity getIdentity() {
      throw new UnsupportedOperationException();
    }

    @Override
    public ClientContext getClientContext() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int getMemoryLimitInMB() {
      return 512;
    }

    @Override
    public LambdaLogger getLogger() {
      throw new UnsupportedOperationException();
    }
  }
}
