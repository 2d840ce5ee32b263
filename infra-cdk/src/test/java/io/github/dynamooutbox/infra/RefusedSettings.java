package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.events.IEventBus;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.sns.Topic;
import software.amazon.awscdk.services.sqs.Queue;

/** Apps with targets or settings that cannot work. */
final class RefusedSettings extends TypedApp {
  private static final String TOKEN =
      ": contains a token of the CDK, whose value is only known during the deployment, and is"
          + " checked now; give the value, or the construct where this builder has a method for it";

  Stream<RefusedApp> all() {
    return Stream.of(targets(), effects(), settings()).flatMap(each -> each);
  }

  private Stream<RefusedApp> targets() {
    String same =
        "targets.second: is the same as targets.first, and would receive each event twice; keep one"
            + " of the targets, with the routes of both";
    IEventBus bus = bus(here);
    ITopic topic = new Topic(here, id());
    return Stream.of(
        typed(
            SynthesisCheck.TARGETS_ONCE,
            same,
            app -> app.target("first", bus).target("second", bus).route("first", "second")),
        typed(
            SynthesisCheck.TARGETS_ONCE,
            same,
            app ->
                app.target("first", EventBus.fromEventBusName(here, id(), "shop"))
                    .target("second", EventBus.fromEventBusName(here, id(), "shop"))
                    .route("first", "second")),
        typed(
            SynthesisCheck.TARGETS_ONCE,
            same,
            app ->
                app.target(
                        "first", EventBus.Builder.create(here, id()).eventBusName("shop").build())
                    .target(
                        "second",
                        EventBus.fromEventBusArn(
                            here, id(), "arn:aws:events:eu-west-1:111122223333:event-bus/shop"))
                    .route("first", "second")),
        typed(
            SynthesisCheck.ALARM_TOPIC,
            "alarmTopic: is also targets.news, so that its subscribers would get alarms as if they"
                + " were events; name another topic",
            app -> app.target("news", topic).route("news").alarmTopic(topic)),
        typed(
            SynthesisCheck.ALARM_TOPIC,
            "alarmTopic: is a FIFO topic, which CloudWatch cannot notify; give a standard one",
            app -> app.alarmTopic(Topic.Builder.create(here, id()).fifo(true).build())),
        typed(
            SynthesisCheck.TARGETS_CREATABLE,
            "targets.more.busName: \"default\" exists in every account and cannot be created; give"
                + " its busArn",
            app ->
                app.set("targets.more", Map.of("type", "eventbridge", "busName", "default"))
                    .route("more")),
        typed(
            SynthesisCheck.CREDENTIALS,
            "targets.more.authentication.credentialsVariable: the stack puts no credentials into"
                + " variables, where everybody who may look at the function would see them; name a"
                + " parameter or secret with credentialsParameter",
            app ->
                app.set(
                        "targets.more",
                        Map.of(
                            "type",
                            "kafka",
                            "topic",
                            "a",
                            "bootstrapServers",
                            List.of("b:9096"),
                            "authentication",
                            Map.of("mechanism", "plain", "credentialsVariable", "LOG")))
                    .route("more")));
  }

