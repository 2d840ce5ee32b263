package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awscdk.App;
import software.amazon.awscdk.AppProps;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.BootstraplessSynthesizer;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.ecr.IRepository;
import software.amazon.awscdk.services.ecr.Repository;
import software.amazon.awscdk.services.ecr.RepositoryAttributes;
import software.amazon.awscdk.services.ecs.ContainerImage;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.IBucket;

/**
 * The templates of a release, for those who deploy with CloudFormation, SAM or Terraform: stacks of
 * the documents in {@code templates}, with parameters for names, for where the jars are, and for
 * the image. They need no bootstrapped account.
 *
 * <p>What a jar is called in its bucket has its hash and is no parameter: a function whose code is
 * replaced by a parameter's value gets no new version, and the relay's alias would keep the old
 * one. Parameters that the function's configuration contains are in the version's description,
 * which cannot change either: so a changed one makes a new version, too.
 */
final class ReleaseTemplates {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> DOCUMENTS =
      List.of("one-bus", "existing-bus", "fifo-and-kinesis", "kcl");

  /** In a document, in the place of a parameter's value; that of an ARN looks like one. */
  private static final Pattern PLACEHOLDER =
      Pattern.compile("(?:arn:[^/ ]+:us-east-1:000000000000:[a-z-]+/)?PARAMETER_([A-Za-z]+)_");

  private static final String NAME = "[A-Za-z0-9_-]";

  /**
   * By name: the description, the pattern, and what CloudFormation says of another value. Names are
   * shorter than services allow: a version's description takes 256 characters.
   */
  private static final Map<String, List<String>> PARAMETERS =
      Map.of(
          "TableName",
          List.of(
              "The table that is created. The control table is called the same, with -control.",
              "^[A-Za-z0-9_.-]{3,100}$",
              "3 to 100 letters, digits, dots, hyphens and underscores"),
          "BusName",
          List.of(
              "The event bus that is created.",
              "^(?!default$|aws\\.)[A-Za-z0-9_.-]{1,100}$",
              "1 to 100 letters, digits, dots, hyphens and underscores; not \"default\", and nothing that begins with \"aws.\""),
          "BusArn",
          List.of(
              "The ARN of an event bus that exists, in the stack's region.",
              "^arn:aws[a-z-]*:events:[a-z0-9-]+:[0-9]{12}:event-bus/[A-Za-z0-9_.-]{1,90}$",
              "arn:aws:events:<region>:<account>:event-bus/<name>, with a name of up to 90 characters"),
          "TopicName",
          List.of(
              "The FIFO topic that is created, without its .fifo.",
              "^" + NAME + "{1,70}$",
              "1 to 70 letters, digits, hyphens and underscores"),
          "StreamName",
          List.of(
              "The Kinesis stream that is created.",
              "^" + NAME + "{1,70}$",
              "1 to 70 letters, digits, hyphens and underscores"),
          "JarsBucket",
          List.of(
              "The bucket, in the stack's region, with the release's jars.",
              "^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$",
              "the name of a bucket"),
          "JarsFolder",
          List.of(
              "The folder of that bucket in which they are, such as releases/dynamo-outbox.",
              "^[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*$",
              "folders separated by slashes, with none at the beginning or end"),
          "ImageUri",
          List.of(
              "The image of the relay in ECR, with its tag.",
              "^[0-9]{12}\\.dkr\\.ecr\\.[a-z0-9-]+\\.amazonaws\\.com(\\.cn)?/[a-z0-9._-]+:[A-Za-z0-9_.-]{1,128}$",
              "<account>.dkr.ecr.<region>.amazonaws.com/<repository>:<tag>, with a repository whose name has no slash"));

  private final App app;
  private final Path jars;
  private final Stack imported;
  private final IBucket bucket;

  private ReleaseTemplates(Path jars, Path made) {
    this.app =
        new App(
            AppProps.builder()
                .analyticsReporting(false)
                .outdir(made.toString())
                .context(Map.of("@aws-cdk/aws-lambda:recognizeVersionProps", true))
                .build());
    this.jars = jars;
    // What is referred to by parameters needs a scope, and makes no resource.
    this.imported = new Stack(app, "Imported", props());
    this.bucket = Bucket.fromBucketName(imported, "Jars", Fn.ref("JarsBucket"));
  }

