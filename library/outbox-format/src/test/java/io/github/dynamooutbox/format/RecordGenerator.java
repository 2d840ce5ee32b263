package io.github.dynamooutbox.format;

import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;

/** Makes records of all shapes from a seed. */
final class RecordGenerator {
  private static final String[] TEXTS = {
    "", "a", "#", "OUTBOX#", "naïve", "日本", "😀", "\u0000", "\"{}\\", "x".repeat(300)
  };

  private static final List<AttributeType> TYPES = List.of(AttributeType.values());

  private final Random random;

  RecordGenerator(long seed) {
    random = new Random(seed);
  }

  OutboxRecord record() {
    return new OutboxRecord(
        new AggregateKey(nonEmpty().replace('#', '-'), nonEmpty()),
        random.nextBoolean() ? OptionalLong.of(nonNegative()) : OptionalLong.empty(),
        listOf(1 + random.nextInt(5), this::event),
        context(),
        time(),
        unknown());
  }

  RecordKey key(RecordCodec codec, OutboxRecord record) {
    return record.sequence().isPresent()
        ? codec.key(record.aggregate(), record.sequence().getAsLong())
        : codec.key(record.aggregate(), new UUID(random.nextLong(), random.nextLong()).toString());
  }

  /** The same item, but for one attribute, of the item or of its first event, of any value. */
  Item withOneAttributeReplaced(Item item) {
    List<String> names = List.copyOf(item.names());
    String name = names.get(random.nextInt(names.size()));
    Attribute old = item.asMap().get(name);
    Attribute replacement =
        name.equals(RecordAttributes.EVENTS) && random.nextInt(4) > 0
            ? Attribute.list(
                List.of(Attribute.map(withOneAttributeReplaced(old.list().get(0).map()))))
            : attribute(3);
    Item.Builder changed = Item.builder();
    item.asMap().forEach(changed::put);
    return changed.put(name, replacement).build();
  }

  OutboxEvent event() {
    boolean binary = random.nextBoolean();
    return new OutboxEvent(
        nonEmpty(),
        nonEmpty(),
        time(),
        nonEmpty(),
        maybe(this::text),
        random.nextInt(4) == 0 ? reference() : payload(binary),
        maybe(() -> payload(binary)),
        headers(),
        unknown());
  }

  private CommitContext context() {
    CommitContext context = CommitContext.of(nonEmpty(), time(), nonEmpty());
    for (ContextAttribute attribute : ContextAttribute.all()) {
      context = random.nextBoolean() ? context.with(attribute, text()) : context;
    }
    return context;
  }

  private Map<String, String> headers() {
    Map<String, String> headers = new HashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      headers.put("h" + random.nextInt(1000), text());
    }
    return headers;
  }

  private Item unknown() {
    Item.Builder item = Item.builder();
    for (int i = random.nextInt(3); i > 0; i--) {
      item.put("x-" + text(), attribute(3));
    }
    return item.build();
  }

  Attribute attribute(int depth) {
    return switch (TYPES.get(random.nextInt(TYPES.size()))) {
      case S -> Attribute.string(text());
      case N -> Attribute.number(number());
      case B -> Attribute.binary(bytes());
      case BOOL -> Attribute.bool(random.nextBoolean());
      case NULL -> Attribute.nullValue();
      case M ->
          depth == 0
              ? Attribute.map(Item.empty())
              : Attribute.map(Item.of(nonEmpty(), attribute(depth - 1)));
      case L -> Attribute.list(listOf(depth == 0 ? 0 : 2, () -> attribute(depth - 1)));
      case SS -> Attribute.stringSet(listOf(2, this::text));
      case NS -> Attribute.numberSet(listOf(2, this::number));
      case BS -> Attribute.binarySet(listOf(2, this::bytes));
    };
  }

  private Payload payload(boolean binary) {
    return binary ? Payload.of(bytes()) : Payload.of(text());
  }

  private Payload reference() {
    return new Payload.Reference(
        nonEmpty(), nonNegative(), Sha256.hex(text()), random.nextBoolean());
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return bytes;
  }

  String number() {
    return random.nextBoolean() ? Long.toString(random.nextLong()) : random.nextInt() + ".25";
  }

  private Instant time() {
    // Nanoseconds on purpose: a record cuts them, so that it equals what is read back.
    return Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
  }

  private long nonNegative() {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> Long.MAX_VALUE;
      case 2 -> random.nextInt(1000);
      default -> random.nextLong() >>> 1;
    };
  }

  private String nonEmpty() {
    return text() + "-" + random.nextInt(100);
  }

  String text() {
    return TEXTS[random.nextInt(TEXTS.length)] + TEXTS[random.nextInt(TEXTS.length)];
  }

  private <T> Optional<T> maybe(Supplier<T> value) {
    return random.nextBoolean() ? Optional.of(value.get()) : Optional.empty();
  }

  private static <T> List<T> listOf(int size, Supplier<T> element) {
    List<T> list = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      list.add(element.get());
    }
    return list;
  }
}
