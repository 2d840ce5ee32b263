package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.events.Rule;
import software.amazon.awscdk.services.events.Schedule;
import software.amazon.awscdk.services.events.targets.LambdaFunction;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/**
 * Commits a heartbeat on a schedule, as a service commits its events. The relay counts those that
 * arrive, which distinguishes an outbox without traffic from one whose relay is dead.
 *
 * <p>The function is permitted to put items of one partition of the table, and nothing else.
 */
public final class Heartbeat extends Construct {
  static final String HANDLER = "io.github.dynamooutbox.heartbeat.HeartbeatHandler::handleRequest";

  /** Follows the table's prefix in the partition key of every heartbeat; defined by the writer. */
  private static final String AGGREGATE_TYPE = "outbox.heartbeat";

  private static final int MEMORY_MEGABYTES = 512;
  private static final int TIMEOUT_SECONDS = 30;

  private final RelayFunction heart;
  private final int everyMinutes;

  /**
   * What runs, and how.
   *
   * @param code the jar of {@code heartbeat-lambda} for functions
   * @param logRetentionDays one of the numbers that CloudWatch Logs takes
   */
  public record Props(
      Code code, OutboxTable table, HeartbeatSettings settings, int logRetentionDays) {}

  public Heartbeat(Construct scope, String id, Props props) {
    super(scope, id);
    everyMinutes = props.settings().everyMinutes();
    TableSettings table = props.table().settings();
    heart =
        new RelayFunction(
            this,
            "Heart",
            new RelayFunction.Props(
                props.code(),
                HANDLER,
                new RelayFunction.Environment(
                    table.name(), Map.of("OUTBOX_CONFIG", document(table))),
                new FunctionSettings(MEMORY_MEGABYTES, TIMEOUT_SECONDS, props.logRetentionDays()),
                false));
    heart.invokedBySchedule();
    props.table().allowToPut(heart.role(), AGGREGATE_TYPE + "#" + table.name());
    Rule.Builder.create(this, "Schedule")
        .description("Commits a heartbeat")
        .schedule(Schedule.rate(Duration.minutes(everyMinutes)))
        .targets(
            List.of(
                // A late heartbeat would only hide that one is missing.
                LambdaFunction.Builder.create(heart.function())
                    .retryAttempts(0)
                    .maxEventAge(Duration.minutes(1))
                    .build()))
        .build();
  }

  public Function function() {
    return heart.function();
  }

  /** How often a heartbeat is committed. */
  int everyMinutes() {
    return everyMinutes;
  }

  private static String document(TableSettings settings) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document
        .putObject("table")
        .put("name", settings.name())
        .put("partitionKey", settings.partitionKey())
        .put("sortKey", settings.sortKey())
        .put("prefix", settings.prefix())
        .put("ttlAttribute", settings.ttlAttribute());
    return document.toString();
  }
}
