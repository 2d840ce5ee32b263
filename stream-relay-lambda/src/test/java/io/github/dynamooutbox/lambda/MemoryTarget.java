package io.github.dynamooutbox.lambda;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** An ordered target in memory that answers as the test decides, at once or never. */
final class MemoryTarget implements Target<MemoryTarget.Sent> {
  record Sent(String id) implements Entry {
    @Override
    public int bytes() {
      return 1;
    }
  }

  final List<String> accepted = new CopyOnWriteArrayList<>();
  final List<CompletableFuture<BatchOutcome>> unanswered = new CopyOnWriteArrayList<>();

  /** The outcome of one entry, or null to leave the whole request without an answer. */
  volatile Function<String, PublishOutcome> answer = id -> PublishOutcome.Published.INSTANCE;

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public boolean ordered() {
    return true;
  }

  @Override
  public BatchLimits limits() {
    return new BatchLimits(10, 1_000, 4);
  }

  @Override
  public Prepared<Sent> prepare(Envelope envelope) {
    return new Prepared.Ready<>(new Sent(envelope.event().id()));
  }

  @Override
  public CompletionStage<BatchOutcome> publish(List<Sent> entries) {
    var stage = new CompletableFuture<BatchOutcome>();
    List<PublishOutcome> outcomes =
        entries.stream().map(Sent::id).map(answer).filter(outcome -> outcome != null).toList();
    if (outcomes.size() < entries.size()) {
      unanswered.add(stage);
      return stage;
    }
    for (int i = 0; i < entries.size(); i++) {
      if (outcomes.get(i) instanceof PublishOutcome.Published) {
        accepted.add(entries.get(i).id());
      }
    }
    stage.complete(new BatchOutcome.PerEntry(outcomes));
    return stage;
  }
}
