package io.github.dynamooutbox.kcl.internal.lease;

import com.amazonaws.services.dynamodbv2.streamsadapter.AmazonDynamoDBStreamsAdapterClient;
import com.amazonaws.services.dynamodbv2.streamsadapter.StreamsSchedulerFactory;
import com.amazonaws.services.dynamodbv2.streamsadapter.polling.DynamoDBStreamsPollingConfig;
import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import java.time.InstantSource;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.regions.Region;
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
        leases(configs, settings),
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
  private static LeaseManagementConfig leases(ConfigsBuilder configs, WorkerSettings settings) {
    LeaseTimes times = LeaseTimes.of(settings);
    LeaseManagementConfig leases =
        configs
            .leaseManagementConfig()
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
}
