package io.github.dynamooutbox.cli.internal.session;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What a command works with, from its start to its end. Used by one thread. */
public final class Session implements AutoCloseable {
  private final RelayConfig config;
  private final Output output;
  private final Deque<Runnable> closing = new ArrayDeque<>();
  private @Nullable OutboxOperator operator;

  Session(RelayConfig config, Output output) {
    this.config = config;
    this.output = output;
  }

  public RelayConfig config() {
    return config;
  }

  public Output output() {
    return output;
  }

  /** The library; its clients are built on the first call. */
  public OutboxOperator operator() {
    if (operator == null) {
      OutboxOperator opened = OutboxOperator.open(config);
      closing.push(opened::close);
      operator = opened;
    }
    return operator;
  }

  /** Registers something to be closed when the command ends, in reverse order of registration. */
  public void closeAtEnd(Runnable close) {
    closing.push(close);
  }

  @Override
  public void close() {
    while (!closing.isEmpty()) {
      closing.pop().run();
    }
  }
}
