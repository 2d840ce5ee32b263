package io.github.dynamooutbox.kcl.internal.lease;

import io.github.dynamooutbox.aws.examine.WaitNotice;
import java.util.function.Consumer;
import software.amazon.awssdk.awscore.AwsExecutionAttribute;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/**
 * Says which call a worker waits for, once it has waited for two seconds: for credentials, for an
 * answer, or between attempts.
 */
final class CallNotices implements ExecutionInterceptor {
  private static final ExecutionAttribute<WaitNotice> NOTICE =
      new ExecutionAttribute<>("io.github.dynamooutbox.kcl.Notice");

  private final Consumer<String> say;

  CallNotices(Consumer<String> say) {
    this.say = say;
  }

  @Override
  public void beforeExecution(Context.BeforeExecution call, ExecutionAttributes attributes) {
    String table =
        call.request().getValueForField("TableName", String.class).map(" of "::concat).orElse("");
    attributes.putAttribute(
        NOTICE,
        WaitNotice.of(
            "%s %s%s in %s"
                .formatted(
                    attributes.getAttribute(SdkExecutionAttribute.SERVICE_NAME),
                    attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME),
                    table,
                    attributes.getAttribute(AwsExecutionAttribute.AWS_REGION)),
            say));
  }

  @Override
  public void afterExecution(Context.AfterExecution call, ExecutionAttributes attributes) {
    attributes.getAttribute(NOTICE).close();
  }

  @Override
  public void onExecutionFailure(Context.FailedExecution call, ExecutionAttributes attributes) {
    attributes.getAttribute(NOTICE).close();
  }
}
