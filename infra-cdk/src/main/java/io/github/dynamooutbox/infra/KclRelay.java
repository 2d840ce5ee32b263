package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Size;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.applicationautoscaling.AdjustmentType;
import software.amazon.awscdk.services.applicationautoscaling.BasicStepScalingPolicyProps;
import software.amazon.awscdk.services.applicationautoscaling.EnableScalingProps;
import software.amazon.awscdk.services.applicationautoscaling.ScalingInterval;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.ecs.AvailabilityZoneRebalancing;
import software.amazon.awscdk.services.ecs.AwsLogDriverMode;
import software.amazon.awscdk.services.ecs.AwsLogDriverProps;
import software.amazon.awscdk.services.ecs.CapacityProviderStrategy;
import software.amazon.awscdk.services.ecs.Cluster;
import software.amazon.awscdk.services.ecs.ContainerDefinition;
import software.amazon.awscdk.services.ecs.ContainerDefinitionOptions;
import software.amazon.awscdk.services.ecs.ContainerImage;
import software.amazon.awscdk.services.ecs.ContainerInsights;
import software.amazon.awscdk.services.ecs.CpuArchitecture;
import software.amazon.awscdk.services.ecs.DeploymentCircuitBreaker;
import software.amazon.awscdk.services.ecs.FargatePlatformVersion;
import software.amazon.awscdk.services.ecs.FargateService;
import software.amazon.awscdk.services.ecs.FargateTaskDefinition;
import software.amazon.awscdk.services.ecs.HealthCheck;
import software.amazon.awscdk.services.ecs.LinuxParameters;
import software.amazon.awscdk.services.ecs.LogDriver;
import software.amazon.awscdk.services.ecs.MountPoint;
import software.amazon.awscdk.services.ecs.OperatingSystemFamily;
import software.amazon.awscdk.services.ecs.RuntimePlatform;
import software.amazon.awscdk.services.ecs.Volume;
import software.amazon.awscdk.services.logs.CfnLogGroup;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/**
 * The relay as a service on Fargate: tasks on arm64 in several zones that share the stream's shards
 * by leases. If a task or a zone fails, the other tasks take over its shards.
 */
public final class KclRelay extends Construct {
  /** The same as in the service's Dockerfile, where ECS does not read it. */
  static final List<String> HEALTH_CHECK =
      List.of(
          "CMD",
          "/bin/bash",
          "-c",
          "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /health/started HTTP/1.0\\r\\n\\r\\n' >&3"
              + " && head -1 <&3 | grep -q 200");

  /** The service shuts down within 25 seconds; ECS kills it after this. */
  static final Duration STOP_TIMEOUT = Duration.seconds(60);

  private static final int NO_LAG_MILLIS = 1_000;
  private static final int LAG_MILLIS = 30_000;

  private final RelayRole role;
  private final LeaseTables leases;
  private final Cluster cluster;
  private final FargateService service;

  /**
   * What is relayed, and how.
   *
   * @param image the image of {@code kcl-relay-service}, for arm64
   * @param parts what the relay uses
   * @param service size and number of the tasks
   * @param network where the tasks run
   */
  public record Props(
      ContainerImage image, RelayParts parts, ServiceSettings service, RelayNetwork network) {}

  public KclRelay(Construct scope, String id, Props props) {
    super(scope, id);
    RelayParts parts = props.parts();
    leases = new LeaseTables(this, "Kcl", parts.table());
    role = new RelayRole(this, "Rights", "ecs-tasks.amazonaws.com");
    parts.allow(role);
    parts.table().allowToFollow(role);
    leases.allow(role);
    NagSuppression.wildcard(role, "Resource::\\*", "dynamodb:ListStreams takes no resource.");
    NagSuppression.wildcard(
        role,
        "Resource::.*\\/stream\\/\\*",
        "A stream that is switched off and on has another ARN; all of them are this table's.");
    cluster =
        Cluster.Builder.create(this, "Cluster")
            .vpc(props.network().vpc())
            .containerInsightsV2(ContainerInsights.ENABLED)
            .build();
    FargateTaskDefinition task = task(props);
    service = service(task, props);
    NagSuppression.because(
        task, "AwsSolutions-ECS2", "The variables hold names and ARNs, and no credential.");
    NagSuppression.wildcard(
        task,
        "Resource::\\*",
        "ecr:GetAuthorizationToken takes no resource; what is pulled is one repository.");
    NagSuppression.wildcard(
        task,
        "Resource::arn:.*:log-group:<.*Logs.*>:\\*",
        "The streams of the service's own log group; ECS names one for each task.");
    // A task that starts before its rights, those for its image and its routes exist fails, and the
    // deployment with it.
    service.getNode().addDependency(role, task, props.network());
    if (props.service().maxTasks() > props.service().tasks()) {
      scale(props);
    }
  }

