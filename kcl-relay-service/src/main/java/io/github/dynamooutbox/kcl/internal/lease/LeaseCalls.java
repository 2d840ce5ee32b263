package io.github.dynamooutbox.kcl.internal.lease;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * What KCL's calls to the workers' tables pass. Counts slow and failed ones, recognises a write of
 * the leader's lock that was applied although its answer was lost, and lets a worker leave.
 * Thread-safe.
 *
 * <p>A write of the lock has a version of its own, and is made on condition of the version before.
 * If the answer is lost, a retry fails because of the write itself, and the leader would believe
 * that it has lost the lock. KCL recognises such writes of leases itself.
 */
public final class LeaseCalls {
  private static final String VERSION = "recordVersionNumber";
  private static final String BEFORE = ":rvn";
  private static final String NEXT = ":newRvn";

  /** The worker's name, in the item with its load. */
  static final String WORKER = "wid";

  private final DynamoDbAsyncClient client;
  private final Duration slow;
  private final LongSupplier nanoTime;
  private final AtomicLong slowCalls = new AtomicLong();
  private final AtomicLong failedCalls = new AtomicLong();

  /** Versions that were written but not answered; at most one of them is in the table. */
  private final Set<String> unanswered = ConcurrentHashMap.newKeySet();

  private final Map<GetItemRequest, Unblocked<GetItemResponse>> lockReads =
      new ConcurrentHashMap<>();

  private volatile CompletableFuture<?> lastReport = CompletableFuture.completedFuture(null);
  private volatile @Nullable String left;

  /**
   * @param slow calls that take longer are counted
   */
  LeaseCalls(DynamoDbAsyncClient client, Duration slow, LongSupplier nanoTime) {
    this.client = client;
    this.slow = slow;
    this.nanoTime = nanoTime;
  }

  /** The client for KCL. */
  DynamoDbAsyncClient client() {
    return (DynamoDbAsyncClient)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DynamoDbAsyncClient.class},
            (self, method, arguments) -> invoke(method, arguments));
  }

  /** Calls that took longer than a sixth of the failover time. */
  public long slow() {
    return slowCalls.get();
  }

  /** Calls that had no answer in time, or were refused, after all attempts. */
  public long failed() {
    return failedCalls.get();
  }

  /**
   * Removes the worker from the table of loads, from which the leader takes the workers to which it
   * assigns leases; KCL would leave it there for seconds, and be assigned what it has just
   * released. Later reports of KCL are not written.
   */
  public CompletableFuture<?> leave(String table, String worker) {
    left = table;
    return lastReport
        .handle((answer, failure) -> null)
        .thenCompose(
            before ->
                client.deleteItem(
                    request ->
                        request
                            .tableName(table)
                            .key(Map.of(WORKER, AttributeValue.fromS(worker)))));
  }

  private @Nullable Object invoke(Method method, Object @Nullable [] arguments) throws Throwable {
    long asked = nanoTime.getAsLong();
    Object result = passed(method, arguments);
    return result instanceof CompletableFuture<?> call ? watched(call, asked) : result;
  }

  private @Nullable Object passed(Method method, Object @Nullable [] arguments) throws Throwable {
    Object request = arguments == null ? null : arguments[0];
    try {
      return request instanceof UpdateItemRequest update
          ? updated(update)
          : request instanceof PutItemRequest put
              ? put(put)
              : request instanceof GetItemRequest get && get.key().equals(Leader.LOCK)
                  ? lock(get)
                  : method.invoke(client, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  /**
   * A worker that is not the leader reads the lock twice each second, in KCL's only loop, to see
   * whether it still changes. It may see so late: it takes the lock on condition of what it read.
   */
  private CompletableFuture<GetItemResponse> lock(GetItemRequest get) {
    return lockReads
        .computeIfAbsent(get, same -> new Unblocked<>(() -> client.getItem(same)))
        .answer();
  }

  private <T> CompletableFuture<T> watched(CompletableFuture<T> call, long asked) {
    return call.whenComplete(
        (answer, failure) -> {
          if (nanoTime.getAsLong() - asked > slow.toNanos()) {
            slowCalls.incrementAndGet();
          }
          if (failure != null && !isAnswer(cause(failure))) {
            failedCalls.incrementAndGet();
          }
        });
  }

  /** Whether KCL expects this of a table that works. */
  private static boolean isAnswer(Throwable failure) {
    return failure instanceof ConditionalCheckFailedException
        || failure instanceof ResourceNotFoundException;
  }

  private CompletableFuture<UpdateItemResponse> updated(UpdateItemRequest update) {
    if (update.tableName().equals(left)) {
      return CompletableFuture.completedFuture(UpdateItemResponse.builder().build());
    }
    CompletableFuture<UpdateItemResponse> call = client.updateItem(update);
    if (update.key().containsKey(WORKER)) {
      lastReport = call;
    }
    AttributeValue next = update.expressionAttributeValues().get(NEXT);
    return next == null
        ? call
        : call.exceptionallyCompose(
            failure -> {
              if (!(cause(failure) instanceof ConditionalCheckFailedException refused)) {
                return remember(next.s(), cause(failure));
              }
              return stored(update.tableName(), update.key())
                  .thenCompose(
                      version -> {
                        if (version.filter(next.s()::equals).isPresent()) {
                          return CompletableFuture.completedFuture(
                              UpdateItemResponse.builder().build());
                        }
                        return version.filter(unanswered::remove).isPresent()
                            ? client.updateItem(after(update, version.orElseThrow()))
                            : CompletableFuture.failedFuture(refused);
                      });
            });
  }

  private CompletableFuture<PutItemResponse> put(PutItemRequest put) {
    CompletableFuture<PutItemResponse> call = client.putItem(put);
    AttributeValue next = put.item().get(VERSION);
    return next == null
        ? call
        : call.exceptionallyCompose(
            failure ->
                cause(failure) instanceof ConditionalCheckFailedException refused
                    ? stored(put.tableName(), lockOf(put))
                        .thenCompose(
                            version ->
                                version.filter(next.s()::equals).isPresent()
                                    ? CompletableFuture.completedFuture(
                                        PutItemResponse.builder().build())
                                    : CompletableFuture.failedFuture(refused))
                    : CompletableFuture.failedFuture(cause(failure)));
  }

  private static Map<String, AttributeValue> lockOf(PutItemRequest put) {
    return Map.of(Leader.KEY, put.item().getOrDefault(Leader.KEY, AttributeValue.fromS("")));
  }

  private <T> CompletableFuture<T> remember(String version, Throwable failure) {
    if (!(failure instanceof AwsServiceException)) {
      unanswered.add(version);
    }
    return CompletableFuture.failedFuture(failure);
  }

  /** The same write, on condition of this version. */
  private static UpdateItemRequest after(UpdateItemRequest update, String version) {
    Map<String, AttributeValue> values = new HashMap<>(update.expressionAttributeValues());
    values.put(BEFORE, AttributeValue.fromS(version));
    return update.toBuilder().expressionAttributeValues(values).build();
  }

  private CompletableFuture<Optional<String>> stored(
      String table, Map<String, AttributeValue> key) {
    return client
        .getItem(request -> request.tableName(table).key(key).consistentRead(true))
        .thenApply(found -> Optional.ofNullable(found.item().get(VERSION)).map(AttributeValue::s));
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
