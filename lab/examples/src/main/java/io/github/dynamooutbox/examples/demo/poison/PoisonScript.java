package io.github.dynamooutbox.examples.demo.poison;

import io.github.dynamooutbox.examples.demo.poison.OutageScript.Outage;
import io.github.dynamooutbox.examples.demo.report.ParkedTable;
import io.github.dynamooutbox.examples.demo.report.Screen;
import io.github.dynamooutbox.examples.demo.system.ParkedBacklog;
import io.github.dynamooutbox.examples.demo.system.ParkedBacklog.ParkedQueue;
import io.github.dynamooutbox.examples.demo.system.Patience;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.stub.BatchEntry;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import io.github.dynamooutbox.relay.park.ParkReason;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What happens with {@code --poison}: the bus rejects some events from the start until an operator
 * fixes that, and the topic is down for a while in the middle.
 */
public final class PoisonScript {
  private final AwsStub stub;
  private final ParkedBacklog parking;
  private final Screen screen;
  private final ParkedTable table;
  private final int orders;
  private final boolean keep;
  private final FutureTask<Void> outage;
  private Optional<Rejection> rejection = Optional.empty();

  /**
   * Creates the script; nothing goes wrong yet.
   *
   * @param orders number of orders that customers will place
   * @param keep whether rejected events stay parked
   */
  public PoisonScript(
      AwsStub stub, ParkedBacklog parking, Screen screen, int orders, boolean keep) {
    this.stub = stub;
    this.parking = parking;
    this.screen = screen;
    this.table = new ParkedTable(screen);
    this.orders = orders;
    this.keep = keep;
    this.outage = new FutureTask<>(this::letTopicFail, null);
  }

  /** Makes the bus reject some events, and starts the schedule that redrives. */
  public void begin() {
    rejection = Optional.of(Rejection.begin(stub, orders));
    parking.redrive().schedule();
  }

  /** Takes the topic down; it comes back by itself. Returns at once. */
  public void halfWay() {
    Thread thread = new Thread(outage, "topic-outage");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Waits until everything that the topic's failure blocked is redriven, and then does what an
   * operator would do: lists the rest, removes the cause and redrives it.
   */
  public void finish() throws InterruptedException {
    awaitOutage();
    Patience.until(() -> blockedByTopic().isEmpty(), this::redriven);
    List<ParkedQueue> rejected = parking.held();
    table.show(
        "What the topic missed is redriven. The bus has rejected events, and what follows them"
            + " waits:",
        rejected,
        rejected);
    rejection.ifPresent(Rejection::mend);
    if (keep) {
      screen.line("The bus takes those events now. They wait for a redrive, which is left to you.");
      return;
    }
    Patience.until(this::redriveAll, this::redriven);
    table.show(
        "The bus takes those events now, and an operator has let them be redriven:",
        rejected,
        parking.held());
  }

  private void letTopicFail() {
    try (Outage down = Outage.begin(stub)) {
      screen.lines(List.of("", "The topic is down.", ""));
      down.awaitWorthSeeing(() -> !blockedByTopic().isEmpty());
      List<ParkedQueue> closed = parking.held();
      table.show("Parked while the topic is down and orders arrive:", closed, closed);
    }
    screen.lines(List.of("The topic answers again.", ""));
  }

  private void awaitOutage() throws InterruptedException {
    try {
      outage.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("The topic's outage failed", e.getCause());
    }
  }

  /**
   * Repeats the redrive of a lane, since it may fail like any request if there are other faults.
   */
  private boolean redriveAll() throws InterruptedException {
    parking.redrive().redriveRejected();
    return parking.held().isEmpty();
  }

  private List<ParkedQueue> blockedByTopic() {
    return parking.held(ParkReason.BLOCKED).stream()
        .filter(queue -> queue.queue().target().equals(Outage.TARGET))
        .toList();
  }

  private long redriven() {
    return parking.redrive().bySchedule().events() + parking.redrive().byOperator().events();
  }

  /** Makes the bus reject the first event of some orders, as it rejects invalid entries. */
  private static final class Rejection {
    private static final int ORDERS = 10;
    private static final String TYPE = "OrderPlaced";

    private final Set<String> marks;
    private final Injection injection;

    private Rejection(AwsStub stub, int orders) {
      int rejected = Math.min(ORDERS, orders);
      marks =
          IntStream.range(0, rejected)
              .mapToObj(i -> "\"subject\":\"order-%06d\"".formatted((long) i * orders / rejected))
              .collect(Collectors.toUnmodifiableSet());
      injection =
          stub.faults()
              .inject(
                  When.on(Service.EVENTBRIDGE).action("PutEvents"),
                  Fault.failEntries(this::isOne, EntryError.rejected("InvalidArgument")));
    }

    /**
     * Starts rejecting.
     *
     * @param orders number of orders to choose from
     */
    static Rejection begin(AwsStub stub, int orders) {
      return new Rejection(stub, orders);
    }

    private boolean isOne(BatchEntry entry) {
      return entry.key().equals(TYPE) && marks.stream().anyMatch(entry.body()::contains);
    }

    /** Stops rejecting. */
    void mend() {
      injection.cancel();
    }
  }
}
