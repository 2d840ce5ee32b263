package io.github.dynamooutbox.spring;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.sdk.TableFinding;
import io.github.dynamooutbox.format.sdk.TableFinding.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ApplicationListener;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * Whether the table suits the outbox: keys, stream and its view, TTL, indexes. It is asked when the
 * service has started and beside it, and what is wrong is logged. That it suits is kept, since a
 * table's form does not change by itself; until then, each question for the service's health asks
 * again. Without the rights to describe the table and its TTL, which commits do not need, the
 * status is UNKNOWN. It is in no group of liveness or readiness: a restart repairs no table.
 */
final class OutboxHealthIndicator
    implements HealthIndicator, ApplicationListener<ApplicationReadyEvent> {
  private static final System.Logger LOG = System.getLogger(OutboxHealthIndicator.class.getName());

  private final DynamoDbClient client;
  private final String table;
  private final OutboxSchema schema;

  /** That the table suits. */
  private volatile @Nullable Health known;

  OutboxHealthIndicator(DynamoDbClient client, OutboxProperties properties) {
    this.client = client;
    this.table = properties.tableOfRecords();
    this.schema = properties.schema().toSchema();
  }

  @Override
  public void onApplicationEvent(ApplicationReadyEvent ready) {
    Thread look = new Thread(this::look, "outbox-health");
    look.setDaemon(true);
    look.start();
  }

  private void look() {
    try {
      Health found = health();
      if (found.getStatus().equals(Status.DOWN)) {
        LOG.log(WARNING, "table {0} does not suit the outbox: {1}", table, found.getDetails());
      }
    } catch (RuntimeException e) {
      LOG.log(DEBUG, "table {0} was not examined: {1}", table, e);
    }
  }

  /** Whether the table is known to suit. */
  boolean isKnown() {
    return known != null;
  }

  @Override
  public Health health() {
    Health before = known;
    if (before != null) {
      return before;
    }
    try {
      Health found = of(examine());
      if (found.getStatus().equals(Status.UP)) {
        known = found;
      }
      return found;
    } catch (ResourceNotFoundException e) {
      return Health.down().withDetail(TableFinding.subject(table), "does not exist").build();
    } catch (AwsServiceException e) {
      return Health.unknown().withDetail("not examined", code(e)).build();
    } catch (SdkException e) {
      return Health.down().withDetail("not reached", e.getClass().getSimpleName()).build();
    }
  }

  private List<TableFinding> examine() {
    List<TableFinding> findings =
        new ArrayList<>(
            TableFinding.of(client.describeTable(call -> call.tableName(table)).table(), schema));
    findings.add(
        TableFinding.ttl(
            table,
            client.describeTimeToLive(call -> call.tableName(table)).timeToLiveDescription(),
            schema.ttlAttribute()));
    return findings;
  }

  private static Health of(List<TableFinding> findings) {
    boolean wrong = findings.stream().anyMatch(each -> each.verdict() == Verdict.WRONG);
    Map<String, String> details =
        findings.stream()
            .collect(
                Collectors.toMap(
                    TableFinding::subject,
                    OutboxHealthIndicator::text,
                    (one, other) -> one + "; " + other,
                    LinkedHashMap::new));
    return (wrong ? Health.down() : Health.up()).withDetails(details).build();
  }

  private static String text(TableFinding finding) {
    return finding.remedy().isEmpty() ? finding.fact() : finding.fact() + ": " + finding.remedy();
  }

  private static String code(AwsServiceException failure) {
    return Optional.ofNullable(failure.awsErrorDetails())
        .map(details -> details.errorCode())
        .orElse("HTTP " + failure.statusCode());
  }
}
