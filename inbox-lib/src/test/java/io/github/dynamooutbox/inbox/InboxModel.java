package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.inbox.HandleResult.AlreadyHandled;
import io.github.dynamooutbox.inbox.HandleResult.Handled;
import io.github.dynamooutbox.inbox.HandleResult.Late;
import io.github.dynamooutbox.inbox.HandleResult.Leased;
import io.github.dynamooutbox.inbox.HandleResult.Parked;
import io.github.dynamooutbox.inbox.HandleResult.Proof;
import io.github.dynamooutbox.inbox.HandleResult.Waiting;
import io.github.dynamooutbox.writer.OutboxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Two processes of one consumer get each event once or three times, in an order that their target
 * allows, while requests fail and processes die before and after any of them. The seed decides
 * everything.
 */
final class InboxModel {
  private static final int MOST_STEPS = 4_000;

  private final Random random;
  private final ModelPlan plan;
  private final ModelClient client;
  private final Inbox inbox;
  private final Effects effects;
  private final List<ReceivedEvent> queue;
  private final Set<ReceivedEvent> reportedLate = new HashSet<>();
  private final Set<ReceivedEvent> expired = new HashSet<>();
  private final Map<String, Integer> met = new TreeMap<>();
  private int steps;
  private long checked = -1;

  private InboxModel(long seed) {
    random = new Random(seed);
    plan = new ModelPlan(random);
    client = new ModelClient(random);
    inbox = plan.inbox(client);
    effects = new Effects(client, "totals", "model");
    queue = new ArrayList<>(plan.deliveries);
    client.meanwhile(this::step);
  }

  /** Something that must never happen. */
  static final class Violation extends AssertionError {
    private static final long serialVersionUID = 1;

    Violation(String what) {
      super("Violation: " + what);
    }
  }

  /**
   * Runs a seed.
   *
   * @return what happened how often
   */
  static Map<String, Integer> run(long seed) {
    InboxModel model = new InboxModel(seed);
    try {
      model.run();
    } catch (RuntimeException | AssertionError failure) {
      throw new AssertionError(
          "seed %d: %s%n  %s%n  again: -Dinbox.seed=%d".formatted(seed, failure, model.plan, seed),
          failure);
    }
    return model.met;
  }

  private void run() {
    while (!queue.isEmpty()) {
      if (steps > MOST_STEPS / 2) {
        client.calmDown();
        skipDiscarded();
      }
      if (steps > MOST_STEPS) {
        throw new Violation("stuck: still undelivered are " + new LinkedHashSet<>(queue));
      }
      if (random.nextInt(30) == 0) {
        skipDiscarded();
      }
      if (random.nextInt(40) == 0 && mayExpire()) {
        expire();
      }
      step();
      checkOnce();
    }
    client.calmDown();
    for (int i = 0; i <= plan.discarded.size(); i++) {
      skipDiscarded();
    }
    checkOnce();
    checkEnd();
  }

  /** One process takes a message, and acknowledges it if it is finished. */
  private void step() {
    steps++;
    if (queue.isEmpty()) {
      return;
    }
    int place =
        plan.delivery == DeliveryMode.IN_ORDER ? 0 : random.nextInt(Math.min(3, queue.size()));
    ReceivedEvent event = queue.remove(place);
    boolean finished = false;
    boolean alone = random.nextInt(4) == 0;
    try {
      finished =
          alone
              ? checkAlone(event, inbox.handle(event, tx -> effects.handle(event, tx)))
              : check(event, inbox.handle(event, effects));
    } catch (ModelClient.Crash crash) {
      count("crash");
    } catch (OutboxException failure) {
      count(failure.getClass().getSimpleName());
    }
    if (!finished) {
      queue.add(
          plan.delivery == DeliveryMode.IN_ORDER ? 0 : random.nextInt(queue.size() + 1), event);
    }
  }

  /** Returns whether the message comes no more: a late one goes to the dead-letter queue. */
  private boolean check(ReceivedEvent event, HandleResult result) {
    count(result.getClass().getSimpleName());
    int times = effects.times(event);
    if (!result.fold(new ModelCheck(plan, event, times, expired.contains(event)))) {
      throw new Violation("%s, but applied %d times: %s".formatted(result, times, event));
    }
    if (!(result instanceof Late)) {
      // What may pass is tried again with another delivery, as by an adapter.
      return result.isFinished() && result.parkedFailure().isEmpty();
    }
    reportedLate.add(event);
    return true;
  }

