package io.github.dynamooutbox.infra;

import static io.github.dynamooutbox.infra.SynthesisCheck.From.ENVIRONMENT;
import static io.github.dynamooutbox.infra.SynthesisCheck.From.TYPED;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.sns.Topic;

/** Apps with resources in other places than their relay. */
final class RefusedPlaces extends TypedApp {
  Stream<RefusedApp> all() {
    return Stream.of(places(), environments()).flatMap(each -> each);
  }

  private Stream<RefusedApp> places() {
    String elsewhereProblem =
        "%s: is in region us-east-1, but the relay runs in eu-west-1 and reaches no other region;"
            + " name one in that region";
    return Stream.of(
        typed(
            SynthesisCheck.ONE_REGION,
            elsewhereProblem.formatted("targets.more"),
            app -> app.target("more", bus(elsewhere)).route("more")),
        typed(
            SynthesisCheck.ONE_REGION,
            elsewhereProblem.formatted("alarmTopic"),
            app -> app.alarmTopic(new Topic(elsewhere, id()))),
        typed(
            SynthesisCheck.ONE_REGION,
            elsewhereProblem.formatted("controlTable"),
            app -> app.controlTable(table(elsewhere).build())),
        typed(
            SynthesisCheck.ONE_REGION,
            elsewhereProblem.formatted("key"),
            app -> app.key(new Key(elsewhere, id()))),
        typed(
            SynthesisCheck.ONE_REGION,
            elsewhereProblem.formatted("targets.more"),
            app ->
                app.target(
                        "more",
                        EventBus.fromEventBusArn(
                            here, id(), "arn:aws:events:us-east-1:111122223333:event-bus/more"))
                    .route("more")),
        typed(
            SynthesisCheck.ONE_REGION,
            "targets.more: is in partition aws-cn, but region eu-west-1 is in aws; begin with"
                + " arn:aws:",
            app ->
                app.target(
                        "more",
                        EventBus.fromEventBusArn(
                            here, id(), "arn:aws-cn:events:eu-west-1:111122223333:event-bus/more"))
                    .route("more")),
        typed(
            SynthesisCheck.ONE_ACCOUNT,
            "controlTable: is in account 444455556666, but the relay runs in 111122223333; deploy"
                + " the relay to the account of its tables",
            app -> app.controlTable(table(others).build())),
        typed(
            SynthesisCheck.ZONES,
            "infrastructure.network.availabilityZones[0]: \"us-east-1a\" is not a zone of the"
                + " relay's region, eu-west-1",
            app ->
                app.set(
                    "infrastructure.network",
                    Map.of(
                        "vpcId", "vpc-00000001",
                        "availabilityZones", List.of("us-east-1a", "eu-west-1a"),
                        "privateSubnetIds", List.of("subnet-00000001", "subnet-00000002")))),
        typed(
            SynthesisCheck.REGIONS_EXIST,
            "relay.regions[0]: there is no region \"eu-west-9\"; this version of aws-cdk-lib knows:"
                + " eu-central-1, ...",
            app -> app.set("relay.regions", List.of("eu-west-9"))),
        typed(
            SynthesisCheck.STANDBY,
            "relay.regions: eu-west-1, in which the relay runs, is not among them, so no event that"
                + " is written there is published; add it, or set relay.standby to true where this"
                + " is meant",
            app -> app.set("relay.regions", List.of("us-east-1"))),
        typed(
            SynthesisCheck.PLACEHOLDERS,
            "routes[1].match.type[0]: \"{{resolve:ssm:/x}}\" contains {{resolve:, which"
                + " CloudFormation would replace during the deployment; write another text",
            app -> app.route(Map.of("type", List.of("{{resolve:ssm:/x}}")), "bus")));
  }

