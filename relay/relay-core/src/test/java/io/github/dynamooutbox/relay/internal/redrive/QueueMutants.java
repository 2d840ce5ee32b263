package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueState.Closing;
import io.github.dynamooutbox.relay.park.queue.QueueState.Held;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.park.queue.Segment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** Tables that do one step wrong. */
enum QueueMutants implements UnaryOperator<QueueTable> {
  /** What was stored counts as parked, whatever has become of the queue. */
  CONFIRMS_WHAT_IS_NOT_HELD {
    @Override
    Object call(Client client, String step, Object[] arguments, Call right) throws Throwable {
      return step.equals("confirm")
          ? state(right, arguments).thenApply(state -> new Held((Long) arguments[1]))
          : right.proceed(arguments);
    }
  },

  /** A queue that is held again begins to count from 0, before what was stored in it. */
  FORGETS_NUMBERS {
    @Override
    Object call(Client client, String step, Object[] arguments, Call right) throws Throwable {
      if (step.equals("hold") || step.equals("confirm")) {
        arguments[1] = 0L;
      }
      return right.proceed(arguments);
    }
  },

  /** A redrive releases a queue that is not its own any more. */
  RELEASES_WITHOUT_LOOKING {
    @Override
    long from() {
      return 500;
    }

    @Override
    void favour(QueueWorld world) {
      world.pause = world.faulty ? 0.01 : 0;
    }

    @Override
    @SuppressWarnings("unchecked")
    Object call(Client client, String step, Object[] arguments, Call right) throws Throwable {
      if (!step.equals("release")) {
        return right.proceed(arguments);
      }
      Closing mine = new Closing(Instant.MAX, String.valueOf(arguments[1]) + "!");
      return client
          .table
          .close((QueueName) arguments[0], mine)
          .thenCompose(
              state -> {
                arguments[1] = state instanceof Closing closing ? closing.by() : "";
                try {
                  return (CompletionStage<QueueState>) right.proceed(arguments);
                } catch (Throwable e) {
                  throw new IllegalStateException(e);
                }
              });
    }
  },

  /** A redrive does not look once more after it has begun to close a queue. */
  NO_SECOND_LOOK {
    @Override
    Object call(Client client, String step, Object[] arguments, Call right) throws Throwable {
      boolean second = step.equals("read") && ((OptionalLong) arguments[2]).isEmpty();
      return second
          ? CompletableFuture.completedStage(List.<Segment>of())
          : right.proceed(arguments);
    }
  },

  /** A redrive reads on behind its last page, not from the beginning. */
  READS_ON {
    @Override
    @SuppressWarnings("unchecked")
    Object call(Client client, String step, Object[] arguments, Call right) throws Throwable {
      if (!step.equals("read") || ((OptionalLong) arguments[2]).isEmpty()) {
        return right.proceed(arguments);
      }
      arguments[1] = client.last.filter(segment -> segment.queue().equals(arguments[0]));
      return ((CompletionStage<List<Segment>>) right.proceed(arguments))
          .thenApply(
              page -> {
                if (!page.isEmpty()) {
                  client.last = Optional.of(page.get(page.size() - 1));
                }
                return page;
              });
    }
  },

  /** Whoever asks for a lease gets it. */
  LEASES_TO_EVERYBODY {
    @Override
    Object call(Client client, String step, Object[] arguments, Call right) throws Throwable {
      return step.equals("lease")
          ? CompletableFuture.completedStage(
              new Lease((String) arguments[1], (Instant) arguments[3]))
          : right.proceed(arguments);
    }
  },

  /** Segments of one append are stored in another order. */
  SHUFFLES {
    @Override
    Object call(Client client, String step, Object[] arguments, Call right) throws Throwable {
      if (step.equals("put")) {
        List<Object> events = new ArrayList<>((List<?>) arguments[2]);
        Collections.reverse(events);
        arguments[2] = events;
      }
      return right.proceed(arguments);
    }
  };

  /** Who takes the steps, and what it has read last. */
  static final class Client {
    private final QueueTable table;
    private Optional<Segment> last = Optional.empty();

    private Client(QueueTable table) {
      this.table = table;
    }
  }

  /** The step as it should be. */
  interface Call {
    Object proceed(Object[] arguments) throws Throwable;
  }

  @SuppressWarnings("unchecked")
  static CompletionStage<QueueState> state(Call right, Object[] arguments) throws Throwable {
    return (CompletionStage<QueueState>) right.proceed(arguments);
  }

  /** Makes more frequent in a world what shows the mutant. */
  void favour(QueueWorld world) {}

  abstract Object call(Client client, String step, Object[] arguments, Call right) throws Throwable;

  /**
   * The seed with which the search begins: where few seeds show the mutant, shortly before one of
   * them, so that not each build goes through all others again.
   */
  long from() {
    return 0;
  }

  @Override
  public QueueTable apply(QueueTable table) {
    Client client = new Client(table);
    return (QueueTable)
        Proxy.newProxyInstance(
            QueueMutants.class.getClassLoader(),
            new Class<?>[] {QueueTable.class},
            (self, method, arguments) ->
                call(
                    client,
                    method.getName(),
                    arguments,
                    right -> {
                      try {
                        return method.invoke(table, right);
                      } catch (InvocationTargetException e) {
                        throw e.getCause();
                      }
                    }));
  }
}
