package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import java.time.Instant;
import java.util.Optional;

/** The result of handling an event. Failures are exceptions. */
public sealed interface HandleResult {

  /** Calls the case for this result. A case that is added later breaks compilation. */
  <R> R fold(Cases<R> cases);

  /**
   * Whether the message is finished here and can be acknowledged. If not, nothing was written, and
   * the message has to be delivered again or kept in a dead-letter queue.
   */
  boolean isFinished();

  /** Whether parked events of the aggregate may be due: see {@link Inbox#resume}. */
  default boolean parkedBehind() {
    return false;
  }

  /**
   * The failure of a parked event of the aggregate, which this call has tried to handle, too. It is
   * not the failure of the event that the call was for, whose result this is.
   */
  default Optional<ParkedFailure> parkedFailure() {
    return Optional.empty();
  }

  /**
   * One function for each result.
   *
   * @param <R> the type that the functions return
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
   * @param accepted the gap before the event, if {@link OnGap#ACCEPT} accepted one
   * @param parkedBehind whether later events of the aggregate are parked, and may have been waiting
   *     for this one: see {@link Inbox#resume}
   */
  record Handled(
      Optional<Gap> accepted, boolean parkedBehind, Optional<ParkedFailure> parkedFailure)
      implements HandleResult {
    public Handled(Optional<Gap> accepted, boolean parkedBehind) {
      this(accepted, parkedBehind, Optional.empty());
    }

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
   * An earlier call has already handled the event. This call wrote nothing.
   *
   * @param proof what shows that the event was handled
   * @param parkedBehind as for {@link Handled}
   */
  record AlreadyHandled(Proof proof, boolean parkedBehind, Optional<ParkedFailure> parkedFailure)
      implements HandleResult {
    public AlreadyHandled(Proof proof, boolean parkedBehind) {
      this(proof, parkedBehind, Optional.empty());
    }

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
    /** The aggregate's cursor, which shows that every event in its unbroken run was handled. */
    CURSOR
  }

  /**
   * The event was stored in the inbox, because events before it are missing, or parked and not
   * handled yet.
   */
  record Parked(Gap gap, Optional<ParkedFailure> parkedFailure) implements HandleResult {
    public Parked(Gap gap) {
      this(gap, Optional.empty());
    }

    /** True if nothing is missing, so that only {@link Inbox#resume} is. */
    @Override
    public boolean parkedBehind() {
      return gap.missing().isEmpty();
    }

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
   * The event is older than events of its aggregate that were handled, and nothing proves that it
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
   * Another call is handling the event under a lease, or died while doing so. Only {@link
   * Inbox#handleAtLeastOnce} returns this.
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
