package io.github.dynamooutbox.aws.internal.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.format.render.CloudEventAttributes;
import io.github.dynamooutbox.format.render.MessageAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageAttributesTest {
  @Test
  void aFewAttributesAllStandAlone() throws Exception {
    assertThat(MessageAttributes.of(Samples.plain().envelope(), false))
        .containsOnlyKeys(
            "ce_id",
            "ce_source",
            "ce_type",
            "ce_time",
            "ce_subject",
            "ce_aggregatetype",
            "ce_partitionkey",
            "ce_datacontenttype",
            "ce_specversion");
  }

  @Test
  void tenFitAsTheyAre() throws Exception {
    Samples sample = Samples.plain().sequence(1);
    assertThat(MessageAttributes.of(sample.envelope(), false))
        .hasSize(10)
        .isEqualTo(alone(CloudEventAttributes.of(sample.envelope())));
  }

  @Test
  void theEleventhSendsTheLeastUsefulOnesIntoOneAttribute() throws Exception {
    Samples sample = Samples.plain().sequence(1).headers(Map.of("channel", "w\"eb"));
    Map<String, String> expected = alone(CloudEventAttributes.of(sample.envelope()));
    expected.keySet().removeAll(List.of("ce_specversion", "ce_channel"));
    expected.put("ce", "{\"specversion\":\"1.0\",\"channel\":\"w\\\"eb\"}");
    assertThat(MessageAttributes.of(sample.envelope(), false)).isEqualTo(expected);
  }

  @Test
  void nothingIsLostWhateverTheHeaders() throws Exception {
    Map<String, String> attributes = MessageAttributes.of(Samples.full().envelope(), true);
    assertThat(attributes).hasSizeLessThanOrEqualTo(10);
    Map<String, String> all = CloudEventAttributes.of(Samples.full().envelope());
    all.put("datacontentencoding", "base64");
    Map<String, String> sent = new HashMap<>(attributes);
    Map<String, String> rest =
        new ObjectMapper().readValue(sent.remove("ce"), new TypeReference<>() {});
    assertThat(sent).doesNotContainKeys(alone(rest).keySet().toArray(String[]::new));
    sent.putAll(alone(rest));
    assertThat(sent).isEqualTo(alone(all));
  }

  private static Map<String, String> alone(Map<String, String> attributes) {
    Map<String, String> alone = new HashMap<>();
    attributes.forEach((name, value) -> alone.put("ce_" + name, value));
    return alone;
  }

  @Test
  void valuesThatSnsRefusesTravelAsJson() throws Exception {
    Map<String, String> attributes =
        MessageAttributes.of(
            Samples.plain().headers(Map.of("empty", "", "bell", "\u0007")).envelope(), false);
    assertThat(attributes).doesNotContainKeys("ce_empty", "ce_bell").hasSize(10);
    assertThat(attributes.get("ce")).contains("\"bell\":\"\\u0007\"", "\"empty\":\"\"");
  }
}
