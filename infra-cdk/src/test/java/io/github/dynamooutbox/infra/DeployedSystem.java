package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.infra.DeployedTemplate.DeployedFunction;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.OutboxBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** A template's functions and mapping, with the template's settings, on the local endpoints. */
final class DeployedSystem implements AutoCloseable {
  final List<String> output = new CopyOnWriteArrayList<>();
  final AwsStub aws = AwsStub.start();
  final DynamoDbClient dynamoDb;
  final Optional<DeployedArchive> archive;

  private final DeployedTemplate template;
  private final DynamoDbStreamsClient streams;
  private final TableSettings table;
  private final Outbox outbox;
  private final LambdaProcess relay;

  DeployedSystem(Synthesised example) {
    this(example, Synthesised.config(example.example()));
  }

  /**
   * @param config from which the example was made
   */
  DeployedSystem(Synthesised example, OutboxConfig config) {
    template = new DeployedTemplate(example);
    table = config.table();
    dynamoDb = LocalClients.dynamoDb(DynamoDbLocal.shared().endpoint());
    streams = LocalClients.dynamoDbStreams(DynamoDbLocal.shared().streamsEndpoint());
    archive =
        config.sendsLargePayloads()
                || config.targets().stream().anyMatch(each -> each.kind().type().equals("s3"))
            ? Optional.of(new DeployedArchive())
            : Optional.empty();
    new DeployedResources(dynamoDb, aws, archive).create(example, config);
    outbox = writer().build();
    relay = process(template.mappedFunction(), "outbox.relay.jar");
  }

  /** A service that writes to the stack's table. */
  OutboxBuilder<Outbox> writer() {
    return Outbox.builder(dynamoDb)
        .table(table.name())
        .schema(
            new OutboxSchema(
                table.partitionKey(), table.sortKey(), table.prefix(), table.ttlAttribute()))
        .source("/shop");
  }

  /** The mapping with all of its settings; what is not known here fails the test. */
  EventSourceMapping map() {
    JsonNode mapping = template.mapping();
    String source = template.mappedTable().orElse(table.name());
    EventSourceMapping.Builder builder =
        EventSourceMapping.builder(
            streams,
            dynamoDb.describeTable(r -> r.tableName(source)).table().latestStreamArn(),
            relay);
    DeployedMapping.apply(mapping, builder);
    return builder.start();
  }

  /** The process of the relay. */
  LambdaProcess relay() {
    return relay;
  }

  void commit(String type, String id, int version) {
    outbox
        .transaction()
        .events(Aggregate.of(type, id).at(version), Event.of(type + "Changed", Map.of()))
        .commit();
  }

  /** Business items that come, change and go beside the outbox. */
  void writeBusinessItem(String id) {
    Map<String, AttributeValue> key =
        Map.of(
            table.partitionKey(),
            AttributeValue.fromS("ORDER#" + id),
            table.sortKey(),
            AttributeValue.fromS("STATE"));
    dynamoDb.putItem(r -> r.tableName(table.name()).item(key));
    dynamoDb.updateItem(
        r ->
            r.tableName(table.name())
                .key(key)
                .updateExpression("SET pieces = :t")
                .expressionAttributeValues(Map.of(":t", AttributeValue.fromN("1"))));
    dynamoDb.deleteItem(r -> r.tableName(table.name()).key(key));
  }

  /** Calls the heartbeat function as its schedule does. */
  void beat() throws Exception {
    scheduled(Heartbeat.HANDLER, "outbox.heartbeat.jar");
  }

  /** Calls the redrive function as its schedule does. */
  String redrive() throws Exception {
    return scheduled(Redriver.HANDLER, "outbox.relay.jar");
  }

  private String scheduled(String handler, String jar) throws Exception {
    byte[] event = "{\"source\":\"aws.events\"}".getBytes(StandardCharsets.UTF_8);
    try (LambdaProcess process = process(template.function(handler).orElseThrow(), jar)) {
      return new String(process.invoke(event), StandardCharsets.UTF_8);
    }
  }

  private LambdaProcess process(DeployedFunction function, String jar) {
    Path packaged = Path.of(System.getProperty(jar, "not set: " + jar));
    List<Path> classPath = new ArrayList<>();
    classPath.add(packaged);
    function.layers().forEach(layer -> classPath.addAll(jars(layer)));
    LambdaProcess.Builder builder =
        LambdaProcess.builder(function.handler(), classPath.toArray(Path[]::new))
            .classArchive(packaged.resolveSibling("function.jsa"))
            .memory(function.memoryMegabytes())
            .timeout(function.timeout())
            .output(output::add)
            .environment("AWS_ENDPOINT_URL_DYNAMODB", DynamoDbLocal.shared().endpoint().toString())
            .environment("AWS_ENDPOINT_URL", aws.endpoint().toString());
    archive.ifPresent(s3 -> builder.environment("AWS_ENDPOINT_URL_S3", s3.endpoint().toString()));
    function.environment().forEach(builder::environment);
    return builder.build();
  }

  /** What Lambda puts on the class path of a layer. */
  private static List<Path> jars(String layer) {
    Path lib = Path.of(System.getProperty("outbox.layers"), layer, "java", "lib");
    try (Stream<Path> jars = Files.list(lib)) {
      return jars.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    relay.close();
    dynamoDb
        .listTables()
        .tableNames()
        .forEach(name -> dynamoDb.deleteTable(r -> r.tableName(name)));
    streams.close();
    dynamoDb.close();
    aws.close();
    archive.ifPresent(DeployedArchive::close);
  }
}
