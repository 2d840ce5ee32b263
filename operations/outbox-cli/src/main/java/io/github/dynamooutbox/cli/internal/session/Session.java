package io.github.dynamooutbox.cli.internal.session;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.operations.operate.SourceTable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a command works with, from its start to its end. Used by one thread. */
public final class Session implements AutoCloseable {
  private final RelayConfig config;
  private final Output output;
  private final Deque<Runnable> closing = new ArrayDeque<>();
  private @Nullable OutboxOperator operator;
  private @Nullable SourceTable place;

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

  /**
   * The library; its clients are built on the first call, which also says which table it works on.
   *
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if there is no such table,
   *     or it cannot be reached
   */
  public OutboxOperator operator() {
    if (operator == null) {
      OutboxOperator opened = OutboxOperator.open(config);
      closing.push(opened::close);
      SourceTable source = opened.source();
      output.about(source);
      operator = opened;
      place = source;
    }
    return operator;
  }

  /**
   * Which table the command works on, for whoever has to agree to something.
   *
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if there is no such table,
   *     or it cannot be reached
   */
  public SourceTable place() {
    operator();
    return Objects.requireNonNull(place, "found with the operator");
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
