package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.EventPosition;
import java.util.Objects;

/**
 * Guards the order of each aggregate's events with a cursor. Applies to events with a sequence;
 * repeats of others are recognised by their entry only. Immutable.
 *
 * <p>Versions must be consecutive. If a service also increments a version without raising an event,
 * every such version is a gap here; use {@link #someEvents} then.
 */
public final class OrderGuard {
  private final OnGap onGap;
  private final OnLate onLate;
  private final boolean someEvents;
  private final boolean startsAnywhere;
  private final long firstVersion;
  private final String firstSequence;

  private OrderGuard(
      OnGap onGap, OnLate onLate, boolean someEvents, boolean startsAnywhere, long firstVersion) {
    this.onGap = onGap;
    this.onLate = onLate;
    this.someEvents = someEvents;
    this.startsAnywhere = startsAnywhere;
    this.firstVersion = firstVersion;
    this.firstSequence = new EventPosition(firstVersion, 0, 1).sequence();
  }

  /**
   * For consumers that receive every event of their aggregates: routes, rules and filter policies
   * leave none out.
   *
   * @throws InvalidInboxException if this policy for gaps does not work with this kind of delivery
   */
  public static OrderGuard everyEvent(DeliveryMode delivery, OnGap onGap) {
    if (delivery == DeliveryMode.IN_ORDER && onGap == OnGap.WAIT) {
      throw new InvalidInboxException(
          "order guard: WAIT does not work with IN_ORDER, because a waiting event holds up those"
              + " that it waits for; use PARK or ACCEPT");
    }
    Objects.requireNonNull(delivery);
    return new OrderGuard(onGap, OnLate.REPORT, false, false, 1);
  }

  /**
   * For consumers that receive only some of an aggregate's events. Gaps mean nothing then and are
   * ignored: only repeats and inversions are recognised. Needs entries.
   */
  public static OrderGuard someEvents(DeliveryMode delivery) {
    Objects.requireNonNull(delivery);
    return new OrderGuard(OnGap.ACCEPT, OnLate.REPORT, true, true, 0);
  }

  /** What to do with late events. Default: {@link OnLate#REPORT}. */
  public OrderGuard onLate(OnLate newOnLate) {
    return new OrderGuard(
        onGap, Objects.requireNonNull(newOnLate), someEvents, startsAnywhere, firstVersion);
  }

  /**
   * The version of an aggregate's first events. Default: 1. The first event handled of an aggregate
   * must be the first of this version: a later one has a gap before it, and an earlier one is
   * {@link HandleResult.Late}.
   *
   * @throws InvalidInboxException if it is negative
   */
  public OrderGuard firstVersion(long version) {
    if (version < 0) {
      throw new InvalidInboxException(
          "order guard: the first version is " + version + "; it must be 0 or more");
    }
    return new OrderGuard(onGap, onLate, someEvents, false, version);
  }

  /**
   * Lets each aggregate start with whichever of its events is received first, for consumers that
   * join later. Earlier events are {@link HandleResult.Late}.
   */
  public OrderGuard startAnywhere() {
    return new OrderGuard(onGap, onLate, someEvents, true, firstVersion);
  }

  /** Whether this may be the first event of its aggregate to be handled. */
  boolean mayStartWith(EventPosition position) {
    return startsAnywhere || position.sequence().equals(firstSequence);
  }

  /** The sequence expected of an aggregate of which no event was handled. */
  String firstSequence() {
    return firstSequence;
  }

  OnGap onGap() {
    return onGap;
  }

  OnLate onLate() {
    return onLate;
  }

  boolean seesSomeEvents() {
    return someEvents;
  }
}
