package io.github.dynamooutbox.aws.examine;

import io.github.dynamooutbox.aws.config.ControlConfig;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.examine.Examination.TargetExamination;
import io.github.dynamooutbox.format.sdk.TableFinding;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Examines what a configuration names: the table and its stream, the control table, the targets,
 * and this machine's clock. Reads descriptions and at most one record of the stream, and attempts
 * one conditional write that cannot succeed: some ten calls and one write unit. It publishes
 * nothing, so it finds out only for Kinesis whether a relay may publish, if the SDK knows dry runs.
 *
 * <p>Clients take region, credentials and endpoint from the environment, as every SDK client does.
 */
public final class OutboxExamination {
  private OutboxExamination() {}

  /**
   * The tables, as they are described.
   *
   * @param source empty if it cannot be described
   * @param control empty if it cannot be described, or none is configured
   */
  public record Tables(Optional<TableDescription> source, Optional<TableDescription> control) {}

  /** Examines all of it, with the caller's permissions. */
  public static Tables run(RelayConfig config, Examination examination) {
    try (DynamoDbClient client =
            DynamoDbClient.builder().overrideConfiguration(OperatorClients::forQuestions).build();
        DynamoDbStreamsClient streams =
            DynamoDbStreamsClient.builder()
                .overrideConfiguration(OperatorClients::forQuestions)
                .build()) {
      // First: everything else may be well, and nothing is published.
      config
          .relay()
          .silentIn(client.serviceClientConfiguration().region().id())
          .ifPresent(
              silent -> {
                String[] parts = silent.split("; ", 2);
                examination.wrong("relay.regions", parts[0], parts[1]);
              });
      Optional<TableDescription> source =
          new SourceExamination(config, client, streams, examination, InstantSource.system()).run();
      if (config.control().isEmpty()) {
        examination.advise(
            "control table",
            "is not configured, so nothing is parked and an outage can last 24 hours at most",
            "set controlTable.name");
      }
      Optional<TableDescription> control =
          config
              .control()
              .flatMap(each -> control(each, new TableExamination(client, examination)));
      config.control().ifPresent(each -> receipts(each, examination));
      config.targets().forEach(target -> TargetExamination.of(target, examination));
      return new Tables(source, control);
    }
  }

  private static Optional<TableDescription> control(
      ControlConfig control, TableExamination tables) {
    List<String> keys =
        ControlTable.definition(control.table()).keySchema().stream()
            .map(KeySchemaElement::attributeName)
            .toList();
    Optional<TableDescription> described = tables.required(control.table());
    described.ifPresent(
        table -> {
          tables.add(
              TableFinding.keys(
                  table, keys, "create a control table with these keys, and name it"));
          tables.write(table);
          tables.ttl(control.table(), ControlTable.TTL);
        });
    return described;
  }

  private static void receipts(ControlConfig control, Examination examination) {
    if (control.receipts()) {
      examination.fine(
          "receipts",
          "are written, and kept for %d h".formatted(control.receiptRetention().toHours()));
    } else {
      examination.advise(
          "receipts",
          "are not written, so an audit can prove nothing",
          "set controlTable.receipts to true");
    }
  }
}
