package io.github.dynamooutbox.examples.orders;

/** The state of the order or stock does not allow the change. Nothing was written. */
public final class OrderException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OrderException(String message) {
    super(message);
  }

  OrderException(String message, Throwable cause) {
    super(message, cause);
  }
}
