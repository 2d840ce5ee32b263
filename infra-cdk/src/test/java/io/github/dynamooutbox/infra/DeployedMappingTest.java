package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Whether the integration test would notice a setting that it does not put into effect. */
@NeedsNode
class DeployedMappingTest {
  private DynamoDbStreamsClient streams;
  private EventSourceMapping.Builder builder;

  /** Nothing listens there: no mapping is started. */
  @BeforeEach
  void describe() {
    streams = LocalClients.dynamoDbStreams(URI.create("http://127.0.0.1:1"));
    builder = EventSourceMapping.builder(streams, "arn", event -> event);
  }

  @AfterEach
  void close() {
    streams.close();
  }

  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#lambdas")
  void knowsEverySettingOfTheExamples(Synthesised example) {
    JsonNode properties = example.only("AWS::Lambda::EventSourceMapping");

    DeployedMapping.apply(properties, builder);

    assertThat(DeployedMapping.WITHOUT_MEANING.keySet()).allMatch(properties::has);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"TumblingWindowInSeconds\": 60} | TumblingWindowInSeconds",
        "{\"ParallelizationFactor\": 2} | not 2",
        "{\"StartingPosition\": \"LATEST\"} | not \"LATEST\"",
        "{\"FunctionResponseTypes\": [\"SomethingElse\"]} | not \"SomethingElse\"",
        "{\"FilterCriteria\": {\"Filters\": [], \"KmsKeyArn\": \"arn\"}} | KmsKeyArn",
        "{\"FilterCriteria\": {\"Filters\": [{\"Pattern\": \"{}\", \"Name\": \"x\"}]}} | Name"
      })
  void failsOnWhatItDoesNotPutIntoEffect(String properties, String named) throws IOException {
    JsonNode mapping = new ObjectMapper().readTree(properties);
    assertThatThrownBy(() -> DeployedMapping.apply(mapping, builder))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(named);
  }

  @Test
  void failsOnASettingOfAFunctionThatItDoesNotKnow() throws IOException {
    JsonNode function = new ObjectMapper().readTree("{\"FileSystemConfigs\": [\"arn\"]}");
    assertThatThrownBy(() -> DeployedTemplate.refuseUnknown(function))
        .hasMessageContaining("FileSystemConfigs");
  }
}
