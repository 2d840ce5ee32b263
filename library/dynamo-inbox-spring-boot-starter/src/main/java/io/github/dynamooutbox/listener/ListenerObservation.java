package io.github.dynamooutbox.listener;

import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.InboxException;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.lambda.EventProcessor;
import io.github.dynamooutbox.writer.OutboxException;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;

/**
 * Observes each event as {@code outbox.listener}, with its transaction. Tracing, if the application
 * has it, continues the trace that the event carries, whichever tracer it is.
 */
final class ListenerObservation {
  private static final String RESULT = "result";

  private final ObservationRegistry registry;
  private final String consumer;

  ListenerObservation(ObservationRegistry registry, String consumer) {
    this.registry = registry;
    this.consumer = consumer;
  }

  EventProcessor of(EventProcessor processor) {
    return (event, left) -> process(processor, event, left);
  }

  private HandleResult process(EventProcessor processor, ReceivedEvent event, Duration left) {
    ReceiverContext<ReceivedEvent> context =
        new ReceiverContext<>(
            (carrier, key) ->
                Objects.requireNonNull(carrier)
                    .attribute(key.toLowerCase(Locale.ROOT))
                    .orElse(null),
            Kind.CONSUMER);
    context.setCarrier(event);
    Observation observation =
        Observation.createNotStarted("outbox.listener", () -> context, registry)
            .contextualName(consumer + " process")
            .lowCardinalityKeyValue("consumer", consumer)
            .lowCardinalityKeyValue(RESULT, "failed")
            .highCardinalityKeyValue("event.id", event.id())
            .highCardinalityKeyValue("event.type", event.type())
            .start();
    Observation.Scope scope = observation.openScope();
    try {
      HandleResult result = processor.process(event, left);
      observation.lowCardinalityKeyValue(RESULT, result.getClass().getSimpleName());
      return result;
    } catch (RuntimeException | Error e) {
      observation.error(FailedHandling.of(e));
      throw e;
    } finally {
      scope.close();
      observation.stop();
    }
  }

  /**
   * What observations get in place of an exception whose message, or that of a cause, may quote a
   * payload: its class only.
   */
  private static final class FailedHandling extends RuntimeException {
    private static final long serialVersionUID = 1;

    private FailedHandling(String type) {
      super(type, null, false, false);
    }

    static Throwable of(Throwable failure) {
      boolean isOurs = failure instanceof InboxException || failure instanceof OutboxException;
      return isOurs && failure.getCause() == null
          ? failure
          : new FailedHandling(failure.getClass().getName());
    }
  }
}
