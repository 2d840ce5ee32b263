package io.github.dynamooutbox.aws.internal.inline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Takes everything, unless its script says otherwise. */
final class ScriptedTarget implements OpenTarget<ScriptedTarget.Sent> {
  /** An event's id, and its payload or the place of it. */
  record Sent(String text, int bytes) implements Entry {}

  final List<List<String>> sent = new ArrayList<>();
  final Deque<BatchOutcome> answers = new ArrayDeque<>();
  int most = Integer.MAX_VALUE;
  boolean escapes;
  boolean refusesEmptyAndReferences;
  String refuses = "nothing";
  boolean closed;
  @Nullable CompletableFuture<BatchOutcome> pending;

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public boolean ordered() {
    return true;
  }

  @Override
  public BatchLimits limits() {
    return new BatchLimits(10, 10_000, 2);
  }

  @Override
  public Prepared<Sent> prepare(Envelope envelope) {
    Payload data = envelope.event().data();
    String text =
        data.fold(text1 -> text1.text(), binary -> binary.toString(), reference -> reference.uri());
    int bytes =
        data.fold(
            text1 -> escapes ? escaped(text1.text()) : text1.text().getBytes(UTF_8).length,
            binary -> binary.size(),
            reference -> 0);
    boolean isHere = data.fold(text1 -> true, binary -> true, reference -> false);
    if (refusesEmptyAndReferences && (bytes == 0 || !isHere)) {
      return new Prepared.Refused<>(isHere ? "EMPTY_PAYLOAD" : "PAYLOAD_ELSEWHERE", "refused");
    }
    if (text.equals(refuses)) {
      return new Prepared.Refused<>("INVALID_CHARACTERS", "refused");
    }
    Sent entry = new Sent(envelope.event().id() + ":" + text, bytes + 2);
    return bytes > most
        ? new Prepared.Refused<>("TOO_LARGE", "too large")
        : new Prepared.Ready<>(entry);
  }

  private static int escaped(String text) {
    return text.chars().map(c -> c == '\n' ? 2 : c < ' ' ? 6 : 1).sum();
  }

  @Override
  public CompletableFuture<BatchOutcome> publish(List<Sent> entries) {
    sent.add(entries.stream().map(Sent::text).toList());
    CompletableFuture<BatchOutcome> scripted = pending;
    if (scripted != null) {
      return scripted;
    }
    BatchOutcome answer = answers.poll();
    return CompletableFuture.completedFuture(
        answer == null ? BatchOutcome.all(entries.size(), Published.INSTANCE) : answer);
  }

  @Override
  public void close() {
    closed = true;
  }
}
