package io.github.dynamooutbox.kcl.internal.lease;

import com.amazonaws.services.dynamodbv2.streamsadapter.AmazonDynamoDBStreamsAdapterClient;
import com.amazonaws.services.dynamodbv2.streamsadapter.StreamsSchedulerFactory;
import com.amazonaws.services.dynamodbv2.streamsadapter.polling.DynamoDBStreamsPollingConfig;
import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.ShardFilter;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.kinesis.common.ConfigsBuilder;
import software.amazon.kinesis.common.InitialPositionInStream;
import software.amazon.kinesis.common.InitialPositionInStreamExtended;
import software.amazon.kinesis.coordinator.CoordinatorConfig;
import software.amazon.kinesis.coordinator.Scheduler;
import software.amazon.kinesis.coordinator.WorkerStateChangeListener.WorkerState;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseManagementConfig;
import software.amazon.kinesis.leases.LeaseManagementConfig.GracefulLeaseHandoffConfig;
import software.amazon.kinesis.leases.LeaseRefresher;
import software.amazon.kinesis.metrics.NullMetricsFactory;
import software.amazon.kinesis.processor.ShardRecordProcessorFactory;
import software.amazon.kinesis.retrieval.RetrievalConfig;
import software.amazon.kinesis.retrieval.polling.SleepTimeController;
import software.amazon.kinesis.retrieval.polling.SleepTimeControllerConfig;

/** Sets up a KCL worker that reads a table's stream from its oldest record. */
public final class KclWorker {
  /** The oldest record, so that events committed before the first start are published as well. */
  private static final InitialPositionInStreamExtended OLDEST =
      InitialPositionInStreamExtended.newInitialPosition(InitialPositionInStream.TRIM_HORIZON);

  private static final Logger LOG = LoggerFactory.getLogger(KclWorker.class);

  private KclWorker() {}

  /**
   * Returns a worker that does nothing until it is run.
   *
   * @param streamArn the table's stream
   * @param processors creates one for each lease, and one more that KCL only inspects
   * @param started called once the worker can take leases
   */
  public static Scheduler scheduler(
      WorkerSettings settings,
      KclClients clients,
      String streamArn,
      ShardRecordProcessorFactory processors,
      Runnable started) {
    ReaderThreads.check();
    Region region = clients.region();
    DynamoDbStreamsClient streams = LocalArns.wrap(clients.streams(), streamArn, region);
    String arn = LocalArns.accepted(streamArn, region);
    AmazonDynamoDBStreamsAdapterClient adapter =
        new AmazonDynamoDBStreamsAdapterClient(streams, region);
    ConfigsBuilder configs =
        new ConfigsBuilder(
            StreamsSchedulerFactory.createSingleStreamTracker(arn, OLDEST),
            settings.application(),
            adapter,
            clients.leases(),
            clients.cloudWatch(),
            settings.workerId(),
            processors);
    configs.tableName(settings.tables().leases());
    return StreamsSchedulerFactory.createScheduler(
        configs.checkpointConfig(),
        coordinator(configs, settings)
            .workerStateChangeListener(
                state -> {
                  if (state == WorkerState.STARTED) {
                    started.run();
                  }
                }),
        leases(settings, clients, adapter),
        configs.lifecycleConfig().taskBackoffTimeMillis(Tuning.RETRY_DELAY.toMillis()),
        // KCL's own metrics would go to CloudWatch, which charges for each shard and metric.
        configs.metricsConfig().metricsFactory(new NullMetricsFactory()),
        // Health and lag depend on when a shard was last read, also if there was nothing to relay.
        configs.processorConfig().callProcessRecordsEvenForEmptyRecordList(true),
        retrieval(configs, settings, arn, adapter),
        adapter);
  }

  /** Creates the lease table and the first leases if missing; then the scheduler can be run. */
  public static void prepare(
      Scheduler scheduler, WorkerSettings settings, KclClients clients, String streamArn) {
    new FirstStart(clients, settings.tables().leases(), streamArn).prepare(scheduler);
  }

  /** Counts the shards without a lease, and creates leases for them. */
  public static MissingLeases missingLeases(
      Scheduler scheduler, KclClients clients, String streamArn) {
    return new MissingLeases(
        () -> StreamShards.of(clients.streams(), streamArn),
        () -> FirstStart.createLeases(scheduler));
  }

  /**
   * Releases this worker's leases, so that others need not wait until they expire; KCL does not.
   *
   * @param still the shards that this worker still relays, whose leases it keeps
   * @return whether all others are released
   */
  public static boolean releaseLeases(
      LeaseRefresher table, String workerId, Collection<String> still) {
    try {
      for (Lease lease : table.listLeases()) {
        if (workerId.equals(lease.leaseOwner()) && !still.contains(lease.leaseKey())) {
          table.evictLease(lease);
        }
      }
      return true;
    } catch (Exception e) {
      LOG.warn("The leases could not be released; they will expire", e);
      return false;
    }
  }

  @SuppressWarnings("deprecation") // KCL 3.5 deprecates the table's configuration.
  private static CoordinatorConfig coordinator(ConfigsBuilder configs, WorkerSettings settings) {
    CoordinatorConfig coordinator =
        configs
            .coordinatorConfig()
            .maxInitializationAttempts(Tuning.INITIALIZATIONS)
            .skipShardSyncAtWorkerInitializationIfLeasesExist(true)
            .shardConsumerDispatchPollIntervalMillis(Tuning.DISPATCH.toMillis())
            .parentShardPollIntervalMillis(Tuning.PARENT_POLL.toMillis())
            .schedulerInitializationBackoffTimeMillis(Tuning.RETRY_DELAY.toMillis());
    coordinator.coordinatorStateTableConfig().tableName(settings.tables().coordinator());
    return coordinator;
  }

