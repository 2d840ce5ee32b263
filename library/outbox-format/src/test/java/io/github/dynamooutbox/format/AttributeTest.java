package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.Test;

class AttributeTest {

  @Test
  void setsAreEqualWhateverTheirOrder() {
    assertThat(Attribute.stringSet(List.of("a", "b")))
        .isEqualTo(Attribute.stringSet(List.of("b", "a")))
        .hasSameHashCodeAs(Attribute.stringSet(List.of("b", "a")));
    assertThat(Attribute.binarySet(List.of(new byte[] {1}, new byte[] {-1})))
        .isEqualTo(Attribute.binarySet(List.of(new byte[] {-1}, new byte[] {1})))
        .hasSameHashCodeAs(Attribute.binarySet(List.of(new byte[] {-1}, new byte[] {1})));
  }

  @Test
  void sameContentOfAnotherTypeIsNotEqual() {
    assertThat(Attribute.string("1")).isNotEqualTo(Attribute.number(1));
    assertThat(Attribute.stringSet(List.of("1"))).isNotEqualTo(Attribute.numberSet(List.of("1")));
  }

  @Test
  void bytesAreCopiedOnTheWayIn() {
    byte[] bytes = {1, 2};
    Attribute attribute = Attribute.binary(bytes);
    bytes[0] = 9;
    assertThat(attribute.bytes()).containsExactly(1, 2);
  }

  @Test
  void accessorOfAnotherTypeIsRefused() {
    assertThatIllegalStateException()
        .isThrownBy(Attribute.number(1)::string)
        .withMessage("the attribute is of type N, not S");
  }

  @Test
  void builtItemDoesNotChangeWithItsBuilder() {
    Item.Builder builder = Item.builder().put("a", 1);
    Item first = builder.build();
    builder.put("b", 2).build();
    assertThat(first.names()).containsExactly("a");
  }

  @Test
  void printedItemShowsNamesAndTypesOnly() {
    assertThat(Item.builder().put("name", "secret").put("n", 5).build())
        .hasToString("Item{name=S, n=N}");
  }
}
