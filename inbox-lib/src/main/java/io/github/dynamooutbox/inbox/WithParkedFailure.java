package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.inbox.HandleResult.AlreadyHandled;
import io.github.dynamooutbox.inbox.HandleResult.Handled;
import io.github.dynamooutbox.inbox.HandleResult.Late;
import io.github.dynamooutbox.inbox.HandleResult.Leased;
import io.github.dynamooutbox.inbox.HandleResult.Parked;
import io.github.dynamooutbox.inbox.HandleResult.Waiting;
import java.util.Optional;

/**
 * Adds the failure of a parked event to a result. A result that is not finished brings its message
 * back, and the parked event is tried again then.
 */
record WithParkedFailure(ParkedFailure failure) implements HandleResult.Cases<HandleResult> {
  @Override
  public HandleResult handled(Handled handled) {
    return new Handled(handled.accepted(), handled.parkedBehind(), Optional.of(failure));
  }

  @Override
  public HandleResult alreadyHandled(AlreadyHandled repeat) {
    return new AlreadyHandled(repeat.proof(), repeat.parkedBehind(), Optional.of(failure));
  }

  @Override
  public HandleResult parked(Parked parked) {
    return new Parked(parked.gap(), Optional.of(failure));
  }

  @Override
  public HandleResult waiting(Waiting waiting) {
    return waiting;
  }

  @Override
  public HandleResult late(Late late) {
    return late;
  }

  @Override
  public HandleResult leased(Leased leased) {
    return leased;
  }
}
