package io.github.dynamooutbox.relay.publish;

import io.github.dynamooutbox.relay.decode.Envelope;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Somewhere events go: an event bus, a topic, a stream. Implementations are thread-safe, do not
 * retry, and never block the calling thread in {@link #publish}.
 *
 * @param <E> the form in which this target sends an event
 */
public interface Target<E extends Entry> {
  /** The name that routes and metrics use. */
  String name();

  /** Whether an aggregate's next event waits until the one before it was accepted. */
  boolean ordered();

  BatchLimits limits();

  /** Renders an event. Called once for each event and target; does no I/O. */
  Prepared<E> prepare(Envelope envelope);

  /**
   * Sends one request.
   *
   * <p>The stage never completes exceptionally for anything that the service or the network did:
   * these are outcomes. If it does complete exceptionally, every entry counts as {@link
   * PublishOutcome.Retry}. Cancelling the stage's future aborts the request as far as it can; the
   * service may have accepted it all the same.
   *
   * @param entries within {@link #limits()}, not empty
   */
  CompletionStage<BatchOutcome> publish(List<E> entries);
}
