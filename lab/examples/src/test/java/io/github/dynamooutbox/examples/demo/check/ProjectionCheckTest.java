package io.github.dynamooutbox.examples.demo.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.examples.demo.check.Checker.ProjectionCheck;
import io.github.dynamooutbox.examples.orders.OrderTotal;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every effect that is missing, repeated or wrong shows. */
class ProjectionCheckTest {
  private static final Map<String, OrderTotal> SOURCE =
      Map.of("a", new OrderTotal(3, 1999), "b", new OrderTotal(2, 3998));

  private static ProjectionCheck check(Map<String, OrderTotal> projection) {
    return ProjectionCheck.of("bus", SOURCE, projection);
  }

  @Test
  void theSameOrdersAreExact() {
    ProjectionCheck check = check(Map.copyOf(SOURCE));

    assertThat(check.isExact()).isTrue();
    assertThat(check.orders()).isEqualTo(2);
    assertThat(check.changes()).isEqualTo(5);
    assertThat(check.cents()).isEqualTo(5997);
  }

  @Test
  void anEffectThatHappenedTwiceShows() {
    assertThat(
            check(Map.of("a", new OrderTotal(4, 1999), "b", new OrderTotal(2, 3998))).different())
        .containsExactly("a");
    assertThat(
            check(Map.of("a", new OrderTotal(3, 3998), "b", new OrderTotal(2, 3998))).different())
        .containsExactly("a");
  }

  @Test
  void anEffectThatIsMissingShows() {
    assertThat(
            check(Map.of("a", new OrderTotal(2, 1999), "b", new OrderTotal(2, 3998))).different())
        .containsExactly("a");
    assertThat(check(Map.of("a", new OrderTotal(3, 1999))).different()).containsExactly("b");
    assertThat(check(Map.of()).different()).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void anOrderThatDoesNotExistShows() {
    assertThat(
            check(
                    Map.of(
                        "a", new OrderTotal(3, 1999),
                        "b", new OrderTotal(2, 3998),
                        "c", new OrderTotal(1, 0)))
                .different())
        .containsExactly("c");
  }

  @Test
  void errorsThatCancelEachOtherOutShow() {
    assertThat(check(Map.of("a", new OrderTotal(2, 1999), "b", new OrderTotal(3, 3998))).isExact())
        .isFalse();
  }
}
