package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.customresources.AwsCustomResource;
import software.amazon.awscdk.customresources.AwsSdkCall;
import software.amazon.awscdk.customresources.PhysicalResourceId;
import software.amazon.awscdk.services.logs.CfnLogGroup;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/**
 * Finds a replica's stream during the deployment: CloudFormation returns the ARN of a table's
 * stream in the table's own region only.
 */
final class ReplicaStream extends Construct {
  private static final int LOG_DAYS = 30;

  private final AwsCustomResource lookup;

  ReplicaStream(Construct scope, String id, String tableName, String tableArn) {
    super(scope, id);
    CfnLogGroup logs = CfnLogGroup.Builder.create(this, "Logs").retentionInDays(LOG_DAYS).build();
    logs.applyRemovalPolicy(RemovalPolicy.DESTROY);
    RelayRole role = new RelayRole(this, "Rights", "lambda.amazonaws.com");
    role.allow(List.of("logs:CreateLogStream", "logs:PutLogEvents"), List.of(logs.getAttrArn()));
    role.allow(List.of("dynamodb:DescribeTable"), List.of(tableArn));
    lookup =
        AwsCustomResource.Builder.create(this, "Look")
            .role(role.role())
            .logGroup(LogGroup.fromLogGroupName(this, "LogGroup", logs.getRef()))
            .timeout(Duration.minutes(1))
            .installLatestAwsSdk(false)
            .onUpdate(
                AwsSdkCall.builder()
                    .service("DynamoDB")
                    .action("describeTable")
                    .parameters(Map.of("TableName", tableName))
                    .physicalResourceId(PhysicalResourceId.fromResponse("Table.LatestStreamArn"))
                    .outputPaths(List.of("Table.LatestStreamArn"))
                    .build())
            .build();
    lookup.getNode().addDependency(role);
  }

  String arn() {
    return lookup.getResponseField("Table.LatestStreamArn");
  }
}
