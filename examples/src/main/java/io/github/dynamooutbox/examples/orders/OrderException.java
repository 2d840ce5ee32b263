package io.github.dynamooutbox.examples.orders;

/** The order's or the stock's state forbids the change. Nothing was written. */
public final class OrderException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OrderException(String message) {
    super(message);
  }

  OrderException(String message, Throwable cause) {
    super(message, cause);
  }
}
