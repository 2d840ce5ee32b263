package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.cloudwatch.AlarmBase;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.sns.Topic;
import software.amazon.awscdk.services.sns.subscriptions.EmailSubscription;
import software.constructs.Construct;

/** Where alarms go: an existing topic, or a new one that is encrypted. */
final class AlarmTopic extends Construct {
  private final ITopic topic;

  AlarmTopic(Construct scope, String id, AlarmSettings settings) {
    super(scope, id);
    topic =
        settings
            .topicArn()
            .map(arn -> Topic.fromTopicArn(this, "Topic", arn))
            .orElseGet(this::make);
    settings.email().ifPresent(email -> topic.addSubscription(new EmailSubscription(email)));
  }

  ITopic topic() {
    return topic;
  }

  /** Notifies the topic when the alarm begins and when it ends. */
  void listenTo(AlarmBase alarm) {
    SnsAction notification = new SnsAction(topic);
    alarm.addAlarmAction(notification);
    alarm.addOkAction(notification);
  }

  private ITopic make() {
    // CloudWatch may not use the account's own key for SNS. Nothing is stored under this one.
    Key key =
        Key.Builder.create(this, "Key")
            .description("Encrypts the outbox's alarms")
            .enableKeyRotation(true)
            .removalPolicy(RemovalPolicy.DESTROY)
            .build();
    key.addToResourcePolicy(
        PolicyStatement.Builder.create()
            .principals(List.of(new ServicePrincipal("cloudwatch.amazonaws.com")))
            .actions(List.of("kms:Decrypt", "kms:GenerateDataKey"))
            .resources(List.of("*"))
            .conditions(ofThisAccount())
            .build());
    Topic made = Topic.Builder.create(this, "Topic").masterKey(key).enforceSsl(true).build();
    // The policy that enforces TLS replaces the one that lets the account's services publish.
    made.addToResourcePolicy(
        PolicyStatement.Builder.create()
            .principals(List.of(new ServicePrincipal("cloudwatch.amazonaws.com")))
            .actions(List.of("sns:Publish"))
            .resources(List.of(made.getTopicArn()))
            .conditions(ofThisAccount())
            .build());
    return made;
  }

  private Map<String, Map<String, String>> ofThisAccount() {
    return Map.of("StringEquals", Map.of("aws:SourceAccount", Stack.of(this).getAccount()));
  }
}
