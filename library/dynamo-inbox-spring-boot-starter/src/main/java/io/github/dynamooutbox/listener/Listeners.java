package io.github.dynamooutbox.listener;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.inbox.DeliveryMode;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.InboxBuilder;
import io.github.dynamooutbox.inbox.InvalidInboxException;
import io.github.dynamooutbox.inbox.LargePayloadReader;
import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import io.github.dynamooutbox.inbox.lambda.FailureDecision;
import io.github.dynamooutbox.inbox.router.EventRouter;
import io.github.dynamooutbox.inbox.router.PayloadMapper;
import io.github.dynamooutbox.writer.Outbox;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;

/**
 * One listener for each queue: its consumer's inbox, a router with its methods, and what polls the
 * queue. All are made before the application counts as started, so that what cannot work ends the
 * start; they stop before any other bean does.
 */
final class Listeners implements SmartInitializingSingleton, SmartLifecycle {
  private final ListenerMethods methods;
  private final UnaryOperator<String> placeholders;
  private final InboxProperties properties;
  private final Beans beans;
  private final List<QueueListener> listeners = new ArrayList<>();
  private volatile boolean running;

  Listeners(
      ListenerMethods methods,
      UnaryOperator<String> placeholders,
      InboxProperties properties,
      Beans beans) {
    this.methods = methods;
    this.placeholders = placeholders;
    this.properties = properties;
    this.beans = beans;
  }

  /** What the application has. */
  record Beans(
      ObjectProvider<DynamoDbClient> dynamoDb,
      ObjectProvider<SqsAsyncClient> sqs,
      ObjectProvider<Outbox> outbox,
      ObjectProvider<LargePayloadReader> payloads,
      ObjectProvider<PayloadMapper> mapper,
      ObjectProvider<ObjectMapper> jackson2,
      ObjectProvider<FailureDecision> onFailure,
      ObjectProvider<InboxCustomizer> customizers,
      ObjectProvider<ObservationRegistry> observations) {}

  @Override
  public void afterSingletonsInstantiated() {
    Map<String, List<ListenerMethod>> byQueue = new LinkedHashMap<>();
    for (ListenerMethod method : methods.found()) {
      String queue = resolved(method, "queue", method.annotation().queue());
      byQueue.computeIfAbsent(queue, unused -> new ArrayList<>()).add(method);
    }
    byQueue.forEach((queue, those) -> listeners.add(listener(queue, those)));
  }

  private String resolved(ListenerMethod method, String what, String text) {
    String resolved;
    try {
      resolved = placeholders.apply(text);
    } catch (IllegalArgumentException e) {
      throw method.invalid("its " + what + " is " + text + ", which no property resolves");
    }
    if (resolved.isBlank()) {
      throw method.invalid("its " + what + " is empty; name one");
    }
    return resolved;
  }

  private QueueListener listener(String queue, List<ListenerMethod> those) {
    ListenerMethod first = those.get(0);
    String consumer = resolved(first, "consumer", first.annotation().consumer());
    for (ListenerMethod other : those) {
      String another = resolved(other, "consumer", other.annotation().consumer());
      if (!another.equals(consumer)) {
        throw other.invalid(
            "consumers %s and %s would take each other's messages of queue %s; give each a queue"
                .formatted(another, consumer, queue));
      }
      if (other.annotation().order() != first.annotation().order()
          || !other.annotation().deadLetters().equals(first.annotation().deadLetters())) {
        throw other.invalid(
            "has another order or another queue for dead letters than "
                + first.method().getName()
                + " of the same consumer; set the same");
      }
    }
    SqsAsyncClient sqs = client(first, beans.sqs(), "SqsAsyncClient", "sqs");
    try {
      return new QueueListener(
          sqs,
          queue,
          adapter(sqs, queue, consumer, those),
          properties.parallel(),
          polling ->
              beans
                  .customizers()
                  .orderedStream()
                  .forEach(each -> each.customize(consumer, polling)));
    } catch (InvalidInboxException e) {
      throw first.invalid(e);
    }
  }

  private static <C> C client(
      ListenerMethod method, ObjectProvider<C> clients, String type, String service) {
    return clients.getIfAvailable(
        () -> {
          throw method.invalid(
              "there is no %s; add spring-cloud-aws-starter-%s, or a bean of its type"
                  .formatted(type, service));
        });
  }

  private BatchAdapter adapter(
      SqsAsyncClient sqs, String queue, String consumer, List<ListenerMethod> those) {
    ListenerMethod first = those.get(0);
    BatchSource source = queue.endsWith(".fifo") ? BatchSource.SQS_FIFO : BatchSource.SQS;
    BatchAdapter.Builder adapter =
        BatchAdapter.of(source, inbox(source, consumer, first), router(consumer, those))
            .parallel(properties.parallel());
    FailureDecision logged =
        new DeadLetters(
            first.annotation().deadLetters().isEmpty()
                ? ""
                : resolved(first, "deadLetters", first.annotation().deadLetters()),
            sqs,
            properties.deadLetterKinds());
    adapter.onFailure(beans.onFailure().getIfAvailable(() -> logged));
    beans
        .observations()
        .ifAvailable(registry -> adapter.around(new ListenerObservation(registry, consumer)::of));
    return adapter.build();
  }

  private Inbox inbox(BatchSource source, String consumer, ListenerMethod first) {
    DynamoDbClient client = client(first, beans.dynamoDb(), "DynamoDbClient", "dynamodb");
    InboxBuilder inbox = properties.applyTo(Inbox.builder(client)).consumer(consumer);
    first
        .annotation()
        .order()
        .guard(source == BatchSource.SQS ? DeliveryMode.SINGLE : DeliveryMode.IN_ORDER)
        .ifPresent(inbox::order);
    beans.outbox().ifAvailable(inbox::outbox);
    beans.payloads().ifAvailable(inbox::largePayloads);
    beans.customizers().orderedStream().forEach(each -> each.customize(consumer, inbox));
    return inbox.build();
  }

  private EventRouter router(String consumer, List<ListenerMethod> those) {
    PayloadMapper mapper = beans.mapper().getIfAvailable();
    ObjectMapper jackson2 = beans.jackson2().getIfAvailable();
    EventRouter.Builder router =
        mapper != null
            ? EventRouter.builder(mapper)
            : jackson2 != null ? EventRouter.builder(jackson2) : EventRouter.builder();
    those.forEach(method -> method.addTo(router));
    beans.customizers().orderedStream().forEach(each -> each.customize(consumer, router));
    return router.build();
  }

  @Override
  public void start() {
    running = true;
    try {
      listeners.forEach(QueueListener::start);
    } catch (RuntimeException | Error e) {
      stop();
      throw e;
    }
  }

  @Override
  public void stop() {
    // Each waits for its poll and for the messages that it has.
    CompletableFuture.allOf(
            listeners.stream()
                .map(each -> CompletableFuture.runAsync(each::stop, Listeners::thread))
                .toArray(CompletableFuture<?>[]::new))
        .join();
    running = false;
  }

  private static void thread(Runnable stop) {
    new Thread(stop, "outbox-listener-stop").start();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public boolean isAutoStartup() {
    return properties.startListeners();
  }
}
