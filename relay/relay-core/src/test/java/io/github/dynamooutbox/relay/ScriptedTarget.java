package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** A target in memory, whose answers a test scripts. Accepts everything unless told otherwise. */
final class ScriptedTarget implements Target<ScriptedTarget.Sent> {
  record Sent(Envelope envelope, int bytes) implements Entry {
    /** The event's id, which names all of it: another one where anything else is not its own. */
    String id() {
      return Records.isWhole(envelope)
          ? envelope.event().id()
          : envelope.event().id() + " with the content of another event";
    }
  }

  private final String name;
  private final boolean ordered;
  private final BatchLimits limits;
  private final VirtualLoop loop;
  private final Deque<Function<List<Sent>, BatchOutcome>> answers = new ArrayDeque<>();
  private Function<List<Sent>, BatchOutcome> standard = ScriptedTarget::acceptAll;
  private final Map<String, RuntimeException> failures = new HashMap<>();
  private Duration latency = Duration.ofMillis(10);

  final List<List<String>> requests = new ArrayList<>();
  final List<String> accepted = new ArrayList<>();
  int inFlight;
  int mostInFlight;
  int cancelled;

  /** What happens when an event is prepared. */
  Consumer<Envelope> preparing = envelope -> {};

  /** For tests that count requests and do not keep them. */
  int sent;

  ScriptedTarget(String name, boolean ordered, BatchLimits limits, VirtualLoop loop) {
    this.name = name;
    this.ordered = ordered;
    this.limits = limits;
    this.loop = loop;
  }

  static BatchOutcome acceptAll(List<Sent> entries) {
    return BatchOutcome.all(entries.size(), Published.INSTANCE);
  }

  /** The next request that has no answer yet gets this one. */
  ScriptedTarget next(Function<List<Sent>, BatchOutcome> answer) {
    answers.add(answer);
    return this;
  }

  /** Every request without an answer of its own gets this one. */
  ScriptedTarget always(Function<List<Sent>, BatchOutcome> answer) {
    standard = answer;
    return this;
  }

  void failsToPrepare(String eventId, RuntimeException failure) {
    failures.put(eventId, failure);
  }

  ScriptedTarget latency(Duration latency) {
    this.latency = latency;
    return this;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean ordered() {
    return ordered;
  }

  @Override
  public BatchLimits limits() {
    return limits;
  }

  @Override
  public Prepared<Sent> prepare(Envelope envelope) {
    preparing.accept(envelope);
    RuntimeException failure = failures.get(envelope.event().id());
    if (failure != null) {
      throw failure;
    }
    int bytes = envelope.event().data().toBytes().length;
    return bytes > limits.maxBytes()
        ? new Prepared.Refused<>("TOO_LARGE", bytes + " bytes")
        : new Prepared.Ready<>(new Sent(envelope, bytes));
  }

  @Override
  public CompletionStage<BatchOutcome> publish(List<Sent> entries) {
    requests.add(entries.stream().map(Sent::id).toList());
    mostInFlight = Math.max(mostInFlight, ++inFlight);
    CompletableFuture<BatchOutcome> answer = new CompletableFuture<>();
    loop.schedule(
        latency,
        () -> {
          inFlight--;
          if (answer.isCancelled()) {
            cancelled++;
          } else {
            try {
              answer.complete(outcomeOf(entries));
            } catch (RuntimeException thrown) {
              answer.completeExceptionally(thrown);
            }
          }
        });
    return answer;
  }

  private BatchOutcome outcomeOf(List<Sent> entries) {
    Function<List<Sent>, BatchOutcome> script = answers.isEmpty() ? standard : answers.poll();
    BatchOutcome outcome = script.apply(entries);
    if (outcome instanceof PerEntry perEntry) {
      for (int i = 0; i < Math.min(entries.size(), perEntry.outcomes().size()); i++) {
        PublishOutcome each = perEntry.outcomes().get(i);
        if (each instanceof Published) {
          accepted.add(entries.get(i).id());
        }
      }
    }
    return outcome;
  }
}