  /** Adds a task while the slowest shard is behind for minutes, and removes one once it is not. */
  private void scale(Props props) {
    Metric lag = new RelayMetrics(props.parts().config().service()).shardLag();
    service
        .autoScaleTaskCount(
            EnableScalingProps.builder()
                .minCapacity(props.service().tasks())
                .maxCapacity(props.service().maxTasks())
                .build())
        .scaleOnMetric(
            "Lag",
            BasicStepScalingPolicyProps.builder()
                .metric(lag)
                .scalingSteps(
                    List.of(
                        ScalingInterval.builder().upper(NO_LAG_MILLIS).change(-1).build(),
                        ScalingInterval.builder().lower(LAG_MILLIS).change(1).build()))
                .adjustmentType(AdjustmentType.CHANGE_IN_CAPACITY)
                .cooldown(Duration.minutes(5))
                .build());
  }

  /** The service, for further settings. */
  public FargateService service() {
    return service;
  }

  /** The service's name, as CloudWatch and the operators' commands take it. */
  public String serviceName() {
    return service.getServiceName();
  }

  /** The name of the cluster that runs the service. */
  public String clusterName() {
    return cluster.getClusterName();
  }

  void allowToOperate(Rights operator) {
    leases.allowToScan(operator);
  }

  private FargateTaskDefinition task(Props props) {
    ServiceSettings settings = props.service();
    FargateTaskDefinition task =
        FargateTaskDefinition.Builder.create(this, "Task")
            .cpu(settings.cpuUnits())
            .memoryLimitMiB(settings.memoryMegabytes())
            .runtimePlatform(
                RuntimePlatform.builder()
                    .cpuArchitecture(CpuArchitecture.ARM64)
                    .operatingSystemFamily(OperatingSystemFamily.LINUX)
                    .build())
            .taskRole(role.role())
            .build();
    task.addVolume(Volume.builder().name("tmp").build());
    ContainerDefinition container = task.addContainer("relay", container(props));
    container.addMountPoints(
        MountPoint.builder().sourceVolume("tmp").containerPath("/tmp").readOnly(false).build());
    return task;
  }

  private ContainerDefinitionOptions container(Props props) {
    return ContainerDefinitionOptions.builder()
        .image(props.image())
        .environment(environment(props))
        .logging(logs(props.service()))
        .stopTimeout(STOP_TIMEOUT)
        .readonlyRootFilesystem(true)
        // Java is not made to be process 1, which has to collect the health checks' processes.
        .linuxParameters(
            LinuxParameters.Builder.create(this, "Linux").initProcessEnabled(true).build())
        .healthCheck(
            HealthCheck.builder()
                .command(HEALTH_CHECK)
                .interval(Duration.seconds(10))
                .timeout(Duration.seconds(3))
                .retries(3)
                .startPeriod(Duration.seconds(60))
                .build())
        .build();
  }

  private Map<String, String> environment(Props props) {
    Map<String, String> variables = new TreeMap<>(props.parts().config().environment());
    variables.putAll(leases.environment());
    variables.put("AWS_REGION", Stack.of(this).getRegion());
    variables.put("OUTBOX_KCL_APPLICATION", props.parts().config().service() + "-outbox-relay");
    variables.put("OUTBOX_KCL_CLOUDWATCH_SERVICE", props.parts().config().service());
    variables.put("OUTBOX_KCL_IDLE_MILLIS", Integer.toString(props.service().idleMillis()));
    props
        .service()
        .readsPerMonth()
        .ifPresent(reads -> variables.put("OUTBOX_KCL_READS_PER_MONTH", Integer.toString(reads)));
    return variables;
  }

  private LogDriver logs(ServiceSettings settings) {
    CfnLogGroup logs =
        CfnLogGroup.Builder.create(this, "Logs")
            .retentionInDays(settings.logRetentionDays())
            .build();
    logs.applyRemovalPolicy(RemovalPolicy.DESTROY);
    return LogDriver.awsLogs(
        AwsLogDriverProps.builder()
            .streamPrefix("relay")
            .logGroup(LogGroup.fromLogGroupName(this, "LogGroup", logs.getRef()))
            // Otherwise the account's default decides whether a slow log blocks the task's output.
            .mode(AwsLogDriverMode.NON_BLOCKING)
            .maxBufferSize(Size.mebibytes(4))
            .build());
  }

  private FargateService service(FargateTaskDefinition task, Props props) {
    FargateService.Builder builder = FargateService.Builder.create(this, "Service");
    if (props.service().spot()) {
      cluster.enableFargateCapacityProviders();
      builder.capacityProviderStrategies(
          List.of(
              CapacityProviderStrategy.builder()
                  .capacityProvider("FARGATE_SPOT")
                  .weight(1)
                  .build()));
    }
    return builder
        .cluster(cluster)
        .taskDefinition(task)
        .platformVersion(FargatePlatformVersion.LATEST)
        .desiredCount(props.service().tasks())
        .minHealthyPercent(100)
        .maxHealthyPercent(200)
        .availabilityZoneRebalancing(AvailabilityZoneRebalancing.ENABLED)
        .circuitBreaker(DeploymentCircuitBreaker.builder().rollback(true).build())
        .assignPublicIp(false)
        .vpcSubnets(props.network().privateSubnets())
        .securityGroups(List.of(props.network().group()))
        .build();
  }
}
