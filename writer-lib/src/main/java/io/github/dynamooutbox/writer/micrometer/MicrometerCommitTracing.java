package io.github.dynamooutbox.writer.micrometer;

import io.github.dynamooutbox.writer.CommitTracing;
import io.github.dynamooutbox.writer.OutboxException;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Observes each commit as {@code outbox.transaction}, with the keys {@code table}, {@code source}
 * and {@code outcome}. Where the registry has Micrometer Tracing, with Brave or OpenTelemetry, that
 * is a span of kind producer, a child of the current one, and consumers continue its trace. Of an
 * exception that may quote a payload, the observation has only the class. Needs Micrometer's {@code
 * micrometer-observation} on the class path. Thread-safe.
 */
public final class MicrometerCommitTracing implements CommitTracing {
  private static final String OUTCOME = "outcome";

  private final ObservationRegistry registry;

  public MicrometerCommitTracing(ObservationRegistry registry) {
    this.registry = registry;
  }

  @Override
  public Span start(String table, String source) {
    Map<String, String> fields = new HashMap<>();
    SenderContext<Map<String, String>> context =
        new SenderContext<>(
            (carrier, key, value) -> Objects.requireNonNull(carrier).put(key, value),
            Kind.PRODUCER);
    context.setCarrier(fields);
    Observation observation =
        Observation.createNotStarted("outbox.transaction", () -> context, registry)
            .contextualName(table + " commit")
            .lowCardinalityKeyValue("table", table)
            .lowCardinalityKeyValue("source", source)
            .lowCardinalityKeyValue(OUTCOME, "committed")
            .start();
    return new ObservedCommit(observation, Map.copyOf(fields));
  }

  /**
   * A commit that is observed.
   *
   * @param fields what the propagator sends, in the names of its headers
   */
  private record ObservedCommit(Observation observation, Map<String, String> fields)
      implements Span {
    @Override
    public Optional<TraceContext> context() {
      return Optional.ofNullable(fields.get("traceparent"))
          .map(parent -> new TraceContext(parent, Optional.ofNullable(fields.get("tracestate"))));
    }

    @Override
    public void end(Optional<Throwable> failure) {
      failure.ifPresent(
          thrown ->
              observation.error(FailedCommit.of(thrown)).lowCardinalityKeyValue(OUTCOME, "failed"));
      observation.stop();
    }
  }

  /**
   * What observations get in place of an exception whose message, or that of a cause, may quote a
   * payload: its class only.
   */
  private static final class FailedCommit extends RuntimeException {
    private static final long serialVersionUID = 1;

    private FailedCommit(String type) {
      super(type, null, false, false);
    }

    static Throwable of(Throwable failure) {
      return failure instanceof OutboxException && failure.getCause() == null
          ? failure
          : new FailedCommit(failure.getClass().getName());
    }
  }
}