  @SuppressWarnings("deprecation") // KCL 3.5 deprecates the table's configuration.
  private static LeaseManagementConfig leases(
      WorkerSettings settings, KclClients clients, AmazonDynamoDBStreamsAdapterClient adapter) {
    LeaseTimes times = LeaseTimes.of(settings);
    LeaseManagementConfig leases =
        new UnblockedLeases(
                settings.tables().leases(),
                settings.application(),
                clients.leases(),
                adapter,
                settings.workerId())
            // KCL sleeps this long after it has listed the shards. The adapter sets it too late.
            .shardSyncIntervalMillis(0)
            .failoverTimeMillis(times.failover().toMillis())
            .leaseAssignmentIntervalMillis(Tuning.ASSIGNMENT.toMillis())
            .dynamoDbLockBasedLeaderLeaseDurationInMillis(times.leader().toMillis())
            .dynamoDbLockBasedLeaderHeartbeatPeriodInMillis(times.heartbeat().toMillis())
            .gracefulLeaseHandoffConfig(
                GracefulLeaseHandoffConfig.builder()
                    .isGracefulLeaseHandoffEnabled(Tuning.GRACEFUL_HANDOFF)
                    .build());
    leases
        .workerUtilizationAwareAssignmentConfig()
        .inMemoryWorkerMetricsCaptureFrequencyMillis(Tuning.WORKER_SAMPLING.toMillis())
        .workerMetricsReporterFreqInMillis(Tuning.WORKER_METRICS.toMillis())
        .workerMetricsTableConfig()
        .tableName(settings.tables().workerMetrics());
    return leases;
  }

  private static RetrievalConfig retrieval(
      ConfigsBuilder configs,
      WorkerSettings settings,
      String arn,
      AmazonDynamoDBStreamsAdapterClient adapter) {
    DynamoDBStreamsPollingConfig polling = new DynamoDBStreamsPollingConfig(arn, adapter);
    polling.idleTimeBetweenReadsInMillis(settings.idleBetweenReads().toMillis());
    settings
        .readsPerMonth()
        .ifPresent(
            reads ->
                polling.sleepTimeController(
                    new PacedReads(
                        () -> new ReadPace(settings.idleBetweenReads(), reads, System::nanoTime),
                        InstantSource.system())));
    return configs.retrievalConfig().retrievalSpecificConfig(polling);
  }

  /**
   * A streams client for DynamoDB Local, whose ARNs name a region that the streams adapter rejects:
   * accepts ARNs with a real region and sends the ones that the server knows.
   */
  private static final class LocalArns extends ForwardingStreams {
    private static final String LOCAL = ":ddblocal:";

    private final String region;

    private LocalArns(DynamoDbStreamsClient client, Region region) {
      super(client);
      this.region = ":" + region.id() + ":";
    }

    /** Wraps the client if the stream is DynamoDB Local's; otherwise returns it as it is. */
    static DynamoDbStreamsClient wrap(DynamoDbStreamsClient client, String arn, Region region) {
      return arn.contains(LOCAL) ? new LocalArns(client, region) : client;
    }

    /** The ARN in the form that the adapter accepts. */
    static String accepted(String arn, Region region) {
      return arn.replace(LOCAL, ":" + region.id() + ":");
    }

    private String known(String arn) {
      return arn.replace(region, LOCAL);
    }

    /**
     * Filters the shards itself: the server ignores filters and returns the children of all shards.
     */
    @Override
    public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
      DescribeStreamRequest.Builder asked =
          request.toBuilder().streamArn(known(request.streamArn()));
      ShardFilter filter = request.shardFilter();
      if (filter == null) {
        return super.describeStream(asked.build());
      }
      DescribeStreamResponse all =
          super.describeStream(asked.shardFilter((ShardFilter) null).build());
      return all.copy(
          response ->
              response.streamDescription(
                  all.streamDescription()
                      .copy(
                          stream ->
                              stream.shards(
                                  all.streamDescription().shards().stream()
                                      .filter(
                                          shard -> filter.shardId().equals(shard.parentShardId()))
                                      .toList()))));
    }

    @Override
    public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
      return super.getShardIterator(
          request.toBuilder().streamArn(known(request.streamArn())).build());
    }
  }

  /**
   * Tells KCL how long to wait before it reads a shard again. It does not say which shard it asks
   * for, but each has a thread of its own.
   */
  static final class PacedReads implements SleepTimeController {
    private final ThreadLocal<Shard> shards;
    private final InstantSource clock;

    /**
     * @param pace creates the pace of a shard
     */
    PacedReads(Supplier<ReadPace> pace, InstantSource clock) {
      this.shards = ThreadLocal.withInitial(() -> new Shard(pace.get()));
      this.clock = clock;
    }

    private static final class Shard {
      private final ReadPace pace;
      private @Nullable Instant lastRead;
      private Duration pause = Duration.ZERO;

      private Shard(ReadPace pace) {
        this.pace = pace;
      }
    }

    @Override
    public long getSleepTimeMillis(SleepTimeControllerConfig asked) {
      Instant read = asked.lastSuccessfulCall();
      Integer records = asked.lastRecordsCount();
      if (read == null || records == null) {
        return asked.idleMillisBetweenCalls();
      }
      Shard shard = shards.get();
      // It asks again while it cannot take what it would read.
      if (!Objects.equals(shard.lastRead, read)) {
        shard.lastRead = read;
        shard.pause = shard.pace.afterRead(records);
      }
      Duration since = Duration.between(read, clock.instant());
      // The clock may be put back.
      return since.isNegative()
          ? shard.pause.toMillis()
          : Math.max(0, shard.pause.minus(since).toMillis());
    }
  }
}
