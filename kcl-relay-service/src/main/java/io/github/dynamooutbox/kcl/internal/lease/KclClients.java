package io.github.dynamooutbox.kcl.internal.lease;

import io.github.dynamooutbox.aws.examine.WaitNotice;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.AwsExecutionAttribute;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.cloudwatch.CloudWatchAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * The clients of a worker. They take region, credentials and endpoints from the environment as
 * every SDK client does ({@code AWS_REGION}, {@code AWS_ENDPOINT_URL_DYNAMODB}, {@code
 * AWS_ENDPOINT_URL_DYNAMODB_STREAMS}).
 *
 * @param dynamoDb for tables
 * @param leases for KCL: no call takes longer than a lease lasts
 * @param leaseCalls what the calls of {@code leases} pass
 * @param http the HTTP client of the others but {@code streams}
 */
public record KclClients(
    DynamoDbAsyncClient dynamoDb,
    DynamoDbAsyncClient leases,
    LeaseCalls leaseCalls,
    CloudWatchAsyncClient cloudWatch,
    CountedReads streams,
    SdkAsyncHttpClient http)
    implements AutoCloseable {
  /** How long any call may take, including retries. */
  static final Duration CALL = Duration.ofSeconds(10);

  /** Leaves time for a second attempt, over another connection. */
  private static final Duration ATTEMPT = Duration.ofSeconds(4);

  private static final Logger LOG = LoggerFactory.getLogger(KclClients.class);

  /** The SDK's pause after throttling, a second, would leave two or three attempts in a call. */
  private static final BackoffStrategy BACKOFF =
      BackoffStrategy.exponentialDelay(Duration.ofMillis(25), Duration.ofMillis(200));

  /** More than fit into a call, which ends them. */
  private static final int ATTEMPTS = 1_000;

  public static KclClients open(LeaseTimes times) {
    SdkAsyncHttpClient http = NettyNioAsyncHttpClient.create();
    LeaseCalls leaseCalls =
        new LeaseCalls(
            SecondTries.of(
                forLeases(DynamoDbAsyncClient.builder().httpClient(http), times), times.again()),
            times.failover().dividedBy(6),
            System::nanoTime);
    return new KclClients(
        forTables(DynamoDbAsyncClient.builder().httpClient(http)),
        leaseCalls.client(),
        leaseCalls,
        CloudWatchAsyncClient.builder()
            .httpClient(http)
            .overrideConfiguration(KclClients::limited)
            .build(),
        new CountedReads(
            DynamoDbStreamsClient.builder()
                .httpClientBuilder(ApacheHttpClient.builder().maxConnections(Tuning.READERS))
                .overrideConfiguration(KclClients::limited)
                .build()),
        http);
  }

  static DynamoDbAsyncClient forTables(DynamoDbAsyncClientBuilder builder) {
    return builder.overrideConfiguration(KclClients::limited).build();
  }

  /** Three attempts, so that a refused connection is reported as such and not as a timeout. */
  private static void limited(ClientOverrideConfiguration.Builder settings) {
    settings
        .apiCallTimeout(CALL)
        .apiCallAttemptTimeout(ATTEMPT)
        .retryStrategy(AwsRetryStrategy.standardRetryStrategy())
        .addExecutionInterceptor(new CallNotices(notice -> LOG.info("{}", notice)));
  }

  static DynamoDbAsyncClient forLeases(DynamoDbAsyncClientBuilder builder, LeaseTimes times) {
    return builder
        .overrideConfiguration(
            settings ->
                settings
                    .apiCallTimeout(times.call())
                    .retryStrategy(
                        AwsRetryStrategy.standardRetryStrategy().toBuilder()
                            .maxAttempts(ATTEMPTS)
                            .backoffStrategy(BACKOFF)
                            .throttlingBackoffStrategy(BACKOFF)
                            .circuitBreakerEnabled(false)
                            .build()))
        .build();
  }

  public Region region() {
    return dynamoDb.serviceClientConfiguration().region();
  }

  @Override
  public void close() {
    streams.close();
    cloudWatch.close();
    leases.close();
    dynamoDb.close();
    http.close();
  }

  /**
   * Says which call a worker waits for, once it has waited for two seconds: for credentials, for an
   * answer, or between attempts.
   */
  static final class CallNotices implements ExecutionInterceptor {
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

  /** A streams client that counts reads, requests for trimmed records, and failures. */
  public static final class CountedReads extends ForwardingStreams {
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong trimmed = new AtomicLong();

    /** Shards that the stream reported as not found. */
    private final Set<String> notFound = ConcurrentHashMap.newKeySet();

    private final ReadFailures failures;

    CountedReads(DynamoDbStreamsClient client) {
      this(client, System::nanoTime);
    }

    CountedReads(DynamoDbStreamsClient client, LongSupplier nanoTime) {
      super(client);
      this.failures = new ReadFailures(nanoTime);
    }

    public long reads() {
      return reads.get();
    }

    /**
     * How many requests were for something that the stream no longer has: records, or a whole
     * shard, which the adapter treats as ended.
     */
    public long trimmed() {
      return trimmed.get();
    }

    /** Whether the stream reported this shard as not found. */
    public boolean isNotFound(String shard) {
      return notFound.contains(shard);
    }

    public ReadFailures failures() {
      return failures;
    }

    @Override
    public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
      try {
        return super.getShardIterator(request);
      } catch (ResourceNotFoundException e) {
        notFound.add(request.shardId());
        throw counted(e);
      } catch (RuntimeException e) {
        throw counted(e);
      }
    }

    @Override
    public GetRecordsResponse getRecords(GetRecordsRequest request) {
      try {
        GetRecordsResponse response = super.getRecords(request);
        reads.incrementAndGet();
        failures.succeeded();
        return response;
      } catch (RuntimeException e) {
        throw counted(e);
      }
    }

    private RuntimeException counted(RuntimeException failure) {
      if (failure instanceof TrimmedDataAccessException
          || failure instanceof ResourceNotFoundException) {
        trimmed.incrementAndGet();
      }
      failures.failed(failure);
      return failure;
    }
  }
}
