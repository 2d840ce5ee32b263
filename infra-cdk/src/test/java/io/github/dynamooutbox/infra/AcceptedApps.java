package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.NestedStack;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.ec2.CfnRoute;
import software.amazon.awscdk.services.ec2.GatewayVpcEndpointAwsService;
import software.amazon.awscdk.services.ec2.GatewayVpcEndpointOptions;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.ec2.VpcLookupOptions;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.sns.Topic;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/** Apps with names and parts that look unusual, and work. */
final class AcceptedApps extends TypedApp {
  /** Apps with names and parts that look unusual, and work. */
  static Stream<AcceptedApp> all() {
    Stack here = stack("eu-west-1", ACCOUNT);
    Stack crowd = stack("eu-west-1", ACCOUNT);
    return Stream.of(
        made(
            "names of targets",
            here,
            app -> {
              for (String name : List.of("Archive", "a_b", "Default", "Resource", "x".repeat(60))) {
                app.target(name, new Bucket(here, id())).route(name);
              }
            }),
        made(
            "brokers in the VPC that is given",
            here,
            app -> app.vpc(vpcIn(here)).set("targets.log", brokers()).route("log")),
        new AcceptedApp(
            "isolated subnets with nothing but brokers",
            () -> {
              new DynamoOutbox(
                  here,
                  id(),
                  DynamoOutboxProps.builder()
                      .artifacts(Synthesised.artifacts())
                      .tableName("inside")
                      .vpc(RefusedNeighbours.isolated(here), RefusedNeighbours.ISOLATED)
                      .set("targets.log", brokers())
                      .route("log")
                      .build());
              Problems.atTheEnd(here);
            }),
        made(
            "isolated subnets with a gateway of their own",
            here,
            app -> {
              Vpc vpc = RefusedNeighbours.isolated(here);
              vpc.addGatewayEndpoint(
                  "S3",
                  GatewayVpcEndpointOptions.builder()
                      .service(GatewayVpcEndpointAwsService.S3)
                      .build());
              app.vpc(vpc, RefusedNeighbours.ISOLATED);
            }),
        made(
            "isolated subnets with endpoints",
            here,
            app ->
                app.controlTableName("isolated-control")
                    .vpc(RefusedNeighbours.isolated(here), RefusedNeighbours.ISOLATED)
                    .vpcEndpoints()),
        made(
            "isolated subnets with a route to a transit gateway",
            here,
            app -> {
              Vpc vpc = RefusedNeighbours.isolated(here);
              app.vpc(vpc, RefusedNeighbours.ISOLATED);
              CfnRoute.Builder.create(here, id())
                  .routeTableId(vpc.getIsolatedSubnets().get(0).getRouteTable().getRouteTableId())
                  .destinationCidrBlock("0.0.0.0/0")
                  .transitGatewayId("tgw-0123456789abcdef0")
                  .build();
            }),
        made(
            "a VPC that is looked up",
            here,
            app ->
                app.vpc(
                        Vpc.fromLookup(
                            here, id(), VpcLookupOptions.builder().vpcName("shop").build()))
                    .vpcEndpoints()),
        made(
            "a topic to which CloudWatch may publish, and a queue with its limit",
            here,
            app -> {
              Key key = new Key(here, id());
              Topic topic =
                  Topic.Builder.create(here, id()).masterKey(key).enforceSsl(true).build();
              app.alarmTopic(topic)
                  .target("q", Queue.Builder.create(here, id()).maxMessageSizeBytes(1024).build())
                  .set("targets.q.maxEntryBytes", 1024)
                  .route("q");
              ServicePrincipal cloudWatch = new ServicePrincipal("cloudwatch.amazonaws.com");
              topic.addToResourcePolicy(
                  PolicyStatement.Builder.create()
                      .principals(List.of(cloudWatch))
                      .actions(List.of("SNS:Pub*"))
                      .resources(List.of(topic.getTopicArn()))
                      .build());
              key.grantEncryptDecrypt(cloudWatch);
            }),
        made(
            "resources whose ARNs are known during the deployment",
            here,
            app ->
                app.target("t", Topic.fromTopicArn(here, id(), Fn.importValue("Topic")))
                    .target("b", EventBus.fromEventBusArn(here, id(), Fn.importValue("Bus")))
                    .target("q", Queue.fromQueueArn(here, id(), Fn.importValue("Queue")))
                    .target(
                        "s",
                        software.amazon.awscdk.services.kinesis.Stream.fromStreamArn(
                            here, id(), Fn.importValue("Stream")))
                    .target("a", Bucket.fromBucketArn(here, id(), Fn.importValue("Bucket")))
                    .target(
                        "c",
                        CustomEventBus.fromArn(
                            here, id(), Fn.importValue("Custom"), Optional.empty()))
                    .alarmTopic(Topic.fromTopicArn(here, id(), Fn.importValue("Alarms")))
                    .route("t", "b", "q", "s", "a", "c")),
        made(
            "beside as many resources as a stack may have",
            crowd,
            app ->
                IntStream.range(0, 400)
                    .forEach(i -> Topic.Builder.create(crowd, id()).topicName("t" + i).build())),
        made(
            "a customer key in a stack with a region",
            here,
            app ->
                app.controlTableName("shop-control")
                    .set("infrastructure.table.encryption", "customer")),
        made(
            "a long document in a nested stack",
            new NestedStack(here, id()),
            app -> {
              for (int i = 0; i < 40; i++) {
                app.route(Map.of("type", List.of("Order" + i + "x".repeat(60))), "bus");
              }
            }),
        new AcceptedApp(
            "tables with names that are long, or differ in signs only",
            () -> {
              App app = new App();
              for (String table : List.of("a.b", "a_b", "a-b", "t".repeat(230), "t".repeat(255))) {
                new OutboxStack(
                    app,
                    OutboxConfig.parse(
                        "{\"table\": {\"name\": \"%s\"}, \"targets\": {\"b\": {\"type\": \"eventbridge\", \"busName\": \"b\"}}, \"routes\": [{\"to\": [\"b\"]}]}"
                            .formatted(table)),
                    Synthesised.artifacts());
              }
            }));
  }

  private static Map<String, Object> brokers() {
    return Map.of(
        "type",
        "kafka",
        "topic",
        "a",
        "bootstrapServers",
        List.of("b:9096"),
        "tls",
        true,
        "securityGroupId",
        "sg-0123456789abcdef0");
  }

  private static AcceptedApp made(
      String name, Construct scope, Consumer<DynamoOutboxProps.Builder> change) {
    return new AcceptedApp(
        name,
        () -> {
          DynamoOutboxProps.Builder app = base(Stack.of(scope));
          change.accept(app);
          new DynamoOutbox(scope, id(), app.build());
          Problems.atTheEnd(Stack.of(scope));
        });
  }
}
