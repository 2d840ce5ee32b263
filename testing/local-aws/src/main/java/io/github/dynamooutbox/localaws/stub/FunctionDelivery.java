package io.github.dynamooutbox.localaws.stub;

/** Invokes the functions that subscribe to Custom Event Buses. */
@FunctionalInterface
public interface FunctionDelivery {
  /**
   * Invokes a function and waits for its answer.
   *
   * @param events a JSON array
   * @throws RuntimeException if the function failed; the stub retries a few times
   */
  void invoke(String functionArn, String events);
}
