package io.github.dynamooutbox.benchmarks.cost;

import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import java.util.function.Function;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * The write units of a transaction, by the sizes of its items: two for each KB of an item that is
 * put, and two for an update or a check of an item of at most 1 KB. DynamoDB Local does not report
 * them: it says four for each KB of one item, whatever the others are.
 */
final class WriteUnits implements ExecutionInterceptor {
  private double units;

  private WriteUnits() {}

  /** The units of one request. */
  static double of(Function<DynamoDbClient, Runnable> side) {
    WriteUnits counted = new WriteUnits();
    side.apply(new CannedHttp().client(counted)).run();
    return counted.units;
  }

  @Override
  public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
    ((TransactWriteItemsRequest) context.request())
        .transactItems()
        .forEach(action -> units += 2 * Math.max(1, Math.ceil(bytes(action) / 1024.0)));
  }

  private static long bytes(TransactWriteItem action) {
    return action.put() == null ? 0 : RecordSize.of(new SdkItem(action.put().item()));
  }
}
