package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeflatedTest {
  @Test
  void anyContentIsKept() {
    for (int length : new int[] {0, 1, 100, 400_000}) {
      byte[] alike = new byte[length];
      byte[] random = new byte[length];
      new Random(length).nextBytes(random);

      assertThat(Deflated.plain(Deflated.of(1, alike))).isEqualTo(alike);
      assertThat(Deflated.plain(Deflated.of(1, random))).isEqualTo(random);
    }
  }

  @Test
  void whatIsCutOrOverwrittenIsDamaged() {
    byte[] form = Deflated.of(1, new byte[1_000]);
    byte[] other = form.clone();
    other[form.length - 1]++;

    for (byte[] damaged :
        new byte[][] {Arrays.copyOf(form, form.length - 1), Arrays.copyOf(form, 1), other}) {
      assertThatThrownBy(() -> Deflated.plain(damaged))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("damaged");
    }
  }
}
