package io.github.dynamooutbox.format.sdk;

/** An attribute value has no type, or one that the AWS SDK on the class path does not know. */
public final class UnknownTypeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnknownTypeException() {
    super(
        "an attribute value has no type, or one that this version of the AWS SDK does not know:"
            + " give it a type, or update the SDK");
  }
}
