package io.github.dynamooutbox.operations.replay;

import java.util.Optional;
import java.util.function.Consumer;

/** The objects of batches that an event source mapping has abandoned. Thread-safe. */
public interface FailedBatchStore {
  /**
   * Passes on the keys of all objects, in no particular order.
   *
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if they cannot be listed
   */
  void list(Consumer<String> each);

  /**
   * The content of an object, a few megabytes at most; empty if the object does not exist any more.
   *
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if it cannot be read
   */
  Optional<byte[]> read(String name);

  /**
   * Removes an object.
   *
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if it cannot be removed
   */
  void remove(String name);
}
