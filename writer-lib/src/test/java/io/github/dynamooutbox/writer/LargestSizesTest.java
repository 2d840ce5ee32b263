package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.CommandMarker;
import io.github.dynamooutbox.format.CommandMarkers;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.writer.internal.size.LargestSizes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * A bound that leaves out one text, or half of it, lets a limit be passed unseen. What is only
 * counted once has to be exact: longer texts raise the bound by as many bytes as the real size.
 */
class LargestSizesTest {
  private static final Instant LATE = Instant.parse("9999-12-31T23:59:59.999Z");
  private static final int CASES = 200;

  /** Of three bytes a character, which is the most. */
  private static final String CHARACTER = "\u20ac";

  private final long start = new Random().nextLong();

  @Test
  void ofRecords() {
    for (long seed = start; seed < start + CASES; seed++) {
      long slack = slackOfRecord(seed, 3);
      assertThat(slack).as("seed %d", seed).isEqualTo(slackOfRecord(seed, 80));
      assertThat(slack)
          .as("seed %d", seed)
          .isBetween(0L, 512 + 256L * new Texts(seed, 3).record().events().size());
    }
  }

  private static long slackOfRecord(long seed, int most) {
    Texts texts = new Texts(seed, most);
    OutboxRecord record = texts.record();
    OutboxSchema schema = texts.schema();
    RecordCodec codec = new RecordCodec(schema);
    RecordKey key =
        record.sequence().isPresent()
            ? codec.key(record.aggregate(), record.sequence().getAsLong())
            : codec.key(record.aggregate(), texts.text());
    return LargestSizes.of(key, record, schema) - RecordSize.of(codec.encode(key, record));
  }

  @Test
  void ofMarkers() {
    for (long seed = start; seed < start + CASES; seed++) {
      long slack = slackOfMarker(seed, 3);
      assertThat(slack).as("seed %d", seed).isEqualTo(slackOfMarker(seed, 80));
      assertThat(slack)
          .as("seed %d", seed)
          .isBetween(0L, 1024 + 256L * new Texts(seed, 3).marker().records().size());
    }
  }

  private static long slackOfMarker(long seed, int most) {
    Texts texts = new Texts(seed, most);
    CommandMarker marker = texts.marker();
    OutboxSchema schema = texts.schema();
    RecordKey key = texts.key();
    return LargestSizes.of(key, marker, schema)
        - RecordSize.of(new CommandMarkers(schema).encode(key, marker));
  }

  /** Of the same seed, all that is made differs only in how long its texts are. */
  private static final class Texts {
    private final Random shape;
    private final Random lengths;
    private final int most;

    private Texts(long seed, int most) {
      this.shape = new Random(seed);
      this.lengths = new Random(seed + 1);
      this.most = most;
    }

    private OutboxRecord record() {
      return new OutboxRecord(
          new AggregateKey(text(), text()),
          shape.nextBoolean() ? OptionalLong.of(Long.MAX_VALUE) : OptionalLong.empty(),
          some(1, this::event),
          context(),
          LATE,
          Item.empty());
    }

    private RecordKey key() {
      return new RecordKey(text(), text());
    }

    /** Names have at most 255 bytes. */
    private OutboxSchema schema() {
      return new OutboxSchema("p" + text(), "s" + text(), "x" + text(), "t" + text());
    }

    private CommitContext context() {
      CommitContext context = CommitContext.of(text(), LATE, text());
      for (ContextAttribute attribute : ContextAttribute.all()) {
        Optional<String> text = maybe();
        context = text.isPresent() ? context.with(attribute, text.get()) : context;
      }
      return context;
    }

    private OutboxEvent event() {
      return new OutboxEvent(
          text(),
          text(),
          LATE,
          text(),
          maybe(),
          payload(),
          shape.nextBoolean() ? Optional.of(payload()) : Optional.empty(),
          headers());
    }

    private Map<String, String> headers() {
      Map<String, String> headers = new HashMap<>();
      some(0, () -> headers.put(headers.size() + text(), text()));
      return headers;
    }

    private Payload payload() {
      return switch (shape.nextInt(3)) {
        case 0 -> Payload.of(text());
        case 1 -> Payload.of(new byte[lengths.nextInt(most)]);
        default ->
            new Payload.Reference(text(), Long.MAX_VALUE, "0".repeat(64), shape.nextBoolean());
      };
    }

    private CommandMarker marker() {
      return new CommandMarker(
          text(), text(), LATE, some(1, this::marked), Optional.of(text()), LATE);
    }

    private CommandMarker.MarkedRecord marked() {
      AggregateKey aggregate = new AggregateKey(text(), text());
      OptionalLong sequence = OptionalLong.of(Long.MAX_VALUE);
      return new CommandMarker.MarkedRecord(
          aggregate, sequence, markedKey(aggregate), some(0, this::text));
    }

    /** A marker holds the sort key only, and finds the partition by the aggregate. */
    private RecordKey markedKey(AggregateKey aggregate) {
      return new RecordCodec(OutboxSchema.defaults()).key(aggregate, text());
    }

    private String text() {
      return CHARACTER.repeat(1 + lengths.nextInt(most));
    }

    private Optional<String> maybe() {
      return shape.nextBoolean() ? Optional.of(text()) : Optional.empty();
    }

    private <T> List<T> some(int least, Supplier<T> element) {
      List<T> some = new ArrayList<>();
      for (int left = least + shape.nextInt(4); left > 0; left--) {
        some.add(element.get());
      }
      return some;
    }
  }
}
