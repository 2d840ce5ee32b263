package io.github.dynamooutbox.infra;

import static io.github.dynamooutbox.infra.SynthesisCheck.From.DOCUMENT;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.infra.TableSettings.Replication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;

/** A document for each check that looks at documents; the text files beside have more of them. */
final class RefusedDocuments {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TABLE = "arn:aws:dynamodb:eu-west-1:111122223333:table/";

  private RefusedDocuments() {}

  static Stream<RefusedApp> all() {
    return Stream.of(
        refused(
            SynthesisCheck.PLACEHOLDERS,
            "routes[0].match.type[0]: \"{{resolve:ssm:/x}}\" contains {{resolve:, which"
                + " CloudFormation would replace during the deployment; write another text",
            "/routes",
            "[{'match': {'type': ['{{resolve:ssm:/x}}']}, 'to': ['bus', 'news', 'log']}]"),
        refused(
            SynthesisCheck.ONE_REGION,
            "targets.news.topicArn: is in region us-east-1, but the relay runs in eu-west-1 and"
                + " reaches no other region; name one in that region",
            "/targets/news",
            "{'type': 'sns', 'topicArn': 'arn:aws:sns:us-east-1:111122223333:news'}"),
        refused(
            SynthesisCheck.ONE_ACCOUNT,
            "infrastructure.controlTable.tableArn: is in account 444455556666, but the relay runs"
                + " in 111122223333; deploy the relay to the account of its tables",
            "/infrastructure/controlTable",
            "{'tableArn': 'arn:aws:dynamodb:eu-west-1:444455556666:table/orders-control'}"),
        refused(
            SynthesisCheck.ZONES,
            "infrastructure.network.availabilityZones[1]: \"us-east-1b\" is not a zone of the"
                + " relay's region, eu-west-1",
            "/infrastructure/network",
            "{'vpcId': 'vpc-00000001', 'availabilityZones': ['eu-west-1a', 'us-east-1b'],"
                + " 'privateSubnetIds': ['subnet-00000001', 'subnet-00000002']}"),
        refused(
            SynthesisCheck.STANDBY,
            "relay.regions: eu-west-1, in which the relay runs, is not among them, so no event that"
                + " is written there is published; add it, or set relay.standby to true where this"
                + " is meant",
            "/relay/regions",
            "['us-east-1']"),
        refused(
            SynthesisCheck.REGIONS_EXIST,
            "relay.regions[1]: there is no region \"eu-west-9\"; this version of aws-cdk-lib knows:"
                + " eu-central-1, ...",
            "/relay/regions",
            "['eu-west-1', 'eu-west-9']"),
        refused(
            SynthesisCheck.REPLICAS,
            "infrastructure.table.replicas.cn-north-1: is in partition aws-cn, and the table in"
                + " aws; replicas of a table are in one partition",
            "/infrastructure/table/replicas",
            "{'cn-north-1': {}}"),
        refused(
            SynthesisCheck.TABLE_NAMES,
            "infrastructure.table.tableArn: is not the ARN of table.name \"orders\"",
            "/infrastructure/table",
            "{'tableArn': '" + TABLE + "x-x', 'streamArn': '" + TABLE + "x-x/stream/1'}"),
        refused(
            SynthesisCheck.TWO_TABLES,
            "controlTable.name: \"orders\" is also table.name, whose stream would deliver the"
                + " relay's own writes to it; choose another name",
            "/controlTable/name",
            "'orders'"),
        refused(
            SynthesisCheck.INDEX_KEYS,
            "infrastructure.table.indexes.byType: \"sequence\" is a key of type S, and in records"
                + " that have it of type N, so that their commits would fail; name another"
                + " attribute",
            "/infrastructure/table/indexes",
            "{'byType': {'partitionKey': 'aggregateType', 'sortKey': 'sequence'}}"),
        refused(
            SynthesisCheck.PREFIX,
            "table.prefix: \"\u6ce8\u6587#\" has characters beyond U+00FF, or control characters,"
                + " which a policy of IAM cannot contain; choose another prefix",
            "/table/prefix",
            "'\u6ce8\u6587#'"),
        refused(
            SynthesisCheck.TARGETS_CREATABLE,
            "targets.bus.busName: \"default\" exists in every account and cannot be created; give"
                + " its busArn",
            "/targets/bus/busName",
            "'default'"),
        refused(
            SynthesisCheck.TARGETS_ONCE,
            "targets.news.busName: is the same as targets.bus.busName, and would receive each event"
                + " twice; keep one of the targets, with the routes of both",
            "/targets/news",
            "{'type': 'eventbridge', 'busName': 'orders'}"),
        refused(
            SynthesisCheck.ALARM_TOPIC,
            "infrastructure.alarms.topicArn: is also targets.news.topicArn, so that its subscribers"
                + " would get alarms as if they were events; name another topic",
            "/infrastructure/alarms",
            "{'topicArn': 'arn:aws:sns:eu-west-1:111122223333:news'}"),
        refused(
            SynthesisCheck.CREDENTIALS,
            "targets.news.authentication.credentialsVariable: the stack puts no credentials into"
                + " variables, where everybody who may look at the function would see them; name a"
                + " parameter or secret with credentialsParameter",
            "/targets/news",
            "{'type': 'kafka', 'topic': 'a', 'bootstrapServers': ['b:9096'], 'authentication':"
                + " {'mechanism': 'plain', 'credentialsVariable': 'LOG'}}"),
        refused(
            SynthesisCheck.TASK_SIZE,
            "infrastructure.service.memoryMegabytes: 1024 does not go with 1024 CPU units; from"
                + " 2048 to 8192",
            "/infrastructure",
            "{'bothRelays': true, 'service': {'cpuUnits': 1024, 'memoryMegabytes': 1024}}"),
        refused(
            SynthesisCheck.NETWORK,
            "infrastructure.network.privateSubnetIds: one is listed twice; keep one",
            "/infrastructure/network",
            "{'vpcId': 'vpc-00000001', 'availabilityZones': ['eu-west-1a', 'eu-west-1b'],"
                + " 'privateSubnetIds': ['subnet-00000001', 'subnet-00000001']}"),
        refused(
            SynthesisCheck.ARCHIVE,
            "infrastructure.archive.retentionDays: 90 must be above coldAfterDays, 90",
            "/infrastructure/archive",
            "{'coldAfterDays': 90, 'retentionDays': 90}"),
        refused(
            SynthesisCheck.EFFECT,
            "infrastructure.alarms.minLeases: has no effect with relay.host \"lambda\"; remove it",
            "/infrastructure/alarms",
            "{'minLeases': 3}"),
        new RefusedApp(
            SynthesisCheck.TARGET_KINDS,
            DOCUMENT,
            "targets.log.type: the stack knows no resources and rights of type \"rabbit\"; deploy a"
                + " relay with this target yourself, or reach it from a target that the stack"
                + " knows; see docs/own-targets.md#deploying-it",
            () -> kinds("{'targets': {'log': {'type': 'rabbit'}}}")));
  }

