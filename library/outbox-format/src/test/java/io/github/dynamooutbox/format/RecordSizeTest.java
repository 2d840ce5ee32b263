package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordSizeTest {
  private static final int ROUNDS = 2000;

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "é", "日本", "😀", "a😀b", "\u07ff\u0800\uffff"})
  void textCountsItsUtf8Bytes(String text) {
    assertThat(RecordSize.utf8Length(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "0.000, 1",
    "7, 2",
    "-7, 3",
    "12, 2",
    "123, 3",
    "1234, 3",
    "12345, 4",
    "-12, 3",
    "1000, 2",
    "100000, 2",
    "0.0001, 2",
    "12.5, 3",
    "10.05, 3",
    "1.5, 3",
    "0.000123, 3",
    "00012.50, 3",
    "1E+30, 2",
    "12345678901234567890123456789012345678, 20",
    "-12345678901234567890123456789012345678, 21",
    "-1.2345678901234567890123456789012345678, 21"
  })
  void numberCountsItsSignificantDigits(String number, long size) {
    assertThat(RecordSize.of(Attribute.number(number))).isEqualTo(size);
  }

  @Test
  void anyTextCountsItsUtf8Bytes() {
    int[] limits = {0, 0x7f, 0x80, 0x7ff, 0x800, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xffff, 0x10000};
    for (int round = 0; round < ROUNDS; round++) {
      StringBuilder text = new StringBuilder();
      long bytes = 0;
      for (int i = random.nextInt(6); i > 0; i--) {
        text.appendCodePoint(limits[random.nextInt(limits.length)]);
      }
      // Half of a pair on its own is replaced by a character of three bytes.
      for (int character : text.codePoints().toArray()) {
        bytes += character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
      }
      assertThat(RecordSize.utf8Length(text.toString())).as("seed %d", seed).isEqualTo(bytes);
    }
  }

  /** Counts the pairs in the number as it is written out, which the code does not do. */
  @Test
  void anyNumberCountsItsSignificantPairsOfDigits() {
    for (int round = 0; round < ROUNDS; round++) {
      BigInteger digits = new BigInteger(1 + random.nextInt(125), random);
      BigDecimal number = new BigDecimal(digits, random.nextInt(60) - 30);
      String plain = number.toPlainString();
      int point = plain.indexOf('.') < 0 ? plain.length() : plain.indexOf('.');
      String whole = (point % 2 == 0 ? "" : "0") + plain.substring(0, point);
      String fraction = plain.substring(Math.min(plain.length(), point + 1));
      String pairs = whole + fraction + (fraction.length() % 2 == 0 ? "" : "0");
      int significant = pairs.replaceAll("^(00)+|(00)+$", "").length() / 2;

      assertNumber(number, digits.signum() == 0 ? 1 : Math.min(21, significant + 1));
      if (digits.signum() > 0) {
        assertNumber(number.negate(), Math.min(21, significant + 2));
      }
    }
  }

  private void assertNumber(BigDecimal number, long size) {
    assertThat(RecordSize.of(Attribute.number(number.toString())))
        .as("seed %d, number %s", seed, number)
        .isEqualTo(size);
  }

  @Test
  void whatIsNoNumberCountsAsTheLongest() {
    assertThat(RecordSize.of(Attribute.number("x"))).isEqualTo(21);
  }

  @Test
  void eventsMakeUpTheirRecord() {
    RecordCodec codec = new RecordCodec(OutboxSchema.defaults());
    RecordGenerator generator = new RecordGenerator(seed);
    for (int round = 0; round < 150; round++) {
      OutboxRecord record = generator.record();
      Item.Builder without = Item.builder();
      Item item = codec.encode(generator.key(codec, record), record);
      item.asMap().forEach(without::put);
      without.put("events", Attribute.list(List.of()));

      long events = record.events().stream().mapToLong(RecordSize::of).sum();
      assertThat(RecordSize.of(item))
          .as("seed %d", seed)
          .isEqualTo(RecordSize.of(without.build()) + events);
    }
  }

  @Test
  void itemCountsNamesAndValues() {
    Item item =
        Item.builder()
            .put("PK", "abc") // 2 + 3
            .put("b", Attribute.binary(new byte[5])) // 1 + 5
            .put("t", Attribute.bool(true)) // 1 + 1
            .put("n", Attribute.nullValue()) // 1 + 1
            .put("l", Attribute.list(List.of(Attribute.string("x"), Attribute.string("yy")))) // 1+8
            .put("m", Attribute.map(Item.builder().put("k", "vv").build())) // 1 + 3 + 1 + 3
            .put("ss", Attribute.stringSet(List.of("a", "bc"))) // 2 + 3
            .put("bs", Attribute.binarySet(List.of(new byte[2], new byte[1]))) // 2 + 3
            .put("ns", Attribute.numberSet(List.of("1", "2"))) // 2 + 4
            .build();
    assertThat(RecordSize.of(item)).isEqualTo(5 + 6 + 2 + 2 + 9 + 8 + 5 + 5 + 6);
  }
}
