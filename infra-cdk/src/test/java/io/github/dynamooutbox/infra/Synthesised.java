package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Aspects;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.lambda.Code;

/**
 * An example's template. Each is synthesised once for all tests: starting the CDK is slow.
 *
 * @param text of the template, as it would be deployed
 */
record Synthesised(String example, JsonNode template, String text) {
  static final List<String> EXAMPLES =
      List.of(
          "bus-only",
          "fifo-topic",
          "custom-bus",
          "kinesis-and-bus",
          "queues",
          "archive",
          "kafka",
          "existing-table",
          "kcl-existing-vpc",
          "two-environments",
          "global-table");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, Made> DONE = new ConcurrentHashMap<>();
  private static final Map<String, Synthesised> PARSED = new ConcurrentHashMap<>();

  /** An example's stacks, checked by cdk-nag, and what became of them. */
  private record Made(List<OutboxStack> stacks, List<Synthesised> templates) {}

  /** The only stack of an example. */
  static Synthesised of(String example) {
    List<Synthesised> stacks = stacks(example);
    if (stacks.size() != 1) {
      throw new AssertionError("%s has %d stacks".formatted(example, stacks.size()));
    }
    return stacks.get(0);
  }

  /** All stacks of an example. */
  static List<Synthesised> stacks(String example) {
    return made(example).templates();
  }

  /** An example's stacks with their annotations, of which cdk-nag's findings are some. */
  static List<OutboxStack> checked(String example) {
    return made(example).stacks();
  }

  private static Made made(String example) {
    return DONE.computeIfAbsent(
        example,
        name -> {
          App app = new App();
          List<OutboxStack> stacks = OutboxStack.all(app, configs(name), Synthesised::artifacts);
          Aspects.of(app).add(new AwsSolutionsChecks());
          String directory = app.synth().getDirectory();
          return new Made(
              stacks,
              stacks.stream()
                  .map(Stack::getStackName)
                  .map(
                      stack ->
                          read(stacks.size() == 1 ? name : name + "." + stack, directory, stack))
                  .toList());
        });
  }

  /** A stack of the test's own. */
  static Synthesised of(App app, Stack stack) {
    return read("a test's", app.synth().getDirectory(), stack.getStackName());
  }

  /** Of a document. */
  static Synthesised parsed(String json) {
    return PARSED.computeIfAbsent(
        json,
        document -> {
          App app = new App();
          OutboxStack stack = new OutboxStack(app, OutboxConfig.parse(document), artifacts());
          return read("parsed", app.synth().getDirectory(), stack.getStackName());
        });
  }

  private static Synthesised read(String name, String directory, String stack) {
    try {
      String text = Files.readString(Path.of(directory, stack + ".template.json"));
      return new Synthesised(name, JSON.readTree(text), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of many documents, with one start of the CDK's synthesis: by name, what each makes. */
  static Map<String, Synthesised> together(Map<String, ? extends JsonNode> documents) {
    App app = new App();
    Map<String, String> stacks = new LinkedHashMap<>();
    for (Map.Entry<String, ? extends JsonNode> each : documents.entrySet()) {
      ObjectNode document = each.getValue().deepCopy();
      String stack = "Together-" + stacks.size();
      document.withObject("/infrastructure").put("stackName", stack);
      stacks.put(each.getKey(), stack);
      new OutboxStack(app, OutboxConfig.parse(document.toString()), artifacts());
    }
    String directory = app.synth().getDirectory();
    Map<String, Synthesised> synthesised = new LinkedHashMap<>();
    stacks.forEach((name, stack) -> synthesised.put(name, read(name, directory, stack)));
    return synthesised;
  }

  static Stream<Synthesised> all() {
    return EXAMPLES.stream().map(Synthesised::stacks).flatMap(List::stream);
  }

  /** Those whose relay is a function. */
  static Stream<Synthesised> lambdas() {
    return all().filter(each -> !each.properties("AWS::Lambda::EventSourceMapping").isEmpty());
  }

  static OutboxConfig config(String example) {
    return configs(example).get(0);
  }

  static List<OutboxConfig> configs(String example) {
    return OutboxConfig.read(Path.of("examples", example + ".json"));
  }

  /** Stand for what other modules build; always the same bytes. */
  static RelayArtifacts artifacts() {
    try {
      Path jar = Path.of("target", "function-stand-in.zip");
      Files.writeString(jar, "stands for the function's jar");
      Path service = Files.createDirectories(Path.of("target", "service-stand-in"));
      Files.writeString(service.resolve("Dockerfile"), "FROM scratch\n");
      Path heartbeat = Path.of("target", "heartbeat-stand-in.zip");
      Files.writeString(heartbeat, "stands for the heartbeat's jar");
      Map<String, Code> layers = new TreeMap<>();
      for (String module : List.of("archive-target", "kafka-target")) {
        Path layer = Path.of("target", module + "-stand-in.zip");
        Files.writeString(layer, "stands for the layer of " + module);
        layers.put(module, Code.fromAsset(layer.toString()));
      }
      return new RelayArtifacts(
          Code.fromAsset(jar.toString()),
          Code.fromAsset(heartbeat.toString()),
          RelayImage.built(service.toString()),
          layers);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The properties of all resources of a type. */
  List<JsonNode> properties(String type) {
    return resources(type).map(each -> each.getValue().path("Properties")).toList();
  }

  /** All resources of a type, by their id. */
  Stream<Map.Entry<String, JsonNode>> resources(String type) {
    return template.path("Resources").properties().stream()
        .filter(each -> each.getValue().path("Type").asText().equals(type));
  }

  /** The only one of its kind. */
  JsonNode only(String type, Function<JsonNode, Boolean> which) {
    List<JsonNode> found = properties(type).stream().filter(which::apply).toList();
    if (found.size() != 1) {
      throw new AssertionError("%d of %s in %s".formatted(found.size(), type, example));
    }
    return found.get(0);
  }

  JsonNode only(String type) {
    return only(type, any -> true);
  }

  /** The only one with this value of a property. */
  JsonNode only(String type, String property, String value) {
    return only(type, each -> each.path(property).asText().equals(value));
  }

  /** The function that runs this handler. */
  JsonNode function(String handler) {
    return only("AWS::Lambda::Function", "Handler", handler);
  }

  /** The id of the version that the relay's alias runs. */
  String version() {
    return only("AWS::Lambda::Alias").at("/FunctionVersion/Fn::GetAtt/0").asText();
  }

  /** The first resource of a type whose id begins with this. */
  JsonNode first(String type, String id) {
    return resources(type)
        .filter(each -> each.getKey().startsWith(id))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public String toString() {
    return example;
  }
}
