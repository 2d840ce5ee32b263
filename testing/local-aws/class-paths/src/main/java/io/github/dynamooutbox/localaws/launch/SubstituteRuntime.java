package io.github.dynamooutbox.localaws.launch;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Substitute for AWS's runtime client where that cannot run, as it is native code for Linux. Stream
 * handlers only. Uses the JDK's old HTTP client, as the new one takes a second to start.
 */
public final class SubstituteRuntime {
  private final String base =
      "http://" + System.getenv("AWS_LAMBDA_RUNTIME_API") + "/2018-06-01/runtime/";

  private SubstituteRuntime() {}

  /**
   * Serves invocations until the process is killed.
   *
   * @param arguments the handler, {@code package.Class::handleRequest}
   */
  public static void main(String[] arguments) throws Exception {
    new SubstituteRuntime().serve(arguments[0]);
  }

  private void serve(String handlerName) throws Exception {
    RequestStreamHandler handler;
    try {
      String className = handlerName.split("::", 2)[0];
      handler =
          Class.forName(className)
              .asSubclass(RequestStreamHandler.class)
              .getDeclaredConstructor()
              .newInstance();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      postError("init/error", e.getCause() == null ? e : e.getCause());
      throw e;
    }
    while (true) {
      HttpURLConnection next = open("invocation/next");
      try (InputStream body = next.getInputStream()) {
        byte[] event = body.readAllBytes();
        serveOne(handler, new InvocationContext(next), event);
      }
    }
  }

  private void serveOne(RequestStreamHandler handler, Context context, byte[] event)
      throws Exception {
    String path = "invocation/" + context.getAwsRequestId();
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try {
      handler.handleRequest(new ByteArrayInputStream(event), output, context);
    } catch (Exception | LinkageError | StackOverflowError e) {
      postError(path + "/error", e);
      return;
    }
    post(path + "/response", output.toByteArray(), "none");
  }

  private void postError(String path, Throwable error) throws Exception {
    String type = error.getClass().getName();
    String json =
        "{\"errorType\":\"" + type + "\",\"errorMessage\":\"" + quoted(error.getMessage()) + "\"}";
    post(path, json.getBytes(StandardCharsets.UTF_8), type);
  }

  private void post(String path, byte[] body, String errorType) throws IOException {
    HttpURLConnection request = open(path);
    request.setRequestMethod("POST");
    request.setRequestProperty("Lambda-Runtime-Function-Error-Type", errorType);
    request.setDoOutput(true);
    request.setFixedLengthStreamingMode(body.length);
    try (OutputStream output = request.getOutputStream()) {
      output.write(body);
    }
    int unused = request.getResponseCode();
  }

  private HttpURLConnection open(String path) throws IOException {
    return (HttpURLConnection) URI.create(base + path).toURL().openConnection();
  }

  private static String quoted(@Nullable String text) {
    StringBuilder json = new StringBuilder();
    String plain = text == null ? "" : text;
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else {
        json.append(c < ' ' ? ' ' : c);
      }
    }
    return json.toString();
  }
}
