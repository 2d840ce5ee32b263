package io.github.dynamooutbox.localaws.launch;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.LambdaRuntime;
import java.net.HttpURLConnection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The context that a handler gets with its invocation, read from the runtime API's headers and
 * Lambda's environment.
 */
final class InvocationContext implements Context {
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
