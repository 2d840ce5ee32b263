package io.github.dynamooutbox.testrelay;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.internal.bus.BusClient;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Target;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequest;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequest;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.sns.model.PublishBatchRequest;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.utils.builder.SdkBuilder;

/**
 * What a target of the relay sends for an event. The target is the real one; its client keeps the
 * request instead of sending it.
 */
final class SentRequest implements InvocationHandler {
  private static final String ACCOUNT = ":us-east-1:000000000000:";

  private static final Pattern PUBLISHING = Pattern.compile("put|send|publish");

  static final String SQS = "\"type\":\"sqs\",\"queueName\":\"test\"";
  static final String SNS = "\"type\":\"sns\",\"topicArn\":\"arn:aws:sns" + ACCOUNT + "test\"";
  static final String BUS = "\"type\":\"eventbridge\",\"busName\":\"test\"";
  static final String STREAM = "\"type\":\"kinesis\",\"streamName\":\"test\"";
  static final String CUSTOM_BUS =
      "\"type\":\"eventbridgev2\",\"api\":\"raw\",\"busArn\":\"arn:aws:events"
          + ACCOUNT
          + "event-busv2/test/"
          + "a".repeat(25)
          + '"';

  private @Nullable Object sent;

  private SentRequest() {}

  static SendMessageBatchRequestEntry toSqs(String form, Envelope envelope) {
    return sent(SQS, form, envelope, SendMessageBatchRequest.class).entries().get(0);
  }

  static PublishBatchRequestEntry toSns(String form, Envelope envelope) {
    return sent(SNS, form, envelope, PublishBatchRequest.class).publishBatchRequestEntries().get(0);
  }

  static PutEventsRequestEntry toBus(String form, Envelope envelope) {
    return sent(BUS, form, envelope, PutEventsRequest.class).entries().get(0);
  }

  static PutRecordsRequestEntry toStream(String form, Envelope envelope) {
    return sent(STREAM, form, envelope, PutRecordsRequest.class).records().get(0);
  }

  static BusClient.RawEvent toCustomBus(String form, Envelope envelope) {
    return (BusClient.RawEvent) sent(CUSTOM_BUS, form, envelope, List.class).get(0);
  }

  static <R> R sent(String target, String form, Envelope envelope, Class<R> request) {
    SentRequest kept = new SentRequest();
    TargetHost host = new LentClients(TestCommit.TABLE, Runnable::run, kept::client);
    BatchOutcome outcome = send(open("test", target, form, host), envelope);
    if (kept.sent == null) {
      throw new IllegalArgumentException("no relay sends this event in this form: " + outcome);
    }
    return request.cast(Objects.requireNonNull(kept.sent));
  }

  private Object client(Class<?> type) {
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this);
  }

  /** The target that a relay would open with this configuration. */
  static OpenTarget<?> open(String name, String target, String form, TargetHost host) {
    return RelayConfig.parse(
            """
            {"table":{"name":"%s"},"routes":[{"to":["%s"]}],
             "targets":{"%s":{%s,"envelope":"%s"}}}
            """
                .formatted(host.table(), name, name, target, form))
        .targets()
        .get(0)
        .open(host);
  }

  /** What the target sends for an event. */
  static <E extends Entry> E prepared(Target<E> target, Envelope envelope) {
    return target
        .prepare(envelope)
        .fold(
            ready -> ready.entry(),
            refused -> {
              throw new IllegalArgumentException(
                  "no relay sends this event in this form: "
                      + refused.code()
                      + ", "
                      + refused.message());
            });
  }

  private static <E extends Entry> BatchOutcome send(OpenTarget<E> target, Envelope envelope) {
    return target.publish(List.of(prepared(target, envelope))).toCompletableFuture().join();
  }

  /**
   * Keeps what is to be sent, the request or its entries, and answers with nothing in it. What a
   * stream's settings are is not known.
   */
  @Override
  public Object invoke(Object client, Method method, Object @Nullable [] arguments)
      throws Throwable {
    Object[] given = arguments == null ? new Object[0] : arguments;
    if (given.length == 1 && given[0] instanceof Consumer) {
      // Calls the method that takes a request.
      return InvocationHandler.invokeDefault(client, method, given);
    }
    if (method.getName().equals("describeStreamSummary")) {
      throw SdkClientException.create("there is no stream");
    }
    if (PUBLISHING.matcher(method.getName()).lookingAt()) {
      sent = given[given.length - 1];
    }
    return method.getReturnType() == List.class
        ? List.of()
        : ((SdkBuilder<?, ?>) method.getReturnType().getMethod("builder").invoke(null)).build();
  }
}
