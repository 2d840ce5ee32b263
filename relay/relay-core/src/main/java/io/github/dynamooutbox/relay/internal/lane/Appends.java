package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.relay.internal.call.Failures;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.park.queue.Appended;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Appends events to queues in bulk: events that arrive for a queue while an append to it is in
 * flight go with the next one. Confined to the relay's event loop, on which the queues have to
 * answer as well: if the shard is closed right after an answer, the answer must be in the books.
 */
public final class Appends {
  /** Notified of the outcome of the events of one lane, in their order. */
  interface Lane {
    /** The next events, as many as this, are durably parked. */
    void parked(int events);

    /** None of the rest is parked: the queue is no longer held. */
    void released();

    /** The next event can never be parked, so nothing behind it is parked either. */
    void unparkable(UnparkableException why);
  }

  private record Claim(List<ParkedEvent> events, Lane lane) {
    Claim from(int event) {
      return new Claim(events.subList(event, events.size()), lane);
    }

    Claim upTo(int event) {
      return new Claim(events.subList(0, event), lane);
    }
  }

  /**
   * How much is appended at once, in bytes of records: what is parked counts even if the run ends
   * before all of it is.
   */
  private static final long MOST_BYTES = 2 << 20;

  private record Key(QueueName queue, boolean hold) {}

  private final Parking parking;
  private final Map<Key, List<Claim>> waiting = new LinkedHashMap<>();
  private final Set<QueueName> underWay = new HashSet<>();
  private boolean closed;

  /** Starts with nothing to append. */
  public Appends(Parking parking) {
    this.parking = parking;
  }

  /**
   * Appends events of one lane with the next {@link #flush()}, or with a later one if an append to
   * the queue is in flight then. Events whose outcome was not reported yet must not be added again.
   *
   * @param hold whether to hold the queue if it is not held
   */
  void add(QueueName queue, boolean hold, List<ParkedEvent> events, Lane lane) {
    Key key = new Key(queue, hold);
    Claim claim = new Claim(events, lane);
    waiting.computeIfAbsent(key, each -> new ArrayList<>()).add(claim);
  }

  /** Starts an append for each queue that has something waiting and no append in flight. */
  public void flush() {
    for (Key key : List.copyOf(waiting.keySet())) {
      if (!closed && underWay.add(key.queue())) {
        List<Claim> claims = waiting.remove(key);
        if (claims != null) {
          append(key, firstOf(key, claims));
        }
      }
    }
  }

  /** As many events as are appended at once; the others wait, and keep their place. */
  private List<Claim> firstOf(Key key, List<Claim> claims) {
    List<Claim> first = new ArrayList<>();
    long bytes = 0;
    ItemView last = null;
    for (int i = 0; i < claims.size(); i++) {
      Claim claim = claims.get(i);
      for (int event = 0; event < claim.events().size(); event++) {
        ItemView item = claim.events().get(event).item();
        bytes += item == last ? 0 : RecordSize.of(item);
        last = item;
        if (bytes > MOST_BYTES && !(i == 0 && event == 0)) {
          List<Claim> rest = new ArrayList<>();
          if (event > 0) {
            first.add(claim.upTo(event));
          }
          rest.add(claim.from(event));
          rest.addAll(claims.subList(i + 1, claims.size()));
          waiting.put(key, rest);
          return first;
        }
      }
      first.add(claim);
    }
    return first;
  }

  /** Starts no more appends and reports no more outcomes. */
  public void close() {
    closed = true;
  }

  private void append(Key key, List<Claim> claims) {
    List<ParkedEvent> events = new ArrayList<>();
    claims.forEach(claim -> events.addAll(claim.events()));
    parking
        .queues()
        .append(key.queue(), events, key.hold())
        .whenComplete((appended, failure) -> ended(key, claims, events.size(), appended, failure));
  }

  private void ended(
      Key key,
      List<Claim> claims,
      int events,
      @Nullable Appended appended,
      @Nullable Throwable failure) {
    if (closed) {
      return;
    }
    if (failure == null) {
      underWay.remove(key.queue());
      ended(key, claims, appended == Appended.PARKED);
    } else if (!(Failures.cause(failure) instanceof UnparkableException unparkable)) {
      throw new IllegalStateException(
          "the parking queues did not retry a failed append to " + key.queue(),
          Failures.cause(failure));
    } else if (events > 1) {
      oneByOne(key, claims, 0, 0);
    } else {
      underWay.remove(key.queue());
      withdraw(key, claims.get(0).lane());
      claims.get(0).lane().unparkable(unparkable);
    }
  }

  private void ended(Key key, List<Claim> claims, boolean parked) {
    if (parked) {
      parking.held(key.queue());
      claims.forEach(claim -> claim.lane().parked(claim.events().size()));
    } else {
      claims.forEach(claim -> withdraw(key, claim.lane()));
      parking.released(
          key.queue(),
          claims.stream().map(claim -> claim.events().get(0).place().lane()).toList(),
          () -> claims.forEach(claim -> claim.lane().released()));
    }
  }

  /** What is left of a lane must not be appended any more. */
  private void withdraw(Key key, Lane lane) {
    List<Claim> left = waiting.get(key);
    if (left != null && left.removeIf(claim -> claim.lane() == lane) && left.isEmpty()) {
      waiting.remove(key);
    }
  }

  /** One of the records can never be parked: appends them one by one to find it. */
  private void oneByOne(Key key, List<Claim> claims, int claim, int event) {
    if (claim == claims.size()) {
      underWay.remove(key.queue());
      return;
    }
    Claim each = claims.get(claim);
    if (event == each.events().size()) {
      oneByOne(key, claims, claim + 1, 0);
      return;
    }
    int next = endOfRecord(each.events(), event);
    parking
        .queues()
        .append(key.queue(), each.events().subList(event, next), key.hold())
        .whenComplete(
            (appended, failure) -> {
              if (closed) {
                return;
              }
              if (failure != null
                  && Failures.cause(failure) instanceof UnparkableException unparkable) {
                withdraw(key, each.lane());
                each.lane().unparkable(unparkable);
                oneByOne(key, claims, claim + 1, 0);
              } else if (appended == Appended.PARKED) {
                parking.held(key.queue());
                each.lane().parked(next - event);
                oneByOne(key, claims, claim, next);
              } else {
                ended(key, List.of(each.from(event)), false);
                oneByOne(key, claims, claim + 1, 0);
              }
            });
  }

  private static int endOfRecord(List<ParkedEvent> events, int from) {
    int end = from + 1;
    while (end < events.size() && events.get(end).item() == events.get(from).item()) {
      end++;
    }
    return end;
  }
}
