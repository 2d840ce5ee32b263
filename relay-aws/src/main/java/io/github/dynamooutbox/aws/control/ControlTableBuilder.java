package io.github.dynamooutbox.aws.control;

import java.time.InstantSource;
import java.util.concurrent.Executor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Puts a {@link ControlTable} together. Not thread-safe. */
public final class ControlTableBuilder {
  private final Calls calls;
  private final Keys keys;
  private InstantSource clock = InstantSource.system();

  ControlTableBuilder(DynamoDbClient client, String table, String stream, Executor executor) {
    calls = new Calls(client, table, executor);
    keys = new Keys(stream);
  }

  /** Decides when lists expire. Default: the system's clock. */
  public ControlTableBuilder clock(InstantSource clock) {
    this.clock = clock;
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

  InstantSource clock() {
    return clock;
  }
}
