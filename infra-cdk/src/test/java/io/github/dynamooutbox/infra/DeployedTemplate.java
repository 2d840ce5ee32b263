package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.localaws.LocalClients;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * A synthesised template, read as CloudFormation would deploy it into the account of this machine:
 * references become the ARNs that the local endpoints give.
 */
record DeployedTemplate(Synthesised example) {
  private static final String FUNCTION = "AWS::Lambda::Function";

  private static final Set<String> APPLIED =
      Set.of("Environment", "Handler", "Layers", "MemorySize", "Timeout");

  /** What a function here is without, by the reason. */
  private static final Map<String, String> WITHOUT_MEANING =
      Map.of(
          "Architectures", "this machine's is taken; the jars hold no machine code",
          "Code", "the packaged jar itself is run",
          "Description", "nobody reads it",
          "LoggingConfig", "the output is the log",
          "Role", "there are no rights here; other tests compare them",
          "Runtime", "this build's JDK is taken; another test tells the runtime",
          "SnapStart", "a process starts anew");

  /** The account and region of the examples' ARNs. */
  private static final String EXAMPLES_PLACE = ":eu-west-1:111122223333:";

  private static final String HERE =
      ":" + LocalClients.REGION.id() + ":" + LocalClients.ACCOUNT + ":";

  /** A function's settings. */
  record DeployedFunction(
      String handler,
      Map<String, String> environment,
      int memoryMegabytes,
      Duration timeout,
      List<String> layers) {}

  /** The function of this handler, if the stack has one. */
  Optional<DeployedFunction> function(String handler) {
    return example.properties(FUNCTION).stream()
        .filter(each -> each.path("Handler").asText().equals(handler))
        .findFirst()
        .map(this::function);
  }

  /**
   * @throws AssertionError if a function has a setting that is neither applied nor without meaning
   */
  static void refuseUnknown(JsonNode function) {
    Set<String> unknown = new TreeSet<>();
    function.fieldNames().forEachRemaining(unknown::add);
    unknown.removeAll(APPLIED);
    unknown.removeAll(WITHOUT_MEANING.keySet());
    if (!unknown.isEmpty()) {
      throw new AssertionError("settings of a function that no test knows: " + unknown);
    }
  }

  private DeployedFunction function(JsonNode properties) {
    refuseUnknown(properties);
    Map<String, String> environment = new TreeMap<>();
    properties
        .path("Environment")
        .path("Variables")
        .properties()
        .forEach(each -> environment.put(each.getKey(), resolved(each.getValue())));
    return new DeployedFunction(
        properties.path("Handler").asText(),
        environment,
        properties.path("MemorySize").asInt(),
        Duration.ofSeconds(properties.path("Timeout").asInt()),
        properties.path("Layers").valueStream().map(this::module).toList());
  }

  /** The module that a layer is made of. */
  private String module(JsonNode layer) {
    return resource(layer.path("Ref").asText())
        .at("/Properties/Description")
        .asText()
        .replaceFirst(".*: ", "");
  }

  JsonNode mapping() {
    return example.only("AWS::Lambda::EventSourceMapping");
  }

  /** The function behind the mapping: its name leads through an alias. */
  DeployedFunction mappedFunction() {
    JsonNode alias = resource(mapping().path("FunctionName").path("Ref").asText());
    return function(
        resource(alias.path("Properties").path("FunctionName").path("Ref").asText())
            .path("Properties"));
  }

  /** The table whose stream the mapping reads; empty if the stack did not make it. */
  Optional<String> mappedTable() {
    JsonNode source = mapping().path("EventSourceArn").path("Fn::GetAtt");
    return source.isMissingNode()
        ? Optional.empty()
        : Optional.of(
            resource(source.path(0).asText()).path("Properties").path("TableName").asText());
  }

  private JsonNode resource(String id) {
    JsonNode found = example.template().path("Resources").path(id);
    if (found.isMissingNode()) {
      throw new AssertionError("no resource \"" + id + "\" in " + example);
    }
    return found;
  }

  private String resolved(JsonNode value) {
    if (value.isTextual()) {
      return value.asText().replace(EXAMPLES_PLACE, HERE);
    }
    if (value.has("Fn::Join")) {
      JsonNode parts = value.path("Fn::Join").path(1);
      return StreamSupport.stream(parts.spliterator(), false)
          .map(this::resolved)
          .collect(Collectors.joining(value.path("Fn::Join").path(0).asText()));
    }
    if (value.has("Ref")) {
      return arn(resource(value.path("Ref").asText()));
    }
    if (value.path("Fn::GetAtt").path(1).asText().equals("Arn")) {
      return arn(resource(value.path("Fn::GetAtt").path(0).asText()));
    }
    throw new AssertionError("cannot resolve " + value);
  }

  private static String arn(JsonNode resource) {
    JsonNode properties = resource.path("Properties");
    String type = resource.path("Type").asText();
    return switch (type) {
      case "AWS::Events::EventBus" ->
          "arn:aws:events" + HERE + "event-bus/" + properties.path("Name").asText();
      case "AWS::SNS::Topic" -> "arn:aws:sns" + HERE + properties.path("TopicName").asText();
      case "AWS::Kinesis::Stream" ->
          "arn:aws:kinesis" + HERE + "stream/" + properties.path("Name").asText();
      case "AWS::S3::Bucket" -> "arn:aws:s3:::" + properties.path("BucketName").asText();
      case "AWS::SQS::Queue" -> "arn:aws:sqs" + HERE + properties.path("QueueName").asText();
      default -> throw new AssertionError("no ARN for " + type);
    };
  }
}
