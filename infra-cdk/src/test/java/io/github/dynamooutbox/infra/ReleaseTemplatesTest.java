package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Templates of two releases, that differ in the relay's jar only. */
@NeedsNode
@Tag("full")
class ReleaseTemplatesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> NAMES =
      List.of("one-bus", "existing-bus", "fifo-and-kinesis", "kcl");

  private static final Map<String, JsonNode> FIRST = new TreeMap<>();
  private static final Map<String, JsonNode> SECOND = new TreeMap<>();

  @TempDir private static Path directory;

  @BeforeAll
  static void makesBoth() throws IOException {
    make("one", "stream-relay-lambda-0.1.0-0123456789abcdef-function.jar", FIRST);
    make("two", "stream-relay-lambda-0.1.1-fedcba9876543210-function.jar", SECOND);
  }

  private static void make(String release, String jar, Map<String, JsonNode> templates)
      throws IOException {
    Path jars = Files.createDirectories(directory.resolve(release));
    Files.createFile(jars.resolve(jar));
    Files.createFile(jars.resolve("heartbeat-lambda-0.1.0-0011223344556677-function.jar"));
    ReleaseTemplates.write(jars, jars.resolve("templates"));
    for (String name : NAMES) {
      Path file = jars.resolve("templates").resolve(name + ".template.json");
      templates.put(name, JSON.readTree(file.toFile()));
    }
  }

  @Test
  void haveNamesJarsAndImageAsParametersAndNothingElse() {
    assertThat(parameters("one-bus"))
        .containsExactly("BusName", "JarsBucket", "JarsFolder", "TableName");
    assertThat(parameters("existing-bus"))
        .containsExactly("BusArn", "JarsBucket", "JarsFolder", "TableName");
    assertThat(parameters("fifo-and-kinesis"))
        .containsExactly("JarsBucket", "JarsFolder", "StreamName", "TableName", "TopicName");
    assertThat(parameters("kcl"))
        .containsExactly("ImageUri", "JarsBucket", "JarsFolder", "StreamName", "TableName");
    FIRST.forEach(
        (name, template) ->
            template
                .path("Parameters")
                .forEach(
                    parameter -> {
                      assertThat(parameter.path("AllowedPattern").asText())
                          .startsWith("^")
                          .endsWith("$");
                      assertThat(parameter.has("Default")).isFalse();
                    }));
  }

  @Test
  void leaveNoPlaceholderAndNeedNoBootstrapping() {
    FIRST.forEach(
        (name, template) ->
            assertThat(template.toString())
                .as(name)
                .doesNotContain("PARAMETER", "cdk-bootstrap", "cdk-hnb659fds", "Token["));
  }

  @Test
  void takeTheJarsFromTheFolderUnderTheirNames() {
    JsonNode code = relay(FIRST.get("one-bus")).at("/Properties/Code");
    assertThat(code.at("/S3Bucket/Ref").asText()).isEqualTo("JarsBucket");
    assertThat(code.at("/S3Key/Fn::Join/0").asText()).isEqualTo("/");
    assertThat(code.at("/S3Key/Fn::Join/1/0/Ref").asText()).isEqualTo("JarsFolder");
    assertThat(code.at("/S3Key/Fn::Join/1/1").asText())
        .isEqualTo("stream-relay-lambda-0.1.0-0123456789abcdef-function.jar");
  }

  @Test
  void makeANewVersionOfTheFunctionForAnotherJar() {
    for (String name : List.of("one-bus", "existing-bus", "fifo-and-kinesis")) {
      assertThat(version(FIRST.get(name))).isNotEqualTo(version(SECOND.get(name)));
      // Whatever else a release changes: the resources that hold data are the same ones.
      assertThat(ids(FIRST.get(name), "AWS::DynamoDB::GlobalTable"))
          .isEqualTo(ids(SECOND.get(name), "AWS::DynamoDB::GlobalTable"))
          .hasSize(2);
    }
  }

  @Test
  void makeANewVersionOfTheFunctionForAnotherNameToo() {
    JsonNode template = FIRST.get("fifo-and-kinesis");
    JsonNode described =
        template.path("Resources").path(version(template)).at("/Properties/Description/Fn::Join/1");
    assertThat(described)
        .extracting(part -> part.path("Ref").asText())
        .containsExactly("StreamName", "TableName", "TopicName");
    // With the spaces between them: what Lambda takes as a version's description.
    int longest = 100 + 70 + 70 + 2;
    assertThat(longest).isLessThanOrEqualTo(256);
    int bus = "arn:aws-us-gov:events:us-gov-west-1:111122223333:event-bus/".length() + 90;
    assertThat(100 + bus + 1).isLessThanOrEqualTo(256);
  }

  @Test
  void publishToABusThatExistsByItsArnAndNothingElse() {
    JsonNode template = FIRST.get("existing-bus");
    assertThat(ids(template, "AWS::Events::EventBus")).isEmpty();
    assertThat(relay(template).at("/Properties/Environment/Variables/OUTBOX_CONFIG").toString())
        .contains("busArn")
        .contains("{\"Ref\":\"BusArn\"}");
    assertThat(template.toString())
        .contains("\"Resource\":{\"Ref\":\"BusArn\"}")
        .doesNotContain("000000000000", "event-bus/\"");
  }

  @Test
  void tellTheRelayTheNames() {
    String config =
        relay(FIRST.get("one-bus"))
            .at("/Properties/Environment/Variables/OUTBOX_CONFIG")
            .toString();
    assertThat(config).contains("{\"Ref\":\"TableName\"},\"\\\"").contains("-control\\\"");
  }

  @Test
  void letTheServicePullItsImageAndNoOther() {
    String rights = FIRST.get("kcl").path("Resources").toString();
    assertThat(rights).contains("ecr:BatchGetImage").contains("\"Ref\":\"ImageUri\"");
    assertThat(rights).doesNotContain("repository/*");
  }

  @Test
  void patternsTakeWhatIsMeant() {
    Pattern image =
        Pattern.compile(FIRST.get("kcl").at("/Parameters/ImageUri/AllowedPattern").asText());
    assertThat("111122223333.dkr.ecr.eu-west-1.amazonaws.com/outbox:0.1.0").matches(image);
    assertThat("111122223333.dkr.ecr.cn-north-1.amazonaws.com.cn/outbox:0.1.0").matches(image);
    assertThat("111122223333.dkr.ecr.eu-west-1.amazonaws.com/team/outbox:0.1.0")
        .doesNotMatch(image);
    assertThat("111122223333.dkr.ecr.eu-west-1.amazonaws.com/outbox").doesNotMatch(image);
    Pattern folder =
        Pattern.compile(FIRST.get("kcl").at("/Parameters/JarsFolder/AllowedPattern").asText());
    assertThat("releases/dynamo-outbox/0.1.0").matches(folder);
    assertThat("/releases").doesNotMatch(folder);
    assertThat("releases/").doesNotMatch(folder);
  }

  @Test
  void sayWhichJarIsMissing() {
    assertThatThrownBy(
            () ->
                ReleaseTemplates.write(
                    directory.resolve("one/templates"), directory.resolve("none")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("there is no stream-relay-lambda-*-function.jar in ");
  }

  private static List<String> parameters(String template) {
    return FIRST.get(template).path("Parameters").properties().stream()
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private static JsonNode relay(JsonNode template) {
    return template.path("Resources").properties().stream()
        .filter(each -> each.getKey().startsWith("LambdaRelayFunctionF"))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  private static String version(JsonNode template) {
    return ids(template, "AWS::Lambda::Version").get(0);
  }

  private static List<String> ids(JsonNode template, String type) {
    return template.path("Resources").properties().stream()
        .filter(each -> each.getValue().path("Type").asText().equals(type))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }
}
