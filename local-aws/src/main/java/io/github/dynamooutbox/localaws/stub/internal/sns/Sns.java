package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.AcceptedMessage;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.Deliveries;
import io.github.dynamooutbox.localaws.stub.internal.RecordingLog;
import io.github.dynamooutbox.localaws.stub.internal.ServiceEndpoint;
import java.time.Clock;
import java.util.Map;

/** The table of SNS's actions. */
public final class Sns {
  private Sns() {}

  /** SNS without any topic. */
  public static ServiceEndpoint endpoint(
      Account account, Clock clock, RecordingLog<AcceptedMessage> log, Deliveries deliveries) {
    Topics topics = new Topics(account);
    MessageIntake intake = new MessageIntake(clock, log, new Fanout(deliveries));
    return new QueryEndpoint(
        Map.of(
            "CreateTopic", new CreateTopic(topics),
            "DeleteTopic", new DeleteTopic(topics),
            "GetTopicAttributes", new GetTopicAttributes(topics, account),
            "Subscribe", new Subscribe(topics, deliveries),
            "Unsubscribe", new Unsubscribe(topics),
            "Publish", new Publish(topics, intake),
            "PublishBatch", new PublishBatch(topics, intake)));
  }
}