  /** The relay may know such a kind, when it is on the class path. */
  private static void kinds(String json) {
    StackDocument document = new StackDocument("", parsed(json), Replication.NONE);
    List<String> problems =
        SynthesisCheck.TARGET_KINDS.problems(
            Deployment.of("", new OutboxConfig(document, Given.NOTHING)));
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }

  private static RefusedApp refused(
      SynthesisCheck check, String problem, String pointer, String value) {
    return new RefusedApp(
        check, DOCUMENT, problem, () -> OutboxConfig.parseAll(changed(pointer, value)));
  }

  private static String changed(String pointer, String value) {
    ObjectNode document =
        parsed(
            """
            {'table': {'name': 'orders'}, 'controlTable': {'name': 'orders-control'}, 'relay': {},
             'targets': {'bus': {'type': 'eventbridge', 'busName': 'orders'},
                         'news': {'type': 'sns',
                                  'topicArn': 'arn:aws:sns:eu-west-1:111122223333:news'},
                         'log': {'type': 's3', 'bucketName': 'log'}},
             'routes': [{'to': ['bus', 'news', 'log']}],
             'infrastructure': {'region': 'eu-west-1', 'account': '111122223333'}}
            """);
    int last = pointer.lastIndexOf('/');
    document
        .withObject(pointer.substring(0, last))
        .set(pointer.substring(last + 1), parsed("{'it': " + value + "}").path("it"));
    return document.toString();
  }

  private static ObjectNode parsed(String json) {
    try {
      return (ObjectNode) JSON.readTree(json.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
