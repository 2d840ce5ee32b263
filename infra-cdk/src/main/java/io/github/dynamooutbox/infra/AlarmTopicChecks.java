package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awscdk.services.kms.CfnKey;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.sns.CfnTopic;
import software.amazon.awscdk.services.sns.CfnTopicPolicy;
import software.amazon.awscdk.services.sns.ITopic;
import software.constructs.IConstruct;

/** Finds topics to which alarms would not come, or come beside events. */
final class AlarmTopicChecks {
  /** CloudWatch user guide, "Notifying users on alarm changes". */
  private static final String CLOUDWATCH = "cloudwatch.amazonaws.com";

  private static final String OWN_KEY = "alias/aws/sns";

  private AlarmTopicChecks() {}

  static void all(Deployment deployment, Consumer<String> problems) {
    target(deployment, problems);
    deployment.given().alarms().ifPresent(topic -> given(deployment, topic, problems));
  }

  private static void target(Deployment deployment, Consumer<String> problems) {
    Optional<Used> topic = deployment.used().stream().filter(Used::isAlarmTopic).findFirst();
    Stream.concat(
            deployment.used().stream()
                .filter(Used::isTarget)
                .filter(target -> topic.filter(target::isSame).isPresent())
                .map(Used::path),
            topic.stream().flatMap(each -> made(deployment, each)))
        .forEach(
            path ->
                problems.accept(
                    "%s: is also %s, so that its subscribers would get alarms as if they were events; name another topic"
                        .formatted(topic.orElseThrow().path(), path)));
  }

  /** The paths of targets that the stack makes, and that will have the topic's ARN. */
  private static Stream<String> made(Deployment deployment, Used topic) {
    return deployment.config().targets().stream()
        .filter(target -> target.arn().isEmpty() && topic.account().equals(deployment.account()))
        .filter(
            target ->
                target
                    .resourceName()
                    .filter(name -> topic.identity().endsWith(":sns:" + place(topic) + ":" + name))
                    .isPresent())
        .flatMap(
            target ->
                target.kind().resource().map(ResourceKind::name).stream()
                    .map(key -> "targets.%s.%s".formatted(target.name(), key.name())));
  }

  private static String place(Used topic) {
    return topic.region().orElse("") + ":" + topic.account().orElse("");
  }

  private static void given(Deployment deployment, ITopic topic, Consumer<String> problems) {
    if (Boolean.TRUE.equals(topic.getFifo())) {
      problems.accept(
          "alarmTopic: is a FIFO topic, which CloudWatch cannot notify; give a standard one");
    }
    if (topic.getNode().getDefaultChild() instanceof CfnTopic made) {
      if (TableShape.json(made, made.getKmsMasterKeyId()).toString().contains(OWN_KEY)) {
        problems.accept(
            "alarmTopic: is encrypted with %s, which CloudWatch may not use, so that no alarm would arrive; encrypt it with a key of your own whose policy allows %s, or not at all"
                .formatted(OWN_KEY, CLOUDWATCH));
      }
      // What follows is added to it while the app is made.
      if (deployment.app().isComplete()) {
        key(topic, problems);
        policy(deployment, topic, made, problems);
      }
    }
  }

  private static void key(ITopic topic, Consumer<String> problems) {
    IKey key = topic.getMasterKey();
    if (key != null
        && key.getNode().getDefaultChild() instanceof CfnKey made
        && !allows(TableShape.json(made, made.getKeyPolicy()), "kms:GenerateDataKey")) {
      problems.accept(
          "alarmTopic: the policy of its key, %s, does not let CloudWatch use it, so that no alarm would arrive; call grantEncryptDecrypt(new ServicePrincipal(\"%s\")) on the key"
              .formatted(key.getNode().getPath(), CLOUDWATCH));
    }
  }

  /** Without a policy, the account's services may publish; any policy takes that away. */
  private static void policy(
      Deployment deployment, ITopic topic, IConstruct made, Consumer<String> problems) {
    JsonNode arn = TableShape.json(made, topic.getTopicArn());
    List<CfnTopicPolicy> policies =
        deployment
            .app()
            .of(CfnTopicPolicy.class)
            .filter(
                policy ->
                    TableShape.json(policy, policy.getTopics()).valueStream().anyMatch(arn::equals))
            .toList();
    Optional<String> owner = Deployment.Place.known(topic.getEnv().getAccount());
    if (policies.isEmpty()
        && owner.isPresent()
        && deployment.account().filter(own -> !own.equals(owner.get())).isPresent()) {
      problems.accept(
          "alarmTopic: is in account %s, whose topics only its own alarms may notify; call grantPublish(new ServicePrincipal(\"%s\")) on the topic"
              .formatted(owner.get(), CLOUDWATCH));
    }
    policies.stream()
        .filter(
            policy -> !allows(TableShape.json(policy, policy.getPolicyDocument()), "sns:Publish"))
        .forEach(
            policy ->
                problems.accept(
                    "alarmTopic: its policy, which enforceSsl also makes, does not let CloudWatch publish, so that no alarm would arrive; call grantPublish(new ServicePrincipal(\"%s\")) on the topic"
                        .formatted(CLOUDWATCH)));
  }

  /** Also if it says so in a way that is not understood here. */
  private static boolean allows(JsonNode policy, String action) {
    JsonNode statements = policy.path("Statement");
    return (statements.isArray() ? statements.valueStream() : Stream.of(statements))
        .filter(statement -> statement.path("Effect").asText().equals("Allow"))
        .filter(
            statement ->
                !statement.has("Principal") || isForCloudWatch(statement.path("Principal")))
        .anyMatch(
            statement ->
                !statement.has("Action")
                    || texts(statement.path("Action")).anyMatch(some -> covers(some, action)));
  }

  /** IAM user guide, "Action": in any case, with {@code *} and {@code ?} anywhere. */
  private static boolean covers(String pattern, String action) {
    String regex = Pattern.quote(pattern).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE).matcher(action).matches();
  }

  private static boolean isForCloudWatch(JsonNode principal) {
    return Stream.of(principal, principal.path("AWS"), principal.path("Service"))
        .flatMap(AlarmTopicChecks::texts)
        .anyMatch(who -> who.equals("*") || who.equals(CLOUDWATCH));
  }

  /** Of one text, or of a list of them. */
  private static Stream<String> texts(JsonNode oneOrMore) {
    return oneOrMore.isTextual()
        ? Stream.of(oneOrMore.asText())
        : oneOrMore.isArray() ? oneOrMore.valueStream().map(JsonNode::asText) : Stream.empty();
  }
}
