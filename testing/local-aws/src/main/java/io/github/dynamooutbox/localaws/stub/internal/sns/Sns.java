package io.github.dynamooutbox.localaws.stub.internal.sns;

import static io.github.dynamooutbox.localaws.stub.internal.sns.QueryEndpoint.QueryInput.invalidParameter;

import io.github.dynamooutbox.localaws.stub.AcceptedMessage;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.Deliveries;
import io.github.dynamooutbox.localaws.stub.internal.FaultPlan;
import io.github.dynamooutbox.localaws.stub.internal.RecordingLog;
import io.github.dynamooutbox.localaws.stub.internal.ServiceEndpoint;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.sns.MessageIntake.MessageRules;
import io.github.dynamooutbox.localaws.stub.internal.sns.QueryEndpoint.QueryInput;
import java.time.Clock;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** SNS: the table of its actions, and those on topics and subscriptions. */
public final class Sns {
  private static final String NAME = "[A-Za-z0-9_-]{1,256}";
  private static final String FIFO_NAME = "[A-Za-z0-9_-]{1,251}\\.fifo";
  private static final String RAW = "RawMessageDelivery";
  private static final String MAX_BYTES = "MaximumMessageSize";

  private final Account account;
  private final Topics topics;
  private final Deliveries deliveries;

  private Sns(Account account, Topics topics, Deliveries deliveries) {
    this.account = account;
    this.topics = topics;
    this.deliveries = deliveries;
  }

  /** SNS without any topic. */
  public static ServiceEndpoint endpoint(
      Account account, Clock clock, RecordingLog<AcceptedMessage> log, Deliveries deliveries) {
    Topics topics = new Topics(account);
    Sns sns = new Sns(account, topics, deliveries);
    PublishActions publish =
        new PublishActions(topics, new MessageIntake(clock, log, new Fanout(deliveries)));
    return new QueryEndpoint(
        Map.of(
            "CreateTopic", sns::createTopic,
            "DeleteTopic", sns::deleteTopic,
            "GetTopicAttributes", sns::getTopicAttributes,
            "Subscribe", sns::subscribe,
            "Unsubscribe", sns::unsubscribe,
            "Publish", publish::one,
            "PublishBatch", publish::batch));
  }

  private void createTopic(QueryInput input, XmlOutput result, FaultPlan faults) {
    String name = input.requiredText("Name");
    Map<String, String> attributes = input.map("Attributes");
    boolean fifo = Boolean.parseBoolean(attributes.get("FifoTopic"));
    boolean contentBased = Boolean.parseBoolean(attributes.get("ContentBasedDeduplication"));
    if (!name.matches(fifo ? FIFO_NAME : NAME)) {
      throw invalidParameter(
          Account.isFifo(name) || fifo
              ? "Topic Name: a FIFO topic, and only a FIFO topic, has a name that ends in .fifo"
              : "Topic Name");
    }
    if (contentBased && !fifo) {
      throw invalidParameter(
          "Attributes Reason: Content-based deduplication can only be set for FIFO topics");
    }
    int maxBytes = maxBytes(attributes.get(MAX_BYTES));
    result.text("TopicArn", topics.create(name, fifo, contentBased, maxBytes).arn());
  }

  private static int maxBytes(@Nullable String given) {
    if (given == null) {
      return MessageRules.DEFAULT_BYTES;
    }
    if (!given.matches("[0-9]{4,7}")
        || Integer.parseInt(given) < 1024
        || Integer.parseInt(given) > 1024 * 1024) {
      throw invalidParameter("Attributes Reason: MaximumMessageSize is 1024 to 1048576");
    }
    return Integer.parseInt(given);
  }

  /** Deletes a topic with its subscriptions; a topic that does not exist is not an error. */
  private void deleteTopic(QueryInput input, XmlOutput result, FaultPlan faults) {
    topics.delete(input.requiredText("TopicArn"));
  }

  private void getTopicAttributes(QueryInput input, XmlOutput result, FaultPlan faults) {
    Topic topic = topics.get(input.requiredText("TopicArn"));
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("TopicArn", topic.arn());
    attributes.put("Owner", account.id());
    attributes.put("SubscriptionsConfirmed", String.valueOf(topic.subscriptions().size()));
    attributes.put("SubscriptionsPending", "0");
    attributes.put(MAX_BYTES, String.valueOf(topic.maxBytes()));
    if (topic.fifo()) {
      attributes.put("FifoTopic", "true");
      attributes.put(
          "ContentBasedDeduplication", String.valueOf(topic.contentBasedDeduplication()));
    }
    result.map("Attributes", attributes);
  }

  /** Subscribes a queue; refuses options that the stub cannot serve as requested. */
  private void subscribe(QueryInput input, XmlOutput result, FaultPlan faults) {
    Topic topic = topics.get(input.requiredText("TopicArn"));
    if (!input.requiredText("Protocol").equals("sqs")) {
      throw invalidParameter("Protocol Reason: this stub delivers to sqs only");
    }
    String queueArn = input.requiredText("Endpoint");
    if (!Account.isQueueArn(queueArn)) {
      throw invalidParameter("SQS endpoint ARN");
    }
    if (!deliveries.possible()) {
      throw invalidParameter("Protocol Reason: this stub was started without a delivery to queues");
    }
    if (Account.isFifo(queueArn) && !topic.fifo()) {
      throw invalidParameter(
          "Endpoint Reason: FIFO SQS Queues can not be subscribed to standard SNS topics");
    }
    Map<String, String> attributes = new HashMap<>(input.map("Attributes"));
    boolean raw = Boolean.parseBoolean(attributes.remove(RAW));
    if (!attributes.isEmpty()) {
      throw invalidParameter("Attributes Reason: this stub does not know " + attributes.keySet());
    }
    result.text("SubscriptionArn", topic.subscribe(queueArn, raw).arn());
  }

  /** Removes a subscription; one that does not exist is not an error. */
  private void unsubscribe(QueryInput input, XmlOutput result, FaultPlan faults) {
    topics.unsubscribe(input.requiredText("SubscriptionArn"));
  }

  /** The topics that exist, by ARN. */
  static final class Topics {
    private final Map<String, Topic> topics = new ConcurrentHashMap<>();
    private final Account account;

    Topics(Account account) {
      this.account = account;
    }

    /** Creates a topic; an existing topic with the same attributes is returned. */
    Topic create(String name, boolean fifo, boolean contentBasedDeduplication, int maxBytes) {
      String arn = account.arn("sns", name);
      Topic topic =
          topics.computeIfAbsent(
              arn, key -> new Topic(key, fifo, contentBasedDeduplication, maxBytes));
      if (topic.fifo() != fifo
          || topic.contentBasedDeduplication() != contentBasedDeduplication
          || topic.maxBytes() != maxBytes) {
        throw QueryInput.invalidParameter(
            "Attributes Reason: Topic already exists with different attributes");
      }
      return topic;
    }

    void delete(String arn) {
      topics.remove(arn);
    }

    Topic get(String arn) {
      if (!arn.matches("arn:aws[\\w-]*:sns:[^:]*:[^:]*:[^:]+")) {
        throw QueryInput.invalidParameter("TopicArn Reason: An ARN must have at least 6 elements");
      }
      return Optional.ofNullable(topics.get(arn))
          .orElseThrow(() -> new ServiceError(404, "NotFound", "Topic does not exist"));
    }

    void unsubscribe(String subscriptionArn) {
      topics.values().forEach(topic -> topic.unsubscribe(subscriptionArn));
    }
  }
}