  /** Known only with the stack in which the construct is made. */
  private Stream<RefusedApp> environments() {
    String bus = "arn:aws:events:us-east-1:111122223333:event-bus/shop";
    return Stream.of(
        in(
            SynthesisCheck.ONE_REGION,
            "targets.bus.busArn: is in region us-east-1, but the relay runs in eu-west-1 and"
                + " reaches no other region; name one in that region",
            here,
            "{'type': 'eventbridge', 'busArn': '" + bus + "'}",
            ""),
        in(
            SynthesisCheck.ONE_ACCOUNT,
            "infrastructure.controlTable.tableArn: is in account 111122223333, but the relay runs"
                + " in 444455556666; deploy the relay to the account of its tables",
            others,
            "{'type': 'eventbridge', 'busName': 'shop'}",
            ", 'controlTable': {'name': 'control'}, 'infrastructure': {'controlTable':"
                + " {'tableArn': 'arn:aws:dynamodb:eu-west-1:111122223333:table/control'}}"),
        in(
            SynthesisCheck.ZONES,
            "infrastructure.network.availabilityZones[0]: \"eu-west-1a\" is not a zone of the"
                + " relay's region, us-east-1",
            elsewhere,
            "{'type': 'eventbridge', 'busName': 'shop'}",
            ", 'infrastructure': {'network': {'vpcId': 'vpc-00000001', 'availabilityZones':"
                + " ['eu-west-1a', 'eu-west-1b'], 'privateSubnetIds': ['subnet-00000001', 'subnet-00000002']}}"),
        in(
            SynthesisCheck.STANDBY,
            "relay.regions: us-east-1, in which the relay runs, is not among them, so no event that"
                + " is written there is published; add it, or set relay.standby to true where this"
                + " is meant",
            elsewhere,
            "{'type': 'eventbridge', 'busName': 'shop'}",
            ", 'relay': {'regions': ['eu-west-1']}"),
        in(
            SynthesisCheck.CUSTOMER_KEY,
            "infrastructure.region: is missing; for a customer key the CDK needs the stack's"
                + " region",
            new Stack(new App(), "Shop"),
            "{'type': 'eventbridge', 'busName': 'shop'}",
            ", 'infrastructure': {'table': {'encryption': 'customer'}}"),
        placed(
            SynthesisCheck.ONE_REGION,
            "table: is in region us-east-1, but the relay runs in eu-west-1 and reaches no other"
                + " region; name one in that region",
            elsewhere),
        placed(
            SynthesisCheck.ONE_ACCOUNT,
            "table: is in account 444455556666, but the relay runs in 111122223333; deploy the"
                + " relay to the account of its tables",
            others),
        new RefusedApp(
            SynthesisCheck.EFFECT,
            TYPED,
            "infrastructure.service.image: is missing; name an image of kcl-relay-service, or give"
                + " RelayArtifacts one: RelayImage.built(<directory>)",
            () ->
                new DynamoOutbox(
                    stack("eu-west-1", ACCOUNT),
                    id(),
                    base(here).set("relay.host", "kcl").artifacts(withoutImage()).build())));
  }

  /** A construct in one stack, with a table of another. */
  private RefusedApp placed(SynthesisCheck check, String problem, Stack tables) {
    return new RefusedApp(
        check,
        ENVIRONMENT,
        problem,
        () ->
            new DynamoOutbox(
                here,
                id(),
                DynamoOutboxProps.builder()
                    .artifacts(Synthesised.artifacts())
                    .table(table(tables).build())
                    .target("bus", bus(tables))
                    .route("bus")
                    .build()));
  }

  private static RelayArtifacts withoutImage() {
    RelayArtifacts all = Synthesised.artifacts();
    return new RelayArtifacts(all.functions(), all.heartbeat(), Optional.empty(), all.layers());
  }

  private static RefusedApp in(
      SynthesisCheck check, String problem, Stack stack, String target, String more) {
    String document =
        "{'table': {'name': 'shop'}, 'targets': {'bus': %s}, 'routes': [{'to': ['bus']}]%s}"
            .formatted(target, more)
            .replace('\'', '"');
    return new RefusedApp(
        check,
        ENVIRONMENT,
        problem,
        () ->
            new DynamoOutbox(
                stack,
                id(),
                DynamoOutboxProps.of(OutboxConfig.parse(document), Synthesised.artifacts())));
  }
}
