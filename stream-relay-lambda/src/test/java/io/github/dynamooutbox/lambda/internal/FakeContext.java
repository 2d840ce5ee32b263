package io.github.dynamooutbox.lambda.internal;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.time.Duration;

/** An invocation with a fixed remaining time. */
public record FakeContext(Duration remaining) implements Context {
  @Override
  public int getRemainingTimeInMillis() {
    return (int) remaining.toMillis();
  }

  @Override
  public String getAwsRequestId() {
    return "request-1";
  }

  @Override
  public String getLogGroupName() {
    return "/aws/lambda/relay";
  }

  @Override
  public String getLogStreamName() {
    return "stream";
  }

  @Override
  public String getFunctionName() {
    return "relay";
  }

  @Override
  public String getFunctionVersion() {
    return "1";
  }

  @Override
  public String getInvokedFunctionArn() {
    return "arn:aws:lambda:eu-west-1:123456789012:function:relay";
  }

  @Override
  public CognitoIdentity getIdentity() {
    throw new UnsupportedOperationException();
  }

  @Override
  public ClientContext getClientContext() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int getMemoryLimitInMB() {
    return 512;
  }

  @Override
  public LambdaLogger getLogger() {
    throw new UnsupportedOperationException();
  }
}
