package io.github.dynamooutbox.localaws.launch;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.LambdaRuntime;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
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

  /**
   * The context that a handler gets with its invocation, read from the runtime API's headers and
   * Lambda's environment.
   */
  private static final class InvocationContext implements Context {
    private final String requestId;
    private final String functionArn;
    private final long deadlineMillis;

    InvocationContext(HttpURLConnection invocation) {
      requestId = header(invocation, "Lambda-Runtime-Aws-Request-Id");
      functionArn = header(invocation, "Lambda-Runtime-Invoked-Function-Arn");
      deadlineMillis = Long.parseLong(header(invocation, "Lambda-Runtime-Deadline-Ms"));
    }

    private static String header(HttpURLConnection invocation, String name) {
      return Objects.requireNonNull(invocation.getHeaderField(name), name);
    }

    @Override
    public String getAwsRequestId() {
      return requestId;
    }

    @Override
    public String getInvokedFunctionArn() {
      return functionArn;
    }

    @Override
    public int getRemainingTimeInMillis() {
      return (int) Math.max(0, deadlineMillis - System.currentTimeMillis());
    }

    @Override
    public String getLogGroupName() {
      return variable("AWS_LAMBDA_LOG_GROUP_NAME");
    }

    @Override
    public String getLogStreamName() {
      return variable("AWS_LAMBDA_LOG_STREAM_NAME");
    }

    @Override
    public String getFunctionName() {
      return variable("AWS_LAMBDA_FUNCTION_NAME");
    }

    @Override
    public String getFunctionVersion() {
      return variable("AWS_LAMBDA_FUNCTION_VERSION");
    }

    @Override
    public int getMemoryLimitInMB() {
      return Integer.parseInt(variable("AWS_LAMBDA_FUNCTION_MEMORY_SIZE"));
    }

    /** Invocations for streams carry no Cognito identity. */
    @Override
    public @Nullable CognitoIdentity getIdentity() {
      return null;
    }

    /** Invocations for streams come from no mobile client. */
    @Override
    public @Nullable ClientContext getClientContext() {
      return null;
    }

    @Override
    public LambdaLogger getLogger() {
      return LambdaRuntime.getLogger();
    }

    private static String variable(String name) {
      return System.getenv().getOrDefault(name, "");
    }
  }
}
