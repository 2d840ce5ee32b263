package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Items keep few and many attributes in different ways, which nobody notices. */
class ItemTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 4, 5, 16, 17, 100})
  void keepsTheOrderInWhichAttributesWerePut(int attributes) {
    assertThat(item(names(attributes)).names()).containsExactlyElementsOf(names(attributes));
    assertThat(item(names(attributes)).asMap().keySet())
        .containsExactlyElementsOf(names(attributes));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 5, 16, 17, 100})
  void findsEachAttributeAndNoOther(int attributes) {
    Item item = item(names(attributes));
    for (String name : names(attributes)) {
      assertThat(item.get(name)).isEqualTo(Attribute.string("value of " + name));
    }
    assertThat(item.get("other")).isNull();
    assertThat(item.asMap()).containsKey("name 0").doesNotContainKey("other");
    assertThat(item.isEmpty()).isFalse();
    assertThat(Item.empty().isEmpty()).isTrue();
    assertThat(item.names()).doesNotContain("other");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 17, 100})
  void anAttributeOfTheSameNameTakesTheOthersPlace(int attributes) {
    Item.Builder builder = Item.builder();
    names(attributes).forEach(name -> builder.put(name, "value of " + name));
    Item item = builder.put("name 0", "replaced").build();
    assertThat(item.names()).containsExactlyElementsOf(names(attributes));
    assertThat(item.get("name 0")).isEqualTo(Attribute.string("replaced"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 17, 100})
  void isEqualInAnyOrder(int attributes) {
    List<String> backwards = names(attributes);
    Collections.reverse(backwards);
    assertThat(item(backwards))
        .isEqualTo(item(names(attributes)))
        .hasSameHashCodeAs(item(names(attributes)))
        .isNotEqualTo(item(names(attributes + 1)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 17})
  void cannotBeChangedThroughItsViews(int attributes) {
    Item item = item(names(attributes));
    assertThatThrownBy(() -> item.names().remove("name 0"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> item.asMap().remove("name 0"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 17})
  void aBuilderIsEmptyAfterItHasBuilt(int attributes) {
    Item.Builder builder = Item.builder();
    names(attributes).forEach(name -> builder.put(name, name));
    Item first = builder.build();
    assertThat(builder.build()).isEqualTo(Item.empty());
    assertThat(builder.put("later", "value").build().names()).containsExactly("later");
    assertThat(first.names()).hasSize(attributes);
  }

  private static Item item(List<String> names) {
    Item.Builder builder = Item.builder();
    names.forEach(name -> builder.put(name, "value of " + name));
    return builder.build();
  }

  private static List<String> names(int count) {
    return IntStream.range(0, count).mapToObj(i -> "name " + i).collect(Collectors.toList());
  }

  /** Beyond sixteen attributes an item keeps them in another way. */
  @Test
  void anAttributeThatIsThereIsNotReplacedUnlessThatIsAsked() {
    for (int many : new int[] {1, 15, 16, 17, 40}) {
      Item.Builder item = Item.builder();
      for (int i = 0; i < many; i++) {
        assertThat(item.putIfAbsent("a" + i, Attribute.number(i))).isTrue();
      }
      assertThat(item.putIfAbsent("a" + (many - 1), Attribute.number(-1))).isFalse();
      assertThat(item.putIfAbsent("a0", Attribute.number(-1))).isFalse();
      item.put("a" + many / 2, -2);
      Item built = item.build();
      assertThat(built.names()).hasSize(many);
      for (int i = 0; i < many; i++) {
        assertThat(built.get("a" + i)).isEqualTo(Attribute.number(i == many / 2 ? -2 : i));
      }
    }
  }
}
