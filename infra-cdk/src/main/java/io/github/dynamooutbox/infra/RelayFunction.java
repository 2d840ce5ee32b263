package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.EventInvokeConfigOptions;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.ILayerVersion;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.lambda.SnapStartConf;
import software.amazon.awscdk.services.lambda.Tracing;
import software.amazon.awscdk.services.logs.CfnLogGroup;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/**
 * One of our functions: its role, which starts with the permission to log and no other, its log
 * group, and the configuration in its environment.
 */
final class RelayFunction extends Construct {
  /** Lambda developer guide, "Giving Lambda functions access to resources in an Amazon VPC". */
  private static final List<String> NETWORK_ACTIONS =
      List.of(
          "ec2:AssignPrivateIpAddresses",
          "ec2:CreateNetworkInterface",
          "ec2:DeleteNetworkInterface",
          "ec2:DescribeNetworkInterfaces",
          "ec2:DescribeSubnets",
          "ec2:UnassignPrivateIpAddresses");

  /** Lambda API reference, CreateFunction. */
  private static final int MAX_DESCRIPTION = 256;

  private static final String LAYERS_COUNT = "@aws-cdk/aws-lambda:recognizeLayerVersion";

  private final RelayRole role;
  private final Function function;

  /**
   * What runs, and how.
   *
   * @param code a jar for functions
   * @param snapStart whether published versions start from a snapshot
   * @param network where the function runs; empty: not in a VPC
   * @param layers what is on its class path besides
   */
  record Props(
      Code code,
      String handler,
      Environment environment,
      FunctionSettings settings,
      boolean snapStart,
      Optional<RelayNetwork> network,
      List<ILayerVersion> layers) {
    Props {
      layers = List.copyOf(layers);
    }

    /** Not in a VPC, and with its jar only. */
    Props(
        Code code,
        String handler,
        Environment environment,
        FunctionSettings settings,
        boolean snapStart) {
      this(code, handler, environment, settings, snapStart, Optional.empty(), List.of());
    }
  }

  /**
   * What the function finds in its environment.
   *
   * @param service the dimension {@code Service} of its metrics
   * @param config where its configuration is
   */
  record Environment(String service, Map<String, String> config) {
    static Environment of(ConfigHandover handover) {
      return new Environment(handover.service(), handover.environment());
    }

    private Map<String, String> variables() {
      Map<String, String> variables = new TreeMap<>(config);
      variables.put("POWERTOOLS_SERVICE_NAME", service);
      return variables;
    }
  }

  RelayFunction(Construct scope, String id, Props props) {
    super(scope, id);
    if (!props.layers().isEmpty()) {
      // Otherwise a change of a layer alone would create no new version, and the alias would keep
      // the old one.
      getNode().setContext(LAYERS_COUNT, true);
    }
    CfnLogGroup logs =
        CfnLogGroup.Builder.create(this, "Logs")
            .retentionInDays(props.settings().logRetentionDays())
            .build();
    logs.applyRemovalPolicy(RemovalPolicy.DESTROY);
    role = new RelayRole(this, "Rights", "lambda.amazonaws.com");
    role.allow(List.of("logs:CreateLogStream", "logs:PutLogEvents"), List.of(logs.getAttrArn()));
    Function.Builder builder =
        Function.Builder.create(this, "Function")
            .description(description(id, props.environment().service()))
            .runtime(Runtime.JAVA_25)
            .architecture(Architecture.ARM_64)
            .handler(props.handler())
            .code(props.code())
            .memorySize(props.settings().memoryMegabytes())
            .timeout(Duration.seconds(props.settings().timeoutSeconds()))
            .role(role.role())
            .logGroup(LogGroup.fromLogGroupName(this, "LogGroup", logs.getRef()))
            .environment(props.environment().variables());
    if (props.snapStart()) {
      builder.snapStart(SnapStartConf.ON_PUBLISHED_VERSIONS);
    }
    props.settings().reservedConcurrency().ifPresent(builder::reservedConcurrentExecutions);
    if (props.settings().tracing()) {
      builder.tracing(Tracing.ACTIVE);
      NagSuppression.wildcard(role, "Resource::\\*", "X-Ray's actions take no resource.");
    }
    props.network().ifPresent(network -> join(network, builder));
    if (!props.layers().isEmpty()) {
      builder.layers(props.layers());
    }
    function = builder.build();
    if (props.snapStart()) {
      Annotations.of(function)
          .acknowledgeWarning(
              "@aws-cdk/aws-lambda:snapStartRequirePublish", "the mapping runs a version");
    }
  }

  private static String description(String id, String service) {
    String whole = "Dynamo Outbox: " + id + " of " + service;
    return Token.isUnresolved(service)
        ? whole
        : whole.substring(0, Math.min(MAX_DESCRIPTION, whole.length()));
  }

  private void join(RelayNetwork network, Function.Builder builder) {
    // Lambda checks for them when the function is created, and they take no narrower resource.
    role.allow(NETWORK_ACTIONS, List.of("*"));
    NagSuppression.wildcard(role, "Resource::\\*", "Network interfaces have no names beforehand.");
    builder
        .vpc(network.vpc())
        .vpcSubnets(network.privateSubnets())
        .securityGroups(List.of(network.group()));
  }

  Function function() {
    return function;
  }

  /**
   * For a function that a schedule invokes: Lambda neither retries a failure, because the schedule
   * does, nor keeps an invocation for hours.
   */
  void invokedBySchedule() {
    function.configureAsyncInvoke(
        EventInvokeConfigOptions.builder()
            .retryAttempts(0)
            .maxEventAge(Duration.seconds(60))
            .build());
  }

  RelayRole role() {
    return role;
  }
}
