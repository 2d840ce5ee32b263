package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.ApiText;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ApiTextTest {
  private static final String HERE = ApiTextTest.class.getName() + ".";

  @Test
  void listsWhatOthersCanUseAndNothingElse() {
    assertThat(ApiText.of(Offer.class).replace(HERE, ""))
        .isEqualTo(
            """
            public abstract static class Offer<T> extends Thread implements Comparable<Offer<T>>
              public static final int LIMIT
              protected new(List<T>)
              public <K extends Number> java.util.Map<K, T> find(K, String[]) throws java.io.IOException
              public int compareTo(Offer<T>)
            """
                .replace("(List<T>)", "(java.util.List<T>)"));
  }

  @Test
  void listsComponentsAndConstantsInTheirOrder() {
    assertThat(ApiText.of(Pair.class).replace(HERE, ""))
        .startsWith("public static final record Pair(String second, int first)\n");
    assertThat(ApiText.of(Size.class)).contains("  constants [SMALL, LARGE, MEDIUM]\n");
  }

  @Test
  void namesWhatASealedTypePermits() {
    assertThat(ApiText.of(Shape.class).replace(HERE, "")).contains(" permits Circle\n");
  }

  @Test
  void leavesOutWhatIsHiddenInAHiddenClass() {
    assertThat(ApiText.isApi(Offer.class)).isFalse();
    assertThat(ApiText.isApi(Thread.State.class)).isTrue();
  }

  public abstract static class Offer<T> extends Thread implements Comparable<Offer<T>> {
    public static final int LIMIT = 3;
    static final int HIDDEN = 4;

    protected Offer(List<T> values) {
      super(values.toString());
    }

    Offer() {}

    public <K extends Number> Map<K, T> find(K key, String... names) throws IOException {
      throw new IOException(key + names[0]);
    }

    @Override
    public int compareTo(Offer<T> other) {
      return 0;
    }

    void hidden() {}
  }

  public record Pair(String second, int first) {}

  public enum Size {
    SMALL,
    LARGE,
    MEDIUM
  }

  public sealed interface Shape permits Circle {}

  public record Circle(int radius) implements Shape {}
}
