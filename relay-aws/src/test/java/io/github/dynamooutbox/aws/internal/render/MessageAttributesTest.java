package io.github.dynamooutbox.aws.internal.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.aws.internal.Samples;
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
    assertThat(MessageAttributes.of(Samples.plain().sequence(1).envelope(), false))
        .hasSize(10)
        .doesNotContainKey("ce");
  }

  @Test
  void theEleventhSendsTheLeastUsefulOnesIntoOneAttribute() throws Exception {
    Map<String, String> attributes =
        MessageAttributes.of(
            Samples.plain().sequence(1).headers(Map.of("channel", "w\"eb")).envelope(), false);
    assertThat(attributes).hasSize(10).containsKeys("ce_id", "ce_type", "ce_sequence");
    assertThat(attributes.get("ce")).isEqualTo("{\"specversion\":\"1.0\",\"channel\":\"w\\\"eb\"}");
  }

  @Test
  void nothingIsLostWhateverTheHeaders() throws Exception {
    Map<String, String> attributes = MessageAttributes.of(Samples.full().envelope(), true);
    Map<?, ?> rest = new ObjectMapper().readValue(attributes.get("ce"), Map.class);
    Map<String, String> all = CloudEventAttributes.of(Samples.full().envelope());
    all.put("datacontentencoding", "base64");
    all.forEach(
        (name, value) ->
            assertThat(attributes.getOrDefault("ce_" + name, (String) rest.get(name)))
                .as(name)
                .isEqualTo(value));
    assertThat(attributes).hasSizeLessThanOrEqualTo(10);
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
