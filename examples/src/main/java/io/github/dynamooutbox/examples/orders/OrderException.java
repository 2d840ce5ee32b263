package io.github.dynamooutbox.examples.orders;

/** What was asked for is not possible in the state that things are in. Nothing was written. */
public final class OrderException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OrderException(String message) {
    super(message);
  }

  OrderException(String message, Throwable cause) {
    super(message, cause);
  }
}
