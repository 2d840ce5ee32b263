package io.github.dynamooutbox.localaws.launch;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.LambdaRuntime;
import java.net.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * What a handler can ask about its invocation, read from the runtime API's headers and Lambda's
 * environment.
 */
final class InvocationContext implements Context {
  private final HttpHeaders headers;

  InvocationContext(HttpHeaders headers) {
    this.headers = headers;
  }

  @Override
  public String getAwsRequestId() {
    return headers.firstValue("Lambda-Runtime-Aws-Request-Id").orElseThrow();
  }

  @Override
  public String getInvokedFunctionArn() {
    return headers.firstValue("Lambda-Runtime-Invoked-Function-Arn").orElseThrow();
  }

  @Override
  public int getRemainingTimeInMillis() {
    long deadline = headers.firstValueAsLong("Lambda-Runtime-Deadline-Ms").orElseThrow();
    return (int) Math.max(0, deadline - System.currentTimeMillis());
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

  /** Streams are not called by users of Cognito. */
  @Override
  public @Nullable CognitoIdentity getIdentity() {
    return null;
  }

  /** Streams are not called by mobile clients. */
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
