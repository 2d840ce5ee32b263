package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordSizeTest {

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
