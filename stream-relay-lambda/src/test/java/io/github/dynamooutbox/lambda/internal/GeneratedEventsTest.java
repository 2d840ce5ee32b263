package io.github.dynamooutbox.lambda.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.dynamooutbox.format.AttributeType;
import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.OutboxSchema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Writes random items as Lambda would, parses them, and compares. */
class GeneratedEventsTest {
  private static final int MAX_DEPTH = 4;
  private static final String ALPHABET = "aZ0 \"\\/\b\n\u0001\u2028äß€漢😀";

  @RepeatedTest(100)
  void whatWasWrittenIsWhatIsRead(RepetitionInfo repetition) throws IOException {
    long seed = 7919L * repetition.getCurrentRepetition();
    var random = new Random(seed);
    var items = new ArrayList<Map<String, Object>>();
    for (int i = random.nextInt(6); i >= 0; i--) {
      Map<String, Object> item = map(random, 0);
      item.put("PK", new Typed("S", "OUTBOX#T#" + text(random)));
      items.add(item);
    }

    StreamEvent event =
        new StreamEventParser(OutboxSchema.defaults())
            .parse(new ByteArrayInputStream(json(items, random)));

    assertThat(event.records())
        .as("seed %d", seed)
        .extracting(r -> plain(r.newImage().orElseThrow()))
        .usingRecursiveComparison()
        .isEqualTo(items);
  }

  private record Typed(String type, Object value) {}

  private static Map<String, Object> map(Random random, int depth) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      map.put("n" + text(random), value(random, depth + 1));
    }
    return map;
  }

  private static Typed value(Random random, int depth) {
    AttributeType[] types = AttributeType.values();
    AttributeType type = types[random.nextInt(types.length)];
    if (depth >= MAX_DEPTH && (type == AttributeType.M || type == AttributeType.L)) {
      type = AttributeType.S;
    }
    Object value =
        switch (type) {
          case S -> text(random);
          case N -> Long.toString(random.nextLong());
          case B -> bytes(random);
          case BOOL -> random.nextBoolean();
          case NULL -> true;
          case M -> map(random, depth);
          case L -> list(random, () -> value(random, depth + 1));
          case SS -> list(random, () -> text(random));
          case NS -> list(random, () -> Integer.toString(random.nextInt()));
          case BS -> list(random, () -> bytes(random));
        };
    return new Typed(type.name(), value);
  }

  private static <T> List<T> list(Random random, java.util.function.Supplier<T> element) {
    List<T> list = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(element.get());
    }
    return list;
  }

  private static String text(Random random) {
    int[] points = ALPHABET.codePoints().toArray();
    return random
        .ints(random.nextInt(12), 0, points.length)
        .map(i -> points[i])
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] json(List<Map<String, Object>> items, Random random) throws IOException {
    var output = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(output)) {
      json.writeStartObject();
      json.writeArrayFieldStart("Records");
      int position = 0;
      for (Map<String, Object> item : items) {
        json.writeStartObject();
        json.writeStringField("eventName", "INSERT");
        json.writeObjectFieldStart("dynamodb");
        boolean keysFirst = random.nextBoolean();
        if (keysFirst) {
          writeKeys(json, item);
        }
        json.writeFieldName("NewImage");
        write(json, item);
        json.writeStringField("SequenceNumber", Integer.toString(++position));
        if (!keysFirst) {
          writeKeys(json, item);
        }
        json.writeEndObject();
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return output.toByteArray();
  }

  private static void writeKeys(JsonGenerator json, Map<String, Object> item) throws IOException {
    json.writeFieldName("Keys");
    write(json, Map.of("PK", item.get("PK")));
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Typed typed) {
      json.writeStartObject();
      json.writeFieldName(typed.type());
      write(json, typed.value());
      json.writeEndObject();
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName((String) entry.getKey());
        write(json, entry.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        write(json, element);
      }
      json.writeEndArray();
    } else if (value instanceof byte[] bytes) {
      json.writeBinary(bytes);
    } else if (value instanceof Boolean bool) {
      json.writeBoolean(bool);
    } else {
      json.writeString((String) value);
    }
  }

  private static Map<String, Object> plain(ItemView item) {
    Map<String, Object> map = new LinkedHashMap<>();
    item.names().forEach(name -> map.put(name, plain(item.get(name))));
    return map;
  }

  private static Typed plain(AttributeView view) {
    Object value =
        switch (view.type()) {
          case S -> view.string();
          case N -> view.number();
          case B -> view.bytes();
          case BOOL -> view.bool();
          case NULL -> true;
          case M -> plain(view.map());
          case L -> view.list().stream().map(GeneratedEventsTest::plain).toList();
          case SS, NS -> view.strings();
          case BS -> view.binaries();
        };
    return new Typed(view.type().name(), value);
  }
}
