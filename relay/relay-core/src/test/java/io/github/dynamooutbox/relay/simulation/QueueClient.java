package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable.Steps;
import io.github.dynamooutbox.relay.park.queue.ParkedView;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueState.Closing;
import io.github.dynamooutbox.relay.park.queue.QueueState.Held;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.SavedMemory;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import io.github.dynamooutbox.relay.simulation.Commit.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The queues of parked events as one run of a relay or a redrive sees them, with what the ledger
 * checks.
 */
final class QueueClient implements QueueTable {
  private record Append(QueueName queue, long number) {}

  /** Of one append, an event and the handling that is known once the append is confirmed. */
  private record Stored(CommittedEvent event, int lane, ParkReason reason, Handling handling) {}

  private final World world;
  private final Run run;
  private final QueueChecks checks;
  private final Map<Append, List<Stored>> stored = new HashMap<>();

  QueueClient(World world, Run run) {
    this.world = world;
    this.run = run;
    this.checks = new QueueChecks(world, run);
  }

  @Override
  public CompletionStage<ParkedView> view(String scope, Collection<LaneKey> lanes) {
    return via(Call.VIEW).view(scope, List.copyOf(lanes));
  }

  @Override
  public CompletionStage<Void> save(String scope, SavedMemory.Change change) {
    change.set().circuits().values().forEach(each -> world.cover("CIRCUIT_SAVED_" + each.state()));
    if (!change.closed().isEmpty()) {
      world.cover(Coverage.CIRCUIT_SAVED_CLOSED);
    }
    boolean ofLateness = change.set().late().isPresent() || change.onTime();
    return via(ofLateness ? Call.SAVE_LATENESS : Call.SAVE_CIRCUIT).save(scope, change);
  }

  @Override
  public CompletionStage<Void> served(String target, String mark) {
    return via(Call.SERVED).served(target, mark);
  }

  @Override
  public CompletionStage<QueueState> state(QueueName queue) {
    return via(Call.QUEUE_STATE).state(queue);
  }

  @Override
  public CompletionStage<Boolean> hold(QueueName queue, long last, Instant now) {
    world.contest.accept(run);
    return via(Call.HOLD).hold(queue, last, now);
  }

  @Override
  public CompletionStage<QueueState> reserve(QueueName queue) {
    return via(
            Call.RESERVE, () -> {}, state -> found(state, Coverage.QUEUE_FOUND_RELEASED), x -> {})
        .reserve(queue);
  }

  @Override
  public CompletionStage<Void> put(QueueName queue, long number, List<ParkedEvent> events) {
    for (ParkedEvent parked : events) {
      checks.checkQueue(queue, parked);
      if (parked.cause().reason() == ParkReason.BLOCKED && !run.isRedrive()) {
        QueueChecks.BlockedRule.check(world, run, queue, parked);
      }
      int lane = checks.lane(parked.place().lane());
      checks
          .eventsAt(parked.place())
          .forEach(event -> world.ledger.parking(run, event, lane, "parks it in " + queue));
    }
    List<Stored> here = new ArrayList<>();
    return via(
            Call.PARK,
            () -> {
              checks.fit(events);
              events.forEach(parked -> here.addAll(store(parked)));
              stored.put(new Append(queue, number), here);
            },
            done -> {},
            known -> {})
        .put(queue, number, events);
  }

  private List<Stored> store(ParkedEvent parked) {
    int lane = checks.lane(parked.place().lane());
    return checks.eventsAt(parked.place()).stream()
        .map(
            event ->
                new Stored(
                    event, lane, parked.cause().reason(), world.ledger.stored(run, event, lane)))
        .toList();
  }

  @Override
  public CompletionStage<QueueState> confirm(
      QueueName queue, long number, Map<ParkReason, Integer> counts) {
    List<Stored> here = stored.getOrDefault(new Append(queue, number), List.of());
    return via(
            Call.CONFIRM,
            () -> {},
            state -> {
              found((QueueState) state, Coverage.QUEUE_RELEASED_BEFORE_CONFIRM);
              if (state instanceof Held) {
                here.forEach(each -> parked(queue, each));
              }
            },
            state -> {
              if (state instanceof Held) {
                here.forEach(each -> each.handling().known = true);
              }
            })
        .confirm(queue, number, counts);
  }

  private void parked(QueueName queue, Stored each) {
    world.ledger.parked(each.event(), each.lane());
    if (!run.isRedrive()) {
      world.onPark.accept(queue);
    }
    world.cover("PARKED_" + each.reason());
    world.cover("PARKED_IN_" + queue.getClass().getSimpleName().toUpperCase(java.util.Locale.ROOT));
    if (each.lane() == CommittedEvent.ALL) {
      world.cover(Coverage.PARKED_FOR_ALL);
    }
  }

