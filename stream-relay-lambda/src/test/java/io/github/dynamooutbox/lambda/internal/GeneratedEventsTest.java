package io.github.dynamooutbox.lambda.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.aws.invocation.StreamEventParser;
import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.AttributeType;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxSchema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Renders random items as Lambda does, parses them, and compares. */
class GeneratedEventsTest {
  private static final int MAX_DEPTH = 4;
  private static final int[] ALPHABET = "aZ0 \"\\/\b\n\u0001\u2028äß€漢😀".codePoints().toArray();

  @RepeatedTest(200)
  void whatWasWrittenIsWhatIsRead(RepetitionInfo repetition) throws IOException {
    long seed = 7919L * repetition.getCurrentRepetition();
    var random = new Random(seed);
    List<Item> items = list(random, () -> outboxItem(random));

    StreamEvent event =
        new StreamEventParser(OutboxSchema.defaults())
            .parse(new ByteArrayInputStream(json(items, random).getBytes(StandardCharsets.UTF_8)));

    assertThat(event.records())
        .as("seed %d", seed)
        .extracting(r -> r.newImage().orElseThrow())
        .isEqualTo(items);
  }

  private static Item outboxItem(Random random) {
    Item.Builder item = Item.builder().put("PK", "OUTBOX#T#" + text(random));
    map(random, 0).asMap().forEach(item::put);
    return item.build();
  }

  private static Item map(Random random, int depth) {
    Item.Builder map = Item.builder();
    for (int i = random.nextInt(6); i > 0; i--) {
      map.put("n" + text(random), value(random, depth + 1));
    }
    return map.build();
  }

  private static Attribute value(Random random, int depth) {
    AttributeType[] types = AttributeType.values();
    AttributeType type = types[random.nextInt(types.length)];
    if (depth >= MAX_DEPTH && (type == AttributeType.M || type == AttributeType.L)) {
      type = AttributeType.S;
    }
    return switch (type) {
      case S -> Attribute.string(text(random));
      case N -> Attribute.number(random.nextLong());
      case B -> Attribute.binary(bytes(random));
      case BOOL -> Attribute.bool(random.nextBoolean());
      case NULL -> Attribute.nullValue();
      case M -> Attribute.map(map(random, depth));
      case L -> Attribute.list(list(random, () -> value(random, depth + 1)));
      case SS -> Attribute.stringSet(list(random, () -> text(random)));
      case NS -> Attribute.numberSet(list(random, () -> Integer.toString(random.nextInt())));
      case BS -> Attribute.binarySet(list(random, () -> bytes(random)));
    };
  }

  private static <T> List<T> list(Random random, Supplier<T> element) {
    List<T> list = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      list.add(element.get());
    }
    return list;
  }

  private static String text(Random random) {
    return random
        .ints(random.nextInt(12), 0, ALPHABET.length)
        .map(i -> ALPHABET[i])
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String json(List<Item> items, Random random) {
    List<String> records =
        IntStream.range(0, items.size())
            .mapToObj(i -> record(items.get(i), i + 1, random.nextBoolean()))
            .toList();
    return "{\"Records\":[" + String.join(",", records) + "]}";
  }

  private static String record(Item item, int position, boolean keysFirst) {
    String keys = "\"Keys\":" + ItemJson.of(Item.of("PK", item.asMap().get("PK")));
    String image = "\"NewImage\":" + ItemJson.of(item);
    return "{\"eventName\":\"INSERT\",\"dynamodb\":{\"SequenceNumber\":\"%d\",%s,%s}}"
        .formatted(position, keysFirst ? keys : image, keysFirst ? image : keys);
  }
}
