package io.github.dynamooutbox.localaws;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.DoubleAdder;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * An interceptor for DynamoDB clients that has every request report the capacity units it consumes,
 * and adds them up. Thread-safe.
 */
public final class ConsumedUnits implements ExecutionInterceptor {
  private static final Set<Class<?>> READS =
      Set.of(GetItemRequest.class, QueryRequest.class, BatchGetItemRequest.class);

  private final DoubleAdder written = new DoubleAdder();
  private final DoubleAdder read = new DoubleAdder();

  /** Write units since the last call. */
  public double written() {
    return written.sumThenReset();
  }

  /** Read units since the last call. */
  public double read() {
    return read.sumThenReset();
  }

  @Override
  public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
    SdkRequest.Builder request = context.request().toBuilder();
    for (SdkField<?> field : ((SdkPojo) request).sdkFields()) {
      if (field.memberName().equals("ReturnConsumedCapacity")) {
        field.set(request, "TOTAL");
      }
    }
    return request.build();
  }

  @Override
  public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
    Object consumed =
        context.response().getValueForField("ConsumedCapacity", Object.class).orElse(List.of());
    List<?> all = consumed instanceof List<?> list ? list : List.of(consumed);
    DoubleAdder units = READS.contains(context.request().getClass()) ? read : written;
    all.forEach(each -> units.add(((ConsumedCapacity) each).capacityUnits()));
  }
}
