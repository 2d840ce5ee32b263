package io.github.dynamooutbox.examples.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.AwsTargets;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.CloudUnderTest;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.writer.TargetLimits;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a writer that knows its targets commits, the relay can publish to them. */
@Tag("full")
class LargestEventsIT {
  private static final String CONFIG =
      """
      {"table": {"name": "orders"},
       "targets": {
         "bus":         {"type": "eventbridge", "busName": "BUS"},
         "bare-bus":    {"type": "eventbridge", "busName": "BUS", "envelope": "data"},
         "topic":       {"type": "sns", "topicArn": "NEWS"},
         "bare-topic":  {"type": "sns", "topicArn": "NEWS", "envelope": "data"},
         "fifo":        {"type": "sns", "topicArn": "BILLING"},
         "queue":       {"type": "sqs",
                         "queueArn": "arn:aws:sqs:us-east-1:000000000000:unsent"},
         "stream":      {"type": "kinesis", "streamName": "AUDIT"},
         "bare-stream": {"type": "kinesis", "streamName": "AUDIT", "envelope": "data"},
         "log":         {"type": "kafka", "topic": "unsent", "tls": false,
                         "bootstrapServers": ["127.0.0.1:1"]},
         "bare-log":    {"type": "kafka", "topic": "unsent", "tls": false,
                         "bootstrapServers": ["127.0.0.1:1"], "envelope": "data"}},
       "relay": {"callTimeoutMillis": 25000},
       "routes": [{"to": ["bus", "bare-bus", "topic", "bare-topic", "fifo", "queue", "stream",
         "bare-stream", "log", "bare-log"]}]}
      """;

  private static final Map<String, TargetLimits> LIMITS =
      Map.of(
          "bus", TargetLimits.eventBridge(),
          "bare-bus", TargetLimits.eventBridge().jsonObjects(),
          "topic", TargetLimits.sns(),
          "bare-topic", TargetLimits.sns(),
          "fifo", TargetLimits.sns(),
          "queue", TargetLimits.sqs(),
          "stream", TargetLimits.kinesis(),
          "bare-stream", TargetLimits.kinesis(),
          "log", TargetLimits.kafka(),
          "bare-log", TargetLimits.kafka());

  /** Those whose service is not there: the size alone counts. */
  private static final Set<String> UNSENT = Set.of("queue", "log", "bare-log");

  /** What the writer may count too much, in bytes: for an event, and for each of its headers. */
  private static final int SLACK = 2048;

  private static final int SLACK_OF_HEADER = 7;

  /** Nearly a record's limit. */
  private static final long MUCH = 390_000;

  private static final String NAME = AwsUnderTest.unique("largest");

  /** What is searched for once: many targets have the same limits. */
  private static final Map<Map.Entry<TargetLimits, Content>, Integer> LARGEST = new HashMap<>();

  private static CloudUnderTest aws;
  private static Map<String, String> properties;
  private static ExecutorService executor;
  private static AwsTargets targets;

  @BeforeAll
  static void start() {
    aws = CloudUnderTest.open();
    properties = AwsUnderTest.properties(aws.endpoint());
    properties.forEach(System::setProperty);
    aws.createBus(NAME);
    aws.createStream(NAME, 1);
    executor = Executors.newCachedThreadPool();
    RelayConfig config =
        RelayConfig.parse(
            CONFIG
                .replace("NEWS", aws.createTopic(NAME))
                .replace("BILLING", aws.createTopic(NAME + ".fifo"))
                .replace("BUS", NAME)
                .replace("AUDIT", NAME));
    targets = AwsTargets.open(config, executor, InstantSource.system());
  }

  @AfterAll
  static void stop() {
    targets.close();
    executor.shutdownNow();
    properties.keySet().forEach(System::clearProperty);
    aws.close();
  }

  static Stream<Arguments> pairs() {
    return LIMITS.keySet().stream()
        .sorted()
        .flatMap(
            target ->
                Stream.of(Content.values())
                    .filter(content -> content.isJson() || !target.equals("bare-bus"))
                    .map(content -> Arguments.of(target, content)));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void isPublished(String name, Content content) throws Exception {
    Target<?> target = target(name);
    TargetLimits limits = LIMITS.get(name);
    Commits limited = new Commits(limits);
    int largest =
        LARGEST.computeIfAbsent(Map.entry(limits, content), any -> limited.largest(content));
    Envelope published = limited.commit(content, largest).orElseThrow();
    assertThat(bytes(target, published)).isLessThanOrEqualTo(limits.maxBytes());
    if (!UNSENT.contains(name)) {
      assertPublished(target, published);
    }

    // Not refused for nothing: a little more does not fit, or is over the record's own limit.
    if (!name.startsWith("bare")) {
      int slack = SLACK + SLACK_OF_HEADER * published.event().headers().size();
      new Commits()
          .commit(content, largest + Commits.EXACTLY_ENOUGH + slack)
          .ifPresent(larger -> assertThat(bytes(target, larger)).isGreaterThan(limits.maxBytes()));
    }
  }

  /** A topic may take so little that headers count. */
  @ParameterizedTest
  @ValueSource(strings = {"log", "bare-log"})
  void fitsATopicOfKafkaThatTakesLess(String name) {
    TargetLimits limits = TargetLimits.kafka().maxBytes(100_000);
    Commits limited = new Commits(limits);
    Content content = Content.MANY_HEADERS;
    Envelope published = limited.commit(content, limited.largest(content)).orElseThrow();
    assertThat(bytes(target(name), published)).isBetween(80_000L, limits.maxBytes());
  }

  /** Of the largest record there is; what JSON makes six times as long needs the writer's help. */
  @ParameterizedTest
  @EnumSource(
      value = Content.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = "TEXT_OF_CONTROL_CHARACTERS")
  void fitsTargetsOfOneMebibyteWhoeverTheyAre(Content content) {
    Commits unlimited = new Commits();
    Envelope largest = unlimited.commit(content, unlimited.largest(content)).orElseThrow();
    for (String name : List.of("bus", "queue", "stream", "log")) {
      assertThat(bytes(target(name), largest))
          .as(name)
          .isBetween(MUCH, LIMITS.get(name).maxBytes());
    }
  }

  private static Target<?> target(String name) {
    return targets.all().stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
  }

  private static <E extends Entry> long bytes(Target<E> target, Envelope envelope) {
    return target
        .prepare(envelope)
        .fold(ready -> (long) ready.entry().bytes(), refused -> Long.MAX_VALUE);
  }

  private static <E extends Entry> void assertPublished(Target<E> target, Envelope envelope)
      throws Exception {
    E entry =
        target
            .prepare(envelope)
            .fold(
                Prepared.Ready::entry,
                refused -> {
                  throw new AssertionError(refused.code() + ": " + refused.message());
                });
    BatchOutcome outcome =
        target.publish(List.of(entry)).toCompletableFuture().get(60, TimeUnit.SECONDS);
    assertThat(outcome).isEqualTo(BatchOutcome.all(1, PublishOutcome.Published.INSTANCE));
  }
}
