package io.github.dynamooutbox.relay.publish;

import io.github.dynamooutbox.relay.decode.Envelope;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A destination of events: an event bus, a topic, a stream. Implementations are thread-safe, do not
 * retry, and never block the calling thread in {@link #publish}.
 *
 * @param <E> the form in which this target sends an event
 */
public interface Target<E extends Entry> {
  /** The name that routes and metrics use. */
  String name();

  /** Whether an aggregate's next event waits until the one before it is accepted. */
  boolean ordered();

  BatchLimits limits();

  /**
   * Renders an event, once for each event and target; does no I/O. An exception counts as a {@link
   * PublishOutcome.Retry}: the event is prepared again after a pause.
   */
  Prepared<E> prepare(Envelope envelope);

  /**
   * Sends one request.
   *
   * <p>Errors of the service or the network are outcomes and never complete the stage
   * exceptionally. If the stage does complete exceptionally, every entry counts as {@link
   * PublishOutcome.Retry}, and the request is sent again in two halves, so that an entry that is
   * the cause is alone in the end. Cancelling the stage's future aborts the request if possible;
   * the service may have accepted it nevertheless.
   *
   * @param entries not empty, within {@link #limits()}
   */
  CompletionStage<BatchOutcome> publish(List<E> entries);
}
