package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.AwsTargets;
import io.github.dynamooutbox.aws.host.EmfWriter;
import io.github.dynamooutbox.aws.host.Figures;
import io.github.dynamooutbox.aws.host.LogScope;
import io.github.dynamooutbox.aws.host.RelayLog;
import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Extremes of every number, time and length that a record can have, from the stream through the
 * relay to what it does after sending: nothing there may fail because of content.
 */
class ExtremeValuesTest {
  private static final int RECORDS = 400;

  private static final long[] NUMBERS = {
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1,
    -5_000_000_000_000_000_000L,
    -62_167_219_200_001L,
    -1,
    0,
    1,
    1_764_000_000_000L,
    253_402_300_800_000L,
    5_000_000_000_000_000_000L,
    Long.MAX_VALUE - 1,
    Long.MAX_VALUE
  };

  private static final long[] SECONDS = {
    -31_557_014_167_219_200L, -1, 0, 1_764_000_000L, 31_556_889_864_403_199L
  };

  private static final int[] LENGTHS = {1, 3, 128, 2_100, 60_000};

  private Random random = new Random(0);
  private final ConcurrentLinkedQueue<StoredReceipt.Handled> written =
      new ConcurrentLinkedQueue<>();
  private final List<Envelope> sent = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private final Figures figures = new Figures();
  private AwsTargets everyKind;

  @BeforeEach
  void open() {
    System.setProperty("aws.region", "eu-west-1");
    everyKind =
        AwsTargets.open(
            RelayConfig.parse(
                """
                {"table": {"name": "orders"}, "targets": {
                   "bus": {"type": "eventbridge", "busName": "orders"},
                   "bare-bus": {"type": "eventbridge", "busName": "orders", "envelope": "data"},
                   "topic": {"type": "sns", "topicArn": "arn:aws:sns:eu-west-1:123456789012:orders.fifo"},
                   "queue": {"type": "sqs", "queueName": "orders.fifo", "envelope": "data"},
                   "stream": {"type": "kinesis", "streamName": "orders"}},
                 "routes": [{"to": ["bus", "bare-bus", "topic", "queue", "stream"]}]}
                """),
            Runnable::run,
            InstantSource.system());
  }

  @AfterEach
  void close() {
    everyKind.close();
    System.clearProperty("aws.region");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noValueOfARecordFailsWhatIsDoneAfterItWasSent(long seed) throws Exception {
    random = new Random(seed);
    List<StreamRecord> records = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      records.add(record(i));
    }
    try (ThreadEventLoop loop = new ThreadEventLoop("extremes")) {
      ShardRelay shard =
          Relay.builder(List.of(new Everything()), List.of(Rule.all("all")), loop)
              .receipts(
                  receipt ->
                      CompletableFuture.runAsync(
                          () ->
                              ReceiptCodec.encode(receipt)
                                  .forEach(
                                      form ->
                                          written.addAll(
                                              ReceiptCodec.decode(receipt.at(), form)
                                                  .orElseThrow()))))
              .observer(figures.and(new RelayLog(new Scope())))
              .build()
              .open("shard");
      wait(shard.submit(records));
      wait(shard.settled());

      assertThat(faults).isEmpty();
      assertThat(shard.firstUnfinished()).isEmpty();
      assertThat(wait(shard.close())).isEmpty();
    }
    assertThat(sent).hasSize(RECORDS);
    assertThat(written)
        .extracting(StoredReceipt.Handled::event)
        .containsExactlyInAnyOrderElementsOf(
            sent.stream()
                .map(each -> EventMark.of(each.key(), each.record(), each.index()))
                .toList());
    assertThat(written)
        .extracting(StoredReceipt.Handled::writtenAt)
        .containsExactlyInAnyOrderElementsOf(
            sent.stream().map(each -> each.record().context().writtenAt()).toList());
    assertThat(emf()).contains("\"Published\":" + RECORDS);
  }

  private String emf() {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(lines, true, StandardCharsets.UTF_8);
    new EmfWriter("n", "s", InstantSource.system(), out).write(figures.take());
    return lines.toString(StandardCharsets.UTF_8);
  }

  private static <T> T wait(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  /** A record that decodes, at a position of up to 40 digits. */
  private StreamRecord record(int number) {
    String id = text() + number;
    Optional<Long> sequence =
        random.nextBoolean()
            ? Optional.of(any(NUMBERS)).filter(each -> each >= 0)
            : Optional.empty();
    Item.Builder item =
        Item.builder()
            .put("PK", Attribute.string("OUTBOX#Order#" + id))
            .put(
                "SK",
                Attribute.string(
                    sequence
                        .map("%019d"::formatted)
                        .orElse("01930000-0000-7000-8000-%012d".formatted(number))))
            .put("v", 2)
            .put("aggregateType", "Order")
            .put("aggregateId", id)
            .put("source", text())
            .put("region", text())
            .put("writtenAt", any(NUMBERS))
            .put("ttl", SECONDS[random.nextInt(SECONDS.length)])
            .put("tenant", text());
    sequence.ifPresent(each -> item.put("sequence", each));
    item.put("events", Attribute.list(List.of(Attribute.map(event()))));
    Item image = item.build();
    return new StreamRecord(
        new StreamPosition(
            number < RECORDS / 2 ? "" + (number + 1) : "8".repeat(36) + (1000 + number)),
        ChangeType.INSERT,
        image,
        Optional.of(image));
  }

  private Item event() {
    Item.Builder event =
        Item.builder()
            .put("id", text())
            .put("type", text())
            .put("time", any(NUMBERS))
            .put("contentType", "application/json")
            .put("headers", Attribute.map(Item.builder().put("channel", text()).build()));
    Item reference =
        Item.builder()
            .put("uri", "s3://payloads/" + text())
            .put("length", Math.max(0, any(NUMBERS)))
            .put("sha256", "0".repeat(64))
            .build();
    return random.nextInt(4) == 0
        ? event.put("data", Attribute.map(reference)).build()
        : event.put("data", "{}").build();
  }

  private long any(long[] numbers) {
    return numbers[random.nextInt(numbers.length)];
  }

  private String text() {
    return (random.nextInt(5) == 0 ? "\ud83d\ude00" : "x")
        .repeat(LENGTHS[random.nextInt(LENGTHS.length)]);
  }

  /** A target that accepts everything, and has it rendered for every kind of target first. */
  private final class Everything implements Target<Everything.Bytes> {
    record Bytes(int bytes) implements Entry {}

    @Override
    public String name() {
      return "all";
    }

    @Override
    public boolean ordered() {
      return true;
    }

    @Override
    public BatchLimits limits() {
      return new BatchLimits(10, 1_000_000, 2);
    }

    @Override
    public Prepared<Bytes> prepare(Envelope envelope) {
      sent.add(envelope);
      for (Target<?> target : everyKind.all()) {
        try {
          Prepared<?> unused = target.prepare(envelope);
        } catch (RuntimeException fault) {
          faults.add(target.name() + ": " + fault);
        }
      }
      return new Prepared.Ready<>(new Bytes(1));
    }

    @Override
    public CompletionStage<BatchOutcome> publish(List<Bytes> entries) {
      return CompletableFuture.completedFuture(
          BatchOutcome.all(entries.size(), Published.INSTANCE));
    }
  }

  private static final class Scope implements LogScope {
    @Override
    public boolean isNews(String fault) {
      return true;
    }

    @Override
    public String halted() {
      return "halted: {}";
    }
  }
}
