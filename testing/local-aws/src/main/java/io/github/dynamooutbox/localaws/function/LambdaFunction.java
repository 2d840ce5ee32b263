package io.github.dynamooutbox.localaws.function;

/**
 * A function as its invoker sees it: one JSON document in, one out.
 *
 * <p>A caller makes one invocation at a time unless the implementation allows more.
 */
@FunctionalInterface
public interface LambdaFunction {
  /**
   * Invokes the function and waits for its answer.
   *
   * @return the response's bytes, possibly none
   * @throws FunctionError if the function answers with an error, ends or does not answer in time
   * @throws InterruptedException if the caller is interrupted while waiting; the invocation's
   *     outcome is unknown then
   */
  byte[] invoke(byte[] event) throws FunctionError, InterruptedException;
}
