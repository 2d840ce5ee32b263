package io.github.dynamooutbox.infra;

import static io.github.dynamooutbox.infra.SynthesisCheck.From.ENVIRONMENT;
import static io.github.dynamooutbox.infra.SynthesisCheck.From.TYPED;

import io.github.dynamooutbox.infra.SynthesisCheck.From;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.ec2.SubnetConfiguration;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.ec2.SubnetType;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.kms.Alias;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.sns.Topic;
import software.amazon.awscdk.services.sqs.Queue;

/** Apps with an outbox that does not go with what else is in the app, once that is complete. */
final class RefusedNeighbours extends TypedApp {
  static final SubnetSelection ISOLATED =
      SubnetSelection.builder().subnetType(SubnetType.PRIVATE_ISOLATED).build();

  Stream<RefusedApp> all() {
    return Stream.of(outboxes(), limits(), alarms()).flatMap(each -> each);
  }

  private static Stream<RefusedApp> outboxes() {
    return Stream.of(
        complete(
            SynthesisCheck.ONE_OUTBOX,
            TYPED,
            "table: is relayed by Shop/First: table already, and both would count and report what"
                + " the other does; keep one outbox, with the targets and routes of both",
            stack -> {
              ITable one = table(stack).build();
              new DynamoOutbox(stack, "First", base(stack).table(one).build());
              new DynamoOutbox(stack, "Second", base(stack).table(one).build());
            }),
        complete(
            SynthesisCheck.ONE_OUTBOX,
            ENVIRONMENT,
            "controlTable.name: \"control\" is also that of Shop/First: controlTable.name, in the"
                + " same account and region; name another",
            stack -> {
              new DynamoOutbox(stack, "First", base(stack).controlTableName("control").build());
              new DynamoOutbox(stack, "Second", base(stack).controlTableName("control").build());
            }),
        complete(
            SynthesisCheck.ONE_OUTBOX,
            TYPED,
            "vpcEndpoints: Shop/Vpc has endpoints of Shop/First: vpcEndpoints already, and only one"
                + " for each service; create them beside both, and remove this",
            stack -> {
              Vpc vpc = new Vpc(stack, "Vpc");
              new DynamoOutbox(stack, "First", base(stack).vpc(vpc).vpcEndpoints().build());
              new DynamoOutbox(stack, "Second", base(stack).vpc(vpc).vpcEndpoints().build());
            }),
        complete(
            SynthesisCheck.NETWORK,
            TYPED,
            "vpc: nothing leads out of its isolated subnets, so that the relay would reach no"
                + " service; add vpcEndpoints(), or endpoints or routes of your own",
            stack ->
                new DynamoOutbox(
                    stack, "Outbox", base(stack).vpc(isolated(stack), ISOLATED).build())),
        complete(
            SynthesisCheck.ONE_OUTBOX,
            TYPED,
            "table.name: \"shop\" is also that of Shop/Shop/Resource, in the same"
                + " account and region; name another, or give the builder that resource",
            stack -> {
              new DynamoOutbox(
                  stack,
                  "Outbox",
                  DynamoOutboxProps.builder()
                      .artifacts(Synthesised.artifacts())
                      .tableName("shop")
                      .target("bus", bus(stack))
                      .route("bus")
                      .build());
              Topic.Builder.create(stack, "Topic").topicName("shop").build();
              table(stack, "Shop").tableName("shop").build();
            }));
  }

  private Stream<RefusedApp> limits() {
    String problem =
        "targets.more: accepts messages up to %d bytes, but maxEntryBytes is %d: a larger event"
            + " would be refused; set targets.more.maxEntryBytes to %d, or raise the limit of what"
            + " is given";
    return Stream.of(
        typed(
            SynthesisCheck.TARGET_LIMITS,
            problem.formatted(262_144, 1_048_576, 262_144),
            app ->
                app.target(
                        "more",
                        Queue.Builder.create(here, id()).maxMessageSizeBytes(262_144).build())
                    .set("targets.more.maxEntryBytes", 1_048_576)
                    .route("more")),
        typed(
            SynthesisCheck.TARGET_LIMITS,
            problem.formatted(1_048_576, 2_097_152, 1_048_576),
            app ->
                app.target("more", new software.amazon.awscdk.services.kinesis.Stream(here, id()))
                    .set("targets.more.maxEntryBytes", 2_097_152)
                    .set("targets.more.maxRequestBytes", 4_194_304)
                    .route("more")));
  }

  private Stream<RefusedApp> alarms() {
    return Stream.of(
        typed(
            SynthesisCheck.ALARM_TOPIC,
            "alarmTopic: is encrypted with alias/aws/sns, which CloudWatch may not use, so that no"
                + " alarm would arrive; encrypt it with a key of your own whose policy allows"
                + " cloudwatch.amazonaws.com, or not at all",
            app ->
                app.alarmTopic(
                    Topic.Builder.create(here, id())
                        .masterKey(Alias.fromAliasName(here, id(), "alias/aws/sns"))
                        .build())),
        complete(
            SynthesisCheck.ALARM_TOPIC,
            TYPED,
            "alarmTopic: its policy, which enforceSsl also makes, does not let"
                + " CloudWatch publish, so that no alarm would arrive; call grantPublish(new"
                + " ServicePrincipal(\"cloudwatch.amazonaws.com\")) on the topic",
            stack ->
                new DynamoOutbox(
                    stack,
                    "Outbox",
                    base(stack)
                        .alarmTopic(Topic.Builder.create(stack, id()).enforceSsl(true).build())
                        .build())),
        complete(
            SynthesisCheck.ALARM_TOPIC,
            TYPED,
            "alarmTopic: is in account 444455556666, whose topics only its own alarms may notify;"
                + " call grantPublish(new ServicePrincipal(\"cloudwatch.amazonaws.com\")) on the"
                + " topic",
            stack ->
                new DynamoOutbox(
                    stack,
                    "Outbox",
                    base(stack)
                        .alarmTopic(
                            Topic.Builder.create(
                                    stack(
                                        (App) stack.getNode().getRoot(),
                                        "Others",
                                        "eu-west-1",
                                        "444455556666"),
                                    id())
                                .topicName("on-call")
                                .build())
                        .build())),
        complete(
            SynthesisCheck.ALARM_TOPIC,
            TYPED,
            "alarmTopic: the policy of its key, Shop/Key, does not let CloudWatch use"
                + " it, so that no alarm would arrive; call grantEncryptDecrypt(new"
                + " ServicePrincipal(\"cloudwatch.amazonaws.com\")) on the key",
            stack ->
                new DynamoOutbox(
                    stack,
                    "Outbox",
                    base(stack)
                        .alarmTopic(
                            Topic.Builder.create(stack, id())
                                .masterKey(new Key(stack, "Key"))
                                .build())
                        .build())));
  }

  static Vpc isolated(Stack stack) {
    return Vpc.Builder.create(stack, id())
        .subnetConfiguration(
            List.of(
                SubnetConfiguration.builder()
                    .name("isolated")
                    .subnetType(SubnetType.PRIVATE_ISOLATED)
                    .build()))
        .build();
  }

  /** Refused at the latest when all is made. */
  private static RefusedApp complete(
      SynthesisCheck check, From from, String problem, Consumer<Stack> app) {
    return new RefusedApp(
        check,
        from,
        problem,
        () -> {
          Stack stack = stack("eu-west-1", ACCOUNT);
          app.accept(stack);
          Problems.atTheEnd(stack);
        });
  }
}