  private Stream<RefusedApp> effects() {
    return Stream.of(
            Map.entry(
                "infrastructure.region: has no effect in a construct, whose stack decides it; set"
                    + " it there, and remove it",
                effect("infrastructure.region", "eu-west-1")),
            Map.entry(
                "infrastructure.account: has no effect in a construct, whose stack decides it; set"
                    + " it there, and remove it",
                effect("infrastructure.account", ACCOUNT)),
            Map.entry(
                "infrastructure.stackName: has no effect in a construct, whose stack decides it;"
                    + " set it there, and remove it",
                effect("infrastructure.stackName", "Shop")),
            Map.entry(
                "infrastructure.table.indexes: has no effect beside a table that is given; remove"
                    + " it",
                effect(
                    "infrastructure.table.indexes", Map.of("byKey", Map.of("partitionKey", "a")))),
            Map.entry(
                "infrastructure.table.tableArn: has no effect beside a table that is given; remove"
                    + " it",
                effect(
                    "infrastructure.table",
                    Map.of(
                        "tableArn",
                        "arn:aws:dynamodb:eu-west-1:111122223333:table/given-table",
                        "streamArn",
                        "arn:aws:dynamodb:eu-west-1:111122223333:table/given-table/stream/1"))),
            Map.entry(
                "infrastructure.table.encryption: has no effect beside a table that is given, where"
                    + " no other table is made; remove it",
                effect("infrastructure.table.encryption", "aws-owned")),
            Map.entry(
                "infrastructure.alarms.parkedLanes: has no effect without controlTable; add one, or"
                    + " remove it",
                effect("infrastructure.alarms.parkedLanes", 3)),
            Map.<String, Consumer<DynamoOutboxProps.Builder>>entry(
                "infrastructure.network: has no effect beside a VPC that is given; remove one of"
                    + " them",
                app ->
                    app.vpc(vpc())
                        .set(
                            "infrastructure.network",
                            Map.of(
                                "vpcId", "vpc-00000001",
                                "availabilityZones", List.of("eu-west-1a", "eu-west-1b"),
                                "privateSubnetIds",
                                    List.of("subnet-00000001", "subnet-00000002")))),
            Map.entry(
                "targets.bus.busName: has no effect beside a resource that is given; remove it",
                effect("targets.bus.busName", "shop")),
            Map.entry(
                "targets.bus.busName: has no effect beside a resource that is given; remove it",
                effect("targets.bus", Map.of("type", "sns", "topicName", "shop"))),
            Map.entry(
                "targets.bus.busArn: has no effect beside a resource that is given; remove it",
                effect("targets.bus.busArn", "arn:aws:events:eu-west-1:111122223333:event-bus/a")),
            Map.<String, Consumer<DynamoOutboxProps.Builder>>entry(
                "targets.q.kmsKeyArn: has no effect beside a resource that is given; remove it",
                app ->
                    app.target("q", new Queue(here, id()))
                        .route("q")
                        .set("targets.q.kmsKeyArn", "arn:aws:kms:eu-west-1:111122223333:key/a")),
            Map.<String, Consumer<DynamoOutboxProps.Builder>>entry(
                "targets.c.retentionDays: has no effect on a resource that exists; set it there,"
                    + " and remove it",
                app ->
                    app.target(
                            "c",
                            CustomEventBus.fromArn(
                                here,
                                id(),
                                "arn:aws:events:eu-west-1:111122223333:event-busv2/c/"
                                    + "a".repeat(25),
                                Optional.empty()))
                        .route("c")
                        .set("targets.c.retentionDays", 30)),
            Map.<String, Consumer<DynamoOutboxProps.Builder>>entry(
                "infrastructure.table.encryption: has no effect beside a key that is given; remove"
                    + " it",
                app ->
                    app.controlTableName("control")
                        .key(new Key(here, id()))
                        .set("infrastructure.table.encryption", "aws-owned")),
            Map.<String, Consumer<DynamoOutboxProps.Builder>>entry(
                "key: has no effect where no table is made; remove it",
                app -> app.key(new Key(here, id()))),
            Map.<String, Consumer<DynamoOutboxProps.Builder>>entry(
                "infrastructure.alarms.email: has no effect beside an alarm topic that is given;"
                    + " remove one of them",
                app ->
                    app.alarmTopic(new Topic(here, id()))
                        .set("infrastructure.alarms.email", "on-call@example.com")))
        .map(each -> typed(SynthesisCheck.EFFECT, each.getKey(), each.getValue()));
  }

  private static Consumer<DynamoOutboxProps.Builder> effect(String path, Object value) {
    return app -> app.set(path, value);
  }

  private Stream<RefusedApp> settings() {
    return Stream.of(
        typed(
            SynthesisCheck.TASK_SIZE,
            "infrastructure.service.maxTasks: must not be below infrastructure.service.tasks, 2",
            app ->
                app.set("relay.host", "kcl")
                    .set("infrastructure.service", Map.of("image", "relay:1", "maxTasks", 1))),
        typed(
            SynthesisCheck.NETWORK,
            "infrastructure.network.privateSubnetIds: one is listed twice; keep one",
            app ->
                app.set(
                    "infrastructure.network",
                    Map.of(
                        "vpcId", "vpc-00000001",
                        "availabilityZones", List.of("eu-west-1a", "eu-west-1b"),
                        "privateSubnetIds", List.of("subnet-00000001", "subnet-00000001")))),
        typed(
            SynthesisCheck.ARCHIVE,
            "infrastructure.archive.retentionDays: 8 must be above coldAfterDays, 9",
            app ->
                app.set("targets.more", Map.of("type", "s3", "bucketName", "shop"))
                    .route("more")
                    .set("infrastructure.archive", Map.of("coldAfterDays", 9, "retentionDays", 8))),
        typed(
            SynthesisCheck.EFFECT,
            "targets.bus: is given twice; keep one, or name one of them otherwise",
            app -> app.target("bus", new Topic(here, id()))),
        typed(
            SynthesisCheck.EFFECT,
            "table: \"x\" must be an object of keys; set table.<key>",
            app -> app.set("table", "x")),
        typed(
            SynthesisCheck.EFFECT,
            "relay.batchSize: cannot be set, because relay is already \"x\"; set one of them",
            app -> app.set("relay", "x").set("relay.batchSize", 5)),
        typed(
            SynthesisCheck.EFFECT,
            "infrastructure: is nested more than 100 levels deep, which no key needs; remove some",
            app -> app.set("infrastructure.table", ContextDocumentTest.nested(100))),
        typed(
            SynthesisCheck.EFFECT,
            "infrastructure.alarms.topicArn" + TOKEN,
            app -> app.set("infrastructure.alarms.topicArn", new Topic(here, id()).getTopicArn())),
        typed(
            SynthesisCheck.EFFECT,
            "infrastructure.network.privateSubnetIds" + TOKEN,
            app ->
                app.set(
                    "infrastructure.network.privateSubnetIds",
                    Token.asList(Map.of("Ref", "Subnets")))),
        typed(
            SynthesisCheck.EFFECT,
            "routes[1].match" + TOKEN,
            app -> app.route(Map.of("region", List.of(Aws.REGION)), "bus")),
        typed(
            SynthesisCheck.EFFECT,
            "targets" + TOKEN,
            app -> app.target(Aws.STACK_NAME, new Queue(here, id()))),
        typed(
            SynthesisCheck.EFFECT,
            "table.name: has no effect beside a table that is given; remove it",
            app -> app.tableName("shop")));
  }
}
