package io.github.dynamooutbox.format.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Common texts share a value, as long as that takes little memory. */
class SdkAttributesTest {
  private final SdkAttributes values = new SdkAttributes();

  @Test
  void commonTextHasOneValue() {
    assertKept("orders");
    assertKept("payments");
    assertKept("orders");
  }

  @Test
  void longTextIsNotKept() {
    assertKept("x".repeat(128));
    assertNotKept("x".repeat(129));
  }

  @Test
  void onlySoManyTextsAreKept() {
    for (int i = 0; i < 255; i++) {
      assertKept("text " + i);
    }
    assertKept("the last one");
    assertNotKept("one too many");
    assertKept("text 0");
  }

  private void assertKept(String text) {
    assertThat(values.common(text))
        .isEqualTo(AttributeValue.fromS(text))
        .isSameAs(values.common(text));
  }

  private void assertNotKept(String text) {
    assertThat(values.common(text))
        .isEqualTo(AttributeValue.fromS(text))
        .isNotSameAs(values.common(text));
  }
}