  /**
   * Writes them.
   *
   * @param arguments the directory with the release's jars, and the one for the templates
   * @throws ConfigException if a jar is missing
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 2) {
      System.err.println(
          "ReleaseTemplates <directory of the release's jars> <directory for the templates>");
      System.exit(2);
    }
    write(Path.of(arguments[0]), Path.of(arguments[1]));
  }

  static void write(Path jars, Path templates) throws IOException {
    Path made = Files.createTempDirectory("templates");
    ReleaseTemplates release = new ReleaseTemplates(jars, made);
    for (String document : DOCUMENTS) {
      new OutboxStack(
          release.app, document, OutboxConfig.parse(read(document)), release.artifacts(), props());
    }
    release.app.synth();
    Files.createDirectories(templates);
    for (String document : DOCUMENTS) {
      JsonNode template = JSON.readTree(made.resolve(document + ".template.json").toFile());
      Files.writeString(
          templates.resolve(document + ".template.json"),
          JSON.writeValueAsString(parametrised((ObjectNode) template)) + "\n");
    }
  }

  private static StackProps props() {
    return StackProps.builder()
        .description("Dynamo Outbox")
        .synthesizer(new BootstraplessSynthesizer())
        .build();
  }

  private static String read(String document) throws IOException {
    String name = "templates/" + document + ".json";
    try (InputStream text = ReleaseTemplates.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(text, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private RelayArtifacts artifacts() {
    return new RelayArtifacts(
        code("stream-relay-lambda"),
        code("heartbeat-lambda"),
        image(imported.getNode().getChildren().size()));
  }

  private Code code(String module) {
    try (Stream<Path> files = Files.list(jars)) {
      String jar =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.startsWith(module + "-") && name.endsWith("-function.jar"))
              .findFirst()
              .orElseThrow(
                  () ->
                      new ConfigException(
                          List.of("there is no %s-*-function.jar in %s".formatted(module, jars))));
      return Code.fromBucket(bucket, Fn.join("/", List.of(Fn.ref("JarsFolder"), jar)));
    } catch (IOException e) {
      throw new ConfigException(List.of("\"" + jars + "\" cannot be read: " + e));
    }
  }

  private ContainerImage image(int number) {
    List<String> parts = Fn.split("/", Fn.ref("ImageUri"));
    List<String> registry = Fn.split(".", Fn.select(0, parts));
    List<String> image = Fn.split(":", Fn.select(1, parts));
    String name = Fn.select(0, image);
    IRepository repository =
        Repository.fromRepositoryAttributes(
            imported,
            "Image" + number,
            RepositoryAttributes.builder()
                .repositoryName(name)
                .repositoryArn(
                    imported.formatArn(
                        ArnComponents.builder()
                            .service("ecr")
                            .account(Fn.select(0, registry))
                            .region(Fn.select(3, registry))
                            .resource("repository")
                            .resourceName(name)
                            .build()))
                .build());
    return ContainerImage.fromEcrRepository(repository, Fn.select(1, image));
  }

  private static ObjectNode parametrised(ObjectNode template) {
    ObjectNode made = (ObjectNode) withReferences(template);
    Set<String> used = new TreeSet<>();
    findReferences(made, used);
    ObjectNode parameters = made.putObject("Parameters");
    for (String name : used) {
      List<String> parameter = Objects.requireNonNull(PARAMETERS.get(name), name);
      parameters
          .putObject(name)
          .put("Type", "String")
          .put("Description", parameter.get(0))
          .put("AllowedPattern", parameter.get(1))
          .put("ConstraintDescription", parameter.get(2));
    }
    made.remove("Rules");
    describeVersions(made, used);
    return made;
  }

  private static void describeVersions(ObjectNode template, Set<String> used) {
    List<String> configured = used.stream().filter(name -> name.matches(".*(Name|Arn)")).toList();
    for (JsonNode resource : template.path("Resources")) {
      if (resource.path("Type").asText().equals("AWS::Lambda::Version")) {
        ArrayNode values = JSON.createArrayNode();
        configured.forEach(name -> values.addObject().put("Ref", name));
        ObjectNode description = JSON.createObjectNode();
        description.putArray("Fn::Join").add(" ").add(values);
        ((ObjectNode) resource.path("Properties")).set("Description", description);
      }
    }
  }

  /** The same, with a reference to the parameter in each placeholder's place. */
  private static JsonNode withReferences(JsonNode node) {
    if (node.isTextual()) {
      List<JsonNode> parts = parts(node.asText());
      return parts.size() == 1 ? parts.get(0) : join(JSON.createArrayNode().addAll(parts));
    }
    if (node.isArray()) {
      ArrayNode array = JSON.createArrayNode();
      node.forEach(each -> array.add(withReferences(each)));
      return array;
    }
    if (node.isObject()) {
      ObjectNode object = JSON.createObjectNode();
      node.properties()
          .forEach(
              member ->
                  object.set(
                      member.getKey(),
                      member.getKey().equals("Fn::Join")
                          ? joined(member.getValue())
                          : withReferences(member.getValue())));
      return object;
    }
    return node;
  }

  private static ObjectNode join(ArrayNode parts) {
    ObjectNode join = JSON.createObjectNode();
    join.putArray("Fn::Join").add("").add(parts);
    return join;
  }

  /** With an empty separator, a text's parts can be parts of the join itself. */
  private static JsonNode joined(JsonNode join) {
    if (!join.path(0).asText().isEmpty()) {
      return withReferences(join);
    }
    ArrayNode parts = JSON.createArrayNode();
    for (JsonNode part : join.path(1)) {
      if (part.isTextual()) {
        parts.addAll(parts(part.asText()));
      } else {
        parts.add(withReferences(part));
      }
    }
    return JSON.createArrayNode().add("").add(parts);
  }

  private static List<JsonNode> parts(String text) {
    List<JsonNode> parts = new ArrayList<>();
    Matcher placeholder = PLACEHOLDER.matcher(text);
    int from = 0;
    while (placeholder.find()) {
      if (placeholder.start() > from) {
        parts.add(JSON.getNodeFactory().textNode(text.substring(from, placeholder.start())));
      }
      parts.add(JSON.createObjectNode().put("Ref", placeholder.group(1)));
      from = placeholder.end();
    }
    if (from < text.length() || parts.isEmpty()) {
      parts.add(JSON.getNodeFactory().textNode(text.substring(from)));
    }
    return parts;
  }

  private static void findReferences(JsonNode node, Set<String> found) {
    if (node.isObject() && PARAMETERS.containsKey(node.path("Ref").asText())) {
      found.add(node.path("Ref").asText());
    }
    node.forEach(child -> findReferences(child, found));
  }
}
