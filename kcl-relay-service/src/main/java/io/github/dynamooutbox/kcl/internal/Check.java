package io.github.dynamooutbox.kcl.internal;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.examine.Examination;
import io.github.dynamooutbox.aws.examine.Finding;
import io.github.dynamooutbox.aws.examine.OperatorClients;
import io.github.dynamooutbox.aws.examine.OutboxExamination;
import io.github.dynamooutbox.aws.examine.TableExamination;
import io.github.dynamooutbox.kcl.settings.WorkerSettings.LeaseTables;
import java.util.List;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Checks whether a relay could work as configured, with its present permissions. Changes nothing,
 * so it cannot check whether the relay may create missing tables, nor whether it may publish, apart
 * from {@link OutboxExamination}'s dry runs.
 */
public final class Check {
  private Check() {}

  /**
   * Problems with their remedies; empty if none was found.
   *
   * @param waiting is told which answer takes long
   */
  public static List<String> problems(
      RelayConfig config, LeaseTables leases, Consumer<String> waiting) {
    Examination examination = new Examination(waiting);
    OutboxExamination.run(config, examination);
    try (DynamoDbClient client =
        DynamoDbClient.builder().overrideConfiguration(OperatorClients::forQuestions).build()) {
      TableExamination tables = new TableExamination(client, examination);
      for (String each : List.of(leases.leases(), leases.coordinator(), leases.workerMetrics())) {
        tables.writableIfThere(each);
      }
    }
    return examination.findings().stream()
        .filter(Finding::needsAttention)
        .map(Finding::text)
        .toList();
  }
}
