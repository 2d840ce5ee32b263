package io.github.dynamooutbox.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Values are equal if their contents are, and those that differ rarely have the same hash. */
class EqualValuesTest {
  private static final int VALUES = 500;

  private final long seed = new Random().nextLong();

  @Test
  void attributes() {
    assertValues(generator -> generator.attribute(3));
  }

  @Test
  void items() {
    assertValues(
        generator ->
            Item.builder()
                .put("first", generator.attribute(3))
                .put("second", generator.attribute(3))
                .build());
  }

  @Test
  void binaryPayloads() {
    assertValues(generator -> Payload.of(generator.text().getBytes(UTF_8)));
  }

  @Test
  void textPayloads() {
    Set<Integer> hashes = new HashSet<>();
    for (int i = 0; i < VALUES; i++) {
      hashes.add(Payload.of("text " + i).hashCode());
    }
    assertThat(hashes).hasSizeGreaterThan(VALUES * 9 / 10);
  }

  private void assertValues(Function<RecordGenerator, Object> values) {
    Set<Object> different = new HashSet<>();
    Set<Integer> hashes = new HashSet<>();
    int likeTheFirst = 0;
    Object first = values.apply(new RecordGenerator(seed));
    RecordGenerator one = new RecordGenerator(seed);
    RecordGenerator other = new RecordGenerator(seed);
    for (int i = 0; i < VALUES; i++) {
      Object value = values.apply(one);
      assertThat(values.apply(other)).as("seed %d", seed).isEqualTo(value).hasSameHashCodeAs(value);
      likeTheFirst += value.equals(first) ? 1 : 0;
      different.add(value);
      hashes.add(value.hashCode());
    }
    assertThat(likeTheFirst).as("seed %d", seed).isBetween(1, VALUES / 2);
    assertThat(hashes).as("seed %d", seed).hasSizeGreaterThan(different.size() * 9 / 10);
  }
}
