package io.github.dynamooutbox.cli.internal.doctor;

import io.github.dynamooutbox.aws.config.TableConfig;
import io.github.dynamooutbox.aws.examine.Examination;
import io.github.dynamooutbox.aws.examine.OperatorClients;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.DestinationConfig;
import software.amazon.awssdk.services.lambda.model.EventSourceMappingConfiguration;
import software.amazon.awssdk.services.lambda.model.GetFunctionConfigurationResponse;
import software.amazon.awssdk.services.lambda.model.OnFailure;

/**
 * Examines who relays a table's stream: exactly one relay should, in each region that has the
 * table.
 */
record RelayExamination(TableConfig source, String leaseTable, Examination examination) {
  private static final String OURS = "io.github.dynamooutbox.lambda.";
  private static final String MAPPINGS =
      "lambda:ListEventSourceMappings and lambda:GetFunctionConfiguration";

  /** What reads a stream. */
  private static final class Readers {
    final List<RelayLambda> functions = new ArrayList<>();
    Set<String> workers = Set.of();
    boolean complete;
  }

  /**
   * Examines the relays of one region.
   *
   * @param region empty: where the tool runs
   * @return the functions that relay
   */
  List<RelayLambda> of(TableDescription table, Optional<Region> region) {
    Readers readers = new Readers();
    String subject = subject(table, region);
    if (table.latestStreamArn() == null) {
      examination.wrong(subject, "has no stream", "enable one with NEW_IMAGE, and relay it");
      return readers.functions;
    }
    try (LambdaClient client = lambda(region)) {
      examination.look(
          "relays of " + subject,
          MAPPINGS,
          () -> {
            mappings(client, table.latestStreamArn(), readers);
            readers.complete = true;
          });
    }
    try (DynamoDbClient client = dynamoDb(region)) {
      examination.look(
          "table \"%s\"".formatted(leaseTable),
          "dynamodb:Scan",
          () -> readers.workers = new LiveWorkers(client, leaseTable).names());
    }
    judge(subject, readers);
    return readers.functions;
  }

  /** Examines the relays of a replica of the table. */
  void ofReplica(String name) {
    Region region = Region.of(name);
    try (DynamoDbClient client = dynamoDb(Optional.of(region))) {
      examination.look(
          "replica of table \"%s\" in %s".formatted(source.name(), name),
          "dynamodb:DescribeTable",
          () ->
              of(
                  client.describeTable(request -> request.tableName(source.name())).table(),
                  Optional.of(region)));
    }
  }

  private static String subject(TableDescription table, Optional<Region> region) {
    return "table \"%s\"%s"
        .formatted(table.tableName(), region.map(each -> " in " + each).orElse(""));
  }

  private void mappings(LambdaClient client, String stream, Readers readers) {
    for (EventSourceMappingConfiguration mapping :
        client
            .listEventSourceMappingsPaginator(request -> request.eventSourceArn(stream))
            .eventSourceMappings()) {
      GetFunctionConfigurationResponse function =
          client.getFunctionConfiguration(request -> request.functionName(mapping.functionArn()));
      if (String.valueOf(function.handler()).startsWith(OURS)) {
        readers.functions.add(
            new RelayLambda(function.functionName(), function.role(), abandoned(mapping)));
        new MappingExamination(examination, source.schema(), function.functionName()).of(mapping);
      }
    }
  }

  private static Optional<String> abandoned(EventSourceMappingConfiguration mapping) {
    return Optional.ofNullable(mapping.destinationConfig())
        .map(DestinationConfig::onFailure)
        .map(OnFailure::destination);
  }

  private void judge(String subject, Readers readers) {
    List<String> relays = new ArrayList<>();
    readers.functions.forEach(each -> relays.add("function \"" + each.name() + '"'));
    if (!readers.workers.isEmpty()) {
      relays.add("KCL workers " + String.join(", ", readers.workers));
    }
    if (relays.size() > 1) {
      examination.wrong(
          subject,
          "has more than one relay, and each publishes every event: " + String.join("; ", relays),
          "stop all but one: a function stops when its mapping, which outbox doctor names,"
              + " is disabled");
    } else if (relays.size() == 1) {
      examination.fine(subject, "is relayed by " + relays.get(0));
    } else if (readers.complete) {
      examination.wrong(
          subject,
          "has no relay: no function is mapped to its stream, and no worker renews a lease in \"%s\""
              .formatted(leaseTable),
          "deploy one within 24 hours of the oldest event, or name its lease table with"
              + " --lease-table");
    }
  }

  private static LambdaClient lambda(Optional<Region> region) {
    var builder = LambdaClient.builder().overrideConfiguration(OperatorClients::forQuestions);
    region.ifPresent(builder::region);
    return builder.build();
  }

  private static DynamoDbClient dynamoDb(Optional<Region> region) {
    var builder = DynamoDbClient.builder().overrideConfiguration(OperatorClients::forQuestions);
    region.ifPresent(builder::region);
    return builder.build();
  }
}
