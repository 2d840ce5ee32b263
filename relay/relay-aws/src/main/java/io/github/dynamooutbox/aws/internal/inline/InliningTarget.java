package io.github.dynamooutbox.aws.internal.inline;

import io.github.dynamooutbox.aws.internal.inline.InliningTarget.InliningEntry.AsItIs;
import io.github.dynamooutbox.aws.internal.inline.InliningTarget.InliningEntry.Elsewhere;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.PayloadFetcher;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A target that is sent payloads where its events only refer to them. A payload that the target
 * refuses because of its size is sent as a reference. Lanes see no difference: while its payload is
 * fetched, an event counts as in flight.
 *
 * @param <E> the form in which the target sends an event
 */
final class InliningTarget<E extends Entry> implements OpenTarget<InliningTarget.InliningEntry<E>> {
  private final OpenTarget<E> target;
  private final long most;
  private final PayloadFetcher fetcher;
  private final TargetHost host;

  /**
   * @param most length in bytes up to which payloads are fetched
   */
  InliningTarget(OpenTarget<E> target, long most, PayloadFetcher fetcher, TargetHost host) {
    this.target = target;
    this.most = most;
    this.fetcher = fetcher;
    this.host = host;
  }

  @Override
  public String name() {
    return target.name();
  }

  @Override
  public boolean ordered() {
    return target.ordered();
  }

  @Override
  public BatchLimits limits() {
    return target.limits();
  }

  @Override
  public Prepared<InliningEntry<E>> prepare(Envelope envelope) {
    Prepared<E> prepared = target.prepare(envelope);
    return envelope
        .event()
        .data()
        .fold(
            text -> asItIs(prepared),
            binary -> asItIs(prepared),
            reference ->
                reference.length() <= most && fetcher.fetchesFrom(reference.uri())
                    ? elsewhere(envelope, reference, prepared)
                    : asItIs(prepared));
  }

  private Prepared<InliningEntry<E>> asItIs(Prepared<E> prepared) {
    return prepared.fold(
        ready -> new Prepared.Ready<>(new AsItIs<>(ready.entry())),
        refused -> new Prepared.Refused<>(refused.code(), refused.message()));
  }

  private Prepared<InliningEntry<E>> elsewhere(
      Envelope envelope, Payload.Reference reference, Prepared<E> byReference) {
    long payload = Inlined.bytes(envelope, reference);
    // Any other refusal than one for its size may concern the content that stands in for the
    // payload.
    return target
        .prepare(Inlined.smallest(envelope, reference))
        .fold(
            ready -> elsewhere(envelope, reference, byReference, ready.entry().bytes() + payload),
            refused ->
                refused.code().equals(Sending.TOO_LARGE)
                    ? asItIs(byReference)
                    : elsewhere(envelope, reference, byReference, payload));
  }

  private Prepared<InliningEntry<E>> elsewhere(
      Envelope envelope, Payload.Reference reference, Prepared<E> byReference, long bytes) {
    int size = (int) Math.min(bytes, Integer.MAX_VALUE);
    return new Prepared.Ready<>(new Elsewhere<>(envelope, reference, byReference, size));
  }

  @Override
  public CompletionStage<BatchOutcome> publish(List<InliningEntry<E>> entries) {
    List<E> ready = new ArrayList<>(entries.size());
    for (InliningEntry<E> entry : entries) {
      entry
          .<Optional<E>>fold(it -> Optional.of(it.entry()), elsewhere -> Optional.empty())
          .ifPresent(ready::add);
    }
    return ready.size() == entries.size()
        ? target.publish(ready)
        : new InliningRequest<>(target, new VerifiedFetch(fetcher, host), entries).start(host);
  }

  @Override
  public void close() {
    target.close();
  }

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
}
