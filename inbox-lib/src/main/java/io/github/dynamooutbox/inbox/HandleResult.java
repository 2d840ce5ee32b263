package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import java.time.Instant;
import java.util.Optional;

/** What became of an event. Failures are exceptions. */
public sealed interface HandleResult {

  /** Calls the case for this result. A case that is added later breaks the compilation. */
  <R> R fold(Cases<R> cases);

  /**
   * Whether the message is finished here and can be acknowledged. If not, nothing was written, and
   * it has to be delivered again, or kept by a dead-letter queue.
   */
  boolean isFinished();

  /** Whether parked events of the aggregate may have waited for this one. */
  default boolean parkedBehind() {
    return false;
  }

  /**
   * One function for each result.
   *
   * @param <R> what they return
   */
  interface Cases<R> {
    R handled(Handled handled);

    R alreadyHandled(AlreadyHandled repeat);

    R parked(Parked parked);

    R waiting(Waiting waiting);

    R late(Late late);

    R leased(Leased leased);
  }

  /**
   * The event was handled by this call.
   *
   * @param accepted the gap before it, if {@link OnGap#ACCEPT} accepted one
   * @param parkedBehind whether later events of the aggregate are parked, and this one may be what
   *     they wait for: see {@link Inbox#resume}
   */
  record Handled(Optional<Gap> accepted, boolean parkedBehind) implements HandleResult {
    @Override
    public <R> R fold(Cases<R> cases) {
      return cases.handled(this);
    }

    @Override
    public boolean isFinished() {
      return true;
    }
  }

  /**
   * An earlier call had handled the event. This call wrote nothing.
   *
   * @param proof how that is known
   * @param parkedBehind as that of {@link Handled}
   */
  record AlreadyHandled(Proof proof, boolean parkedBehind) implements HandleResult {
    @Override
    public <R> R fold(Cases<R> cases) {
      return cases.alreadyHandled(this);
    }

    @Override
    public boolean isFinished() {
      return true;
    }
  }

  /** How a repeat is recognised. */
  enum Proof {
    /** The event's own entry. */
    ENTRY,
    /** The aggregate's cursor: everything from where it began to where it is was handled. */
    CURSOR
  }

  /** The event was kept in the inbox, because events before it are missing. */
  record Parked(Gap gap) implements HandleResult {
    @Override
    public <R> R fold(Cases<R> cases) {
      return cases.parked(this);
    }

    @Override
    public boolean isFinished() {
      return true;
    }
  }

  /** Events before this one are missing; deliver it again later. */
  record Waiting(Gap gap) implements HandleResult {
    @Override
    public <R> R fold(Cases<R> cases) {
      return cases.waiting(this);
    }

    @Override
    public boolean isFinished() {
      return false;
    }
  }

  /**
   * The event is older than others of its aggregate that were handled, and nothing proves that it
   * was handled itself. Nothing was written.
   *
   * @param expected {@code sequence} of the event that would be next
   */
  record Late(AggregateKey aggregate, EventPosition received, String expected)
      implements HandleResult {
    @Override
    public <R> R fold(Cases<R> cases) {
      return cases.late(this);
    }

    @Override
    public boolean isFinished() {
      return false;
    }
  }

  /**
   * Another call is handling the event under a lease, or was when it died; only of {@link
   * Inbox#handleAtLeastOnce}.
   *
   * @param until when the lease ends; deliver the event again after that
   */
  record Leased(Instant until) implements HandleResult {
    @Override
    public <R> R fold(Cases<R> cases) {
      return cases.leased(this);
    }

    @Override
    public boolean isFinished() {
      return false;
    }
  }
}
