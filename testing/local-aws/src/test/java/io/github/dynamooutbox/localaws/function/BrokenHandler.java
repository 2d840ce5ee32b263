package io.github.dynamooutbox.localaws.function;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.InputStream;
import java.io.OutputStream;

/** A handler that cannot be created. */
public final class BrokenHandler implements RequestStreamHandler {
  public BrokenHandler() {
    throw new IllegalStateException("no configuration");
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context) {}
}