  private void found(Object state, Coverage absent) {
    if (state instanceof QueueState.Absent) {
      world.cover(absent);
    } else if (state instanceof Closing) {
      world.cover(Coverage.QUEUE_FOUND_CLOSING);
    }
  }

  @Override
  public CompletionStage<QueueState> reopen(QueueName queue, String by) {
    return via(Call.REOPEN).reopen(queue, by);
  }

  @Override
  public CompletionStage<List<QueueSummary>> queues(int part) {
    return via(Call.REDRIVE_READ).queues(part);
  }

  @Override
  public CompletionStage<List<QueueSummary>> queues(int part, Optional<QueueName> after, int max) {
    return via(Call.REDRIVE_READ).queues(part, after, max);
  }

  @Override
  public CompletionStage<List<Segment>> read(
      QueueName queue, Optional<Segment> after, OptionalLong upTo, int max) {
    return via(Call.REDRIVE_READ)
        .read(queue, after, upTo, max)
        .thenApply(
            page -> {
              List<Segment> repaired = page.stream().map(new Repairs(world)::repaired).toList();
              List<CommittedEvent> events = new ArrayList<>();
              repaired.forEach(
                  segment ->
                      segment
                          .events()
                          .forEach(event -> events.addAll(checks.eventsAt(event.place()))));
              run.pages.put(queue, events);
              return repaired;
            });
  }

  @Override
  public CompletionStage<Void> remove(
      QueueName queue, List<Segment> segments, Optional<Instant> oldest) {
    Runnable check =
        () ->
            segments.forEach(
                segment -> segment.events().forEach(event -> checks.isDone(queue, event.place())));
    return via(Call.REDRIVE_REMOVE, check, done -> {}, known -> {}).remove(queue, segments, oldest);
  }

  @Override
  public CompletionStage<Void> replace(Segment segment, List<ParkedEvent> left) {
    List<ParkedEvent> gone = new ArrayList<>(segment.events());
    left.forEach(kept -> gone.removeIf(each -> each.place().equals(kept.place())));
    Runnable check = () -> gone.forEach(event -> checks.isDone(segment.queue(), event.place()));
    return via(Call.REDRIVE_REPLACE, check, done -> {}, known -> {}).replace(segment, left);
  }

  @Override
  public CompletionStage<QueueState> close(QueueName queue, Closing closing) {
    return via(Call.REDRIVE_CLOSE).close(queue, closing);
  }

  @Override
  public CompletionStage<QueueState> release(QueueName queue, String by) {
    return via(
            Call.REDRIVE_RELEASE,
            () -> {},
            state -> found(state, Coverage.QUEUE_RELEASED),
            known -> {})
        .release(queue, by);
  }

  @Override
  public CompletionStage<Lease> lease(int part, String owner, Instant now, Instant until) {
    return via(Call.REDRIVE_LEASE).lease(part, owner, now, until);
  }

  @Override
  public CompletionStage<Void> giveBack(int part, String owner) {
    return via(Call.REDRIVE_LEASE).giveBack(part, owner);
  }

  private ModelQueueTable via(Call call) {
    return via(call, () -> {}, done -> {}, known -> {});
  }

  /** A step of the model that travels as all calls of the table do. */
  private ModelQueueTable via(
      Call call, Runnable before, Consumer<Object> after, Consumer<Object> known) {
    return new ModelQueueTable(
        world.queues,
        new Steps() {
          @Override
          public <T> CompletionStage<T> step(String what, Supplier<T> step) {
            return world.table.call(
                run,
                call,
                what,
                () -> {
                  before.run();
                  T result = step.get();
                  after.accept(result);
                  return result;
                },
                known::accept);
          }
        });
  }

  /** Somebody has corrected the parked copies of what could not be read. */
  private record Repairs(World world) {
    Segment repaired(Segment segment) {
      return new Segment(
          segment.queue(),
          segment.number(),
          segment.append(),
          segment.index(),
          segment.events().stream().map(this::repaired).toList());
    }

    private ParkedEvent repaired(ParkedEvent parked) {
      Commit commit = world.history.commit(parked.place().record());
      if (commit.kind == Kind.EVENTS
          || world.isBroken(commit.events.get(0))
          || !world.plan.repairsParked) {
        return parked;
      }
      world.cover(Coverage.REPAIRED);
      return new ParkedEvent(
          parked.place(),
          parked.cause(),
          parked.attempts(),
          commit.readable.newImage().orElseThrow(),
          parked.published());
    }
  }
}
