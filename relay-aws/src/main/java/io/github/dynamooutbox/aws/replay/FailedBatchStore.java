package io.github.dynamooutbox.aws.replay;

import java.util.Optional;
import java.util.function.Consumer;

/** Where an event source mapping writes what it abandons. Thread-safe. */
public interface FailedBatchStore {
  /**
   * Passes on the keys of all objects, in no order.
   *
   * @throws io.github.dynamooutbox.aws.operate.OperatorException if they cannot be listed
   */
  void list(Consumer<String> each);

  /**
   * The content of an object, at most some megabytes; empty if there is no such object any more.
   *
   * @throws io.github.dynamooutbox.aws.operate.OperatorException if it cannot be read
   */
  Optional<byte[]> read(String name);

  /**
   * Removes an object.
   *
   * @throws io.github.dynamooutbox.aws.operate.OperatorException if it cannot be removed
   */
  void remove(String name);
}
