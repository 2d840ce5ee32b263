package io.github.dynamooutbox.aws.operate;

import io.github.dynamooutbox.aws.ConfigException;
import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Looks into the outbox of one configuration. Clients take region, credentials and endpoint from
 * the environment, as every SDK client does. Thread-safe.
 *
 * <pre>{@code
 * try (OutboxOperator operator = OutboxOperator.open(config)) {
 *   operator.parked().forEach(queue -> System.out.println(queue));
 * }
 * }</pre>
 */
public final class OutboxOperator implements AutoCloseable {
  private static final int CALLS = 32;

  private final AwsControl control;
  private final String controlName;

  private OutboxOperator(AwsControl control, String controlName) {
    this.control = control;
    this.controlName = "the control table \"" + controlName + '"';
  }

  /**
   * Builds the clients. Sends nothing.
   *
   * @throws ConfigException if no control table is configured
   */
  public static OutboxOperator open(RelayConfig config) {
    AwsControl control =
        AwsControl.open(config, CALLS, InstantSource.system())
            .orElseThrow(
                () ->
                    new ConfigException(
                        List.of("controlTable: is missing: without it nothing is parked")));
    return new OutboxOperator(control, config.control().orElseThrow().table());
  }

  /**
   * All queues of parked events, those that have waited longest first. Reads their states only:
   * about one unit for each sixteen queues, and at least sixteen.
   *
   * @throws OperatorException if the control table cannot be read
   */
  public List<QueueSummary> parked() {
    List<CompletionStage<List<QueueSummary>>> parts = new ArrayList<>();
    for (int part = 0; part < QueueName.PARTS; part++) {
      parts.add(table().queues().queues(part));
    }
    return parts.stream()
        .flatMap(part -> AwsFailures.await(controlName, part).stream())
        .sorted((one, other) -> one.oldest().compareTo(other.oldest()))
        .toList();
  }

  private ControlTable table() {
    return control.table();
  }

  /** Closes the clients. Requests in flight fail. */
  @Override
  public void close() {
    control.close();
  }
}
