package io.github.dynamooutbox.aws.internal.inline;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import java.util.function.Function;

/**
 * An event on its way to a target.
 *
 * @param <E> the form in which that target sends it
 */
sealed interface InliningEntry<E extends Entry> extends Entry {
  <R> R fold(Function<AsItIs<E>, R> asItIs, Function<Elsewhere<E>, R> elsewhere);

  /** Rendered: with its payload, or with the reference to it. */
  record AsItIs<E extends Entry>(E entry) implements InliningEntry<E> {
    @Override
    public int bytes() {
      return entry.bytes();
    }

    @Override
    public <R> R fold(Function<AsItIs<E>, R> asItIs, Function<Elsewhere<E>, R> elsewhere) {
      return asItIs.apply(this);
    }
  }

  /**
   * Its payload is fetched each time it is sent, so that waiting events take no memory.
   *
   * @param byReference what is sent instead if the target refuses the payload
   * @param bytes its estimated size with the payload
   */
  record Elsewhere<E extends Entry>(
      Envelope envelope, Payload.Reference payload, Prepared<E> byReference, int bytes)
      implements InliningEntry<E> {
    @Override
    public <R> R fold(Function<AsItIs<E>, R> asItIs, Function<Elsewhere<E>, R> elsewhere) {
      return elsewhere.apply(this);
    }
  }
}
