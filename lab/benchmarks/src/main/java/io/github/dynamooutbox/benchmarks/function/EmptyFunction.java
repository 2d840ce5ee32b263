package io.github.dynamooutbox.benchmarks.function;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A function that does nothing: its heap is what the runtime and the event's bytes need. */
public final class EmptyFunction implements RequestStreamHandler {
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    output.write("{\"batchItemFailures\":[]}".getBytes(StandardCharsets.UTF_8));
  }
}