  /** With writes for this event only, it is up to the caller to resume. */
  private boolean checkAlone(ReceivedEvent event, HandleResult result) {
    return check(event, result) && !result.parkedBehind();
  }

  private void count(String what) {
    met.merge(what, 1, Integer::sum);
  }

  /** Also what was passed long ago, as operators do. */
  private void skipDiscarded() {
    if (!plan.keepsOrder()) {
      return;
    }
    for (List<ReceivedEvent> events : plan.raised) {
      for (int i = 0; i < events.size(); i++) {
        ReceivedEvent event = events.get(i);
        boolean beforeIsDone =
            events.subList(0, i).stream()
                .allMatch(
                    it -> plan.discarded.contains(it) || effects.times(it) == 1 || isParked(it));
        if (plan.discarded.contains(event) && beforeIsDone) {
          skip(event);
        }
      }
    }
  }

  /** As an operator sees it: not from the position of another event of the aggregate. */
  private boolean isParked(ReceivedEvent event) {
    String whole = effects.whole(event);
    return client.calmly(
        () ->
            inbox
                .parked(event.source(), event.aggregate().orElseThrow())
                .anyMatch(it -> WholeEvent.of(it).equals(whole)));
  }

  private void skip(ReceivedEvent event) {
    try {
      EventPosition position = event.position().orElseThrow();
      AggregateKey aggregate = event.aggregate().orElseThrow();
      if (inbox.skip(event.source(), aggregate, position)) {
        count("skipped");
      }
      if (client.isCalm() || random.nextBoolean()) {
        Resumed unused = inbox.resume(event.source(), aggregate, effects);
      }
    } catch (ModelClient.Crash | OutboxException failure) {
      count("skip failed");
    }
  }

  /** Where an expired entry costs no more than a report of a late event. */
  private boolean mayExpire() {
    return plan.mode == Mode.ENTRIES_AND_CURSOR && plan.onLate == OnLate.REPORT;
  }

  private void expire() {
    client.pass(Duration.ofDays(15));
    for (List<ReceivedEvent> events : plan.raised) {
      for (ReceivedEvent event : events) {
        if (effects.times(event) == 1) {
          expired.add(event);
        }
      }
    }
    client.deleteWhere("INBOX#model#EVENT");
    count("expired");
  }

  /** Looks again only after a write. */
  private void checkOnce() {
    if (checked == client.changes()) {
      return;
    }
    checked = client.changes();
    for (List<ReceivedEvent> events : plan.raised) {
      List<String> history = effects.history(events.get(0));
      Set<String> left = events.stream().map(effects::whole).collect(Collectors.toSet());
      for (String applied : history) {
        if (!left.remove(applied)) {
          throw new Violation("applied twice, or as something else: " + applied);
        }
      }
      if (plan.keepsOrder()) {
        checkOrder(events, history);
      }
    }
  }

  private void checkOrder(List<ReceivedEvent> events, List<String> history) {
    List<String> expected =
        events.stream()
            .filter(event -> !plan.discarded.contains(event))
            .map(effects::whole)
            .limit(history.size())
            .toList();
    if (!history.equals(expected)) {
      throw new Violation("out of order: " + history);
    }
  }

  private void checkEnd() {
    for (List<ReceivedEvent> events : plan.raised) {
      for (ReceivedEvent event : events) {
        boolean arrived = !plan.discarded.contains(event);
        if (arrived && effects.times(event) == 0 && !reportedLate.contains(event)) {
          throw new Violation("lost: " + event);
        }
      }
    }
    client
        .items()
        .forEach(
            (address, item) -> {
              AttributeValue parked = item.get(Cursor.PARKED);
              if (address.contains("#PARKED") || (parked != null && !parked.n().equals("0"))) {
                throw new Violation("left behind: " + item);
              }
            });
  }

  /**
   * Whether what a result says is so.
   *
   * @param times how often the event was applied
   * @param expired whether its entry has expired
   */
  private record ModelCheck(ModelPlan plan, ReceivedEvent event, int times, boolean expired)
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
          && handled
              .accepted()
              .map(gap -> plan.onGap == OnGap.ACCEPT && isBefore(gap))
              .orElse(true);
    }

    @Override
    public Boolean alreadyHandled(AlreadyHandled repeat) {
      boolean proven =
          repeat.proof() == Proof.ENTRY ? plan.mode.hasEntries() : plan.mode.hasCursor();
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
}
