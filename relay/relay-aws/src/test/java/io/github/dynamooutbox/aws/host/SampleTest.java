package io.github.dynamooutbox.aws.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleTest {
  @Test
  void keepsAllOfAFew() {
    assertThat(of(3)).containsExactly(0, 1, 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 101, 199, 200, 201, 1_000, 12_345})
  void staysBoundedAndEvenlySpread(int number) {
    double[] values = of(number);

    assertThat(values.length).isBetween(50, Sample.MAX_VALUES);
    double step = values[1] - values[0];
    assertThat(values)
        .containsExactly(
            DoubleStream.iterate(0, value -> value + step).limit(values.length).toArray());
    assertThat(number - values[values.length - 1]).isLessThanOrEqualTo(step);
  }

  private static double[] of(int number) {
    Sample sample = new Sample();
    for (int i = 0; i < number; i++) {
      sample.add(i);
    }
    return sample.values();
  }
}
