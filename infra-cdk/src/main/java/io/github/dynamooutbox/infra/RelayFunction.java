package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.lambda.SnapStartConf;
import software.amazon.awscdk.services.logs.CfnLogGroup;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/**
 * A function of the relay's jar: its role, which starts with the right to log and no other, its log
 * group, and the configuration in its environment.
 */
final class RelayFunction extends Construct {
  /** Lambda allows 4 KB for all variables together; the rest is for others. */
  private static final int MAX_CONFIG_BYTES = 3072;

  private final Role role;
  private final Function function;

  /**
   * @param snapStart whether published versions start from a snapshot
   */
  RelayFunction(
      Construct scope,
      String id,
      RelaySource source,
      String handler,
      FunctionSettings settings,
      boolean snapStart) {
    super(scope, id);
    CfnLogGroup logs =
        CfnLogGroup.Builder.create(this, "Logs")
            .retentionInDays(settings.logRetentionDays())
            .build();
    logs.applyRemovalPolicy(RemovalPolicy.DESTROY);
    role =
        Role.Builder.create(this, "Role")
            .assumedBy(new ServicePrincipal("lambda.amazonaws.com"))
            .build();
    allow(List.of("logs:CreateLogStream", "logs:PutLogEvents"), List.of(logs.getAttrArn()));
    Function.Builder builder =
        Function.Builder.create(this, "Function")
            .description("Dynamo Outbox: " + id + " of " + source.service())
            .runtime(Runtime.JAVA_25)
            .architecture(Architecture.ARM_64)
            .handler(handler)
            .code(source.code())
            .memorySize(settings.memoryMegabytes())
            .timeout(Duration.seconds(settings.timeoutSeconds()))
            .role(role)
            .logGroup(LogGroup.fromLogGroupName(this, "LogGroup", logs.getRef()))
            .environment(environment(source));
    if (snapStart) {
      builder.snapStart(SnapStartConf.ON_PUBLISHED_VERSIONS);
    }
    function = builder.build();
    if (snapStart) {
      Annotations.of(function)
          .acknowledgeWarning(
              "@aws-cdk/aws-lambda:snapStartRequirePublish", "the mapping runs a version");
    }
  }

  Function function() {
    return function;
  }

  Role role() {
    return role;
  }

  /** Adds a right; actions and resources are named. */
  void allow(List<String> actions, List<String> resources) {
    role.addToPolicy(
        PolicyStatement.Builder.create().actions(actions).resources(resources).build());
  }

  private static Map<String, String> environment(RelaySource source) {
    int bytes = source.configBytes();
    if (bytes > MAX_CONFIG_BYTES) {
      throw new ConfigException(
          List.of(
              ("the document takes %d bytes for the relay; a function's environment has room for"
                      + " %d. Merge routes, or name fewer targets")
                  .formatted(bytes, MAX_CONFIG_BYTES)));
    }
    return Map.of("OUTBOX_CONFIG", source.config(), "POWERTOOLS_SERVICE_NAME", source.service());
  }
}
