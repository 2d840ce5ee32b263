package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.inbox.HandleResult.AlreadyHandled;
import io.github.dynamooutbox.inbox.HandleResult.Handled;
import io.github.dynamooutbox.inbox.HandleResult.Late;
import io.github.dynamooutbox.inbox.HandleResult.Leased;
import io.github.dynamooutbox.inbox.HandleResult.Parked;
import io.github.dynamooutbox.inbox.HandleResult.Proof;
import io.github.dynamooutbox.inbox.HandleResult.Waiting;

/**
 * Whether what a result says is so.
 *
 * @param times how often the event was applied
 * @param expired whether its entry has expired
 */
record ModelCheck(ModelPlan plan, ReceivedEvent event, int times, boolean expired)
    implements HandleResult.Cases<Boolean> {

  private EventPosition position() {
    return event.position().orElseThrow();
  }

  private boolean isBefore(Gap gap) {
    return gap.received().equals(position())
        && gap.aggregate().equals(event.aggregate().orElseThrow())
        && gap.expected().compareTo(position().sequence()) < 0;
  }

  @Override
  public Boolean handled(Handled handled) {
    return times == 1
        && handled.isFinished()
        && handled.accepted().map(gap -> plan.onGap == OnGap.ACCEPT && isBefore(gap)).orElse(true);
  }

  @Override
  public Boolean alreadyHandled(AlreadyHandled repeat) {
    boolean proven = repeat.proof() == Proof.ENTRY ? plan.mode.hasEntries() : plan.mode.hasCursor();
    return times == 1 && repeat.isFinished() && proven;
  }

  @Override
  public Boolean parked(Parked parked) {
    Gap gap = parked.gap();
    boolean isBehindParked = gap.missing().isEmpty() && gap.received().equals(position());
    return plan.onGap == OnGap.PARK && parked.isFinished() && (isBehindParked || isBefore(gap));
  }

  @Override
  public Boolean waiting(Waiting waiting) {
    return plan.onGap == OnGap.WAIT
        && times == 0
        && !waiting.isFinished()
        && isBefore(waiting.gap());
  }

  @Override
  public Boolean late(Late late) {
    return !plan.keepsOrder()
        && (times == 0 || expired)
        && !late.isFinished()
        && late.received().equals(position())
        && late.aggregate().equals(event.aggregate().orElseThrow())
        && late.expected().compareTo(position().sequence()) > 0;
  }

  /** Nobody asks for a lease. */
  @Override
  public Boolean leased(Leased leased) {
    return false;
  }
}
