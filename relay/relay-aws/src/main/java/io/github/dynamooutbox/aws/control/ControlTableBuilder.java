package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.aws.internal.table.Calls;
import io.github.dynamooutbox.format.DurationText;
import io.github.dynamooutbox.format.FormatLimits;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Builds a {@link ControlTable}. Not thread-safe. */
public final class ControlTableBuilder {
  private final Calls calls;
  private final Keys keys;
  private InstantSource clock = InstantSource.system();
  private Duration receiptRetention = FormatLimits.DEFAULT_RETENTION.plusDays(1);

  ControlTableBuilder(DynamoDbClient client, String table, String stream, Executor executor) {
    calls = new Calls(client, table, executor);
    keys = new Keys(stream);
  }

  /** The clock that decides when lists expire. Default: the system's clock. */
  public ControlTableBuilder clock(InstantSource clock) {
    this.clock = clock;
    return this;
  }

  /**
   * How long receipts are kept. An audit needs those of every record that it reads, so this should
   * be longer than records are kept. Default: 8 days, one more than records.
   */
  public ControlTableBuilder receiptRetention(Duration retention) {
    if (retention.compareTo(FormatLimits.MIN_RETENTION) < 0) {
      throw new IllegalArgumentException(
          "receipt retention %s: must be at least %s"
              .formatted(DurationText.of(retention), DurationText.of(FormatLimits.MIN_RETENTION)));
    }
    this.receiptRetention = retention;
    return this;
  }

  public ControlTable build() {
    return new ControlTable(this);
  }

  Calls calls() {
    return calls;
  }

  Keys keys() {
    return keys;
  }

  Duration receiptRetention() {
    return receiptRetention;
  }

  InstantSource clock() {
    return clock;
  }
}
