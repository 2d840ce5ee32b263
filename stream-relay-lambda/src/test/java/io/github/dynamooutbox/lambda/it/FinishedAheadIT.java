package io.github.dynamooutbox.lambda.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaFunction;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events behind a failing one are published only once, in whatever container a retry runs. */
@Timeout(600)
class FinishedAheadIT {
  private static final int RETRIES = 20;
  private static final int ORDERS = 12;
  private static final int VERSIONS = 4;

  /** Enough for twenty-five starts on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private static final String FAILING = "\"order-0\"";

  /** Long enough that the lane is never parked, however slow the machine is. */
  private static final String SECTIONS =
      """
      "controlTable": {"name": "%s"},
      "relay": {"targetDownAfterSeconds": 900, "stuckAfterSeconds": 900},
      """
          .formatted(RelaySystem.CONTROL_TABLE);

  private static DynamoDbUnderTest server;

  @BeforeAll
  static void startDynamoDb() {
    server = DynamoDbUnderTest.open();
  }

  @AfterAll
  static void stopDynamoDb() {
    server.close();
  }

  @Test
  void publishesEverythingElseOnceWhileOneLaneFailsRepeatedlyOnColdContainers() throws Exception {
    FailingLane lane = new FailingLane();
    try (RelaySystem system = RelaySystem.withControlTable(server, SECTIONS, settings -> settings);
        ColdContainers containers =
            new ColdContainers(
                number -> system.functionSettings.timeout(lane.prepare(number)).build())) {
      system
          .faults()
          .inject(
              When.on(Service.KINESIS),
              Fault.failEntries(
                  entry -> entry.body().contains(FAILING) && lane.failsIn(containers.used().size()),
                  EntryError.throttled(Service.KINESIS)));
      system.placeOrders(ORDERS, VERSIONS);

      try (EventSourceMapping mapping = system.map(containers)) {
        assertThat(mapping.awaitDrained(PATIENCE)).as(system.tail()).isTrue();
      }
      assertThat(lane.tried).as("invocations that tried and failed").hasSizeGreaterThan(RETRIES);
      assertThat(containers.used()).as("a process for each").doesNotHaveDuplicates();
      Received.all(system.aws)
          .forEach(target -> target.completeInOrder(ORDERS, VERSIONS).withoutDuplicates());
    }
  }

  /**
   * When the lane fails, and how long an invocation may take. What is in flight when its time is up
   * may arrive twice, so the lane recovers between two invocations, and an invocation with
   * something to publish has ample time.
   */
  private static final class FailingLane {
    /** Used up entirely, because one lane fails. */
    private static final Duration FIRST = Duration.ofSeconds(9);

    /** Little more than the relay needs to begin, and used up as well. */
    private static final Duration RETRY = Duration.ofMillis(1900);

    /** Added for each earlier retry that ended before it tried the lane. */
    private static final Duration MORE = Duration.ofMillis(400);

    private static final Duration LAST = Duration.ofSeconds(30);

    private final Set<Integer> tried = ConcurrentHashMap.newKeySet();
    private final Set<Integer> healthy = ConcurrentHashMap.newKeySet();

    /** Decides whether the lane fails in this invocation, and returns the invocation's time. */
    Duration prepare(int invocation) {
      if (tried.size() > RETRIES) {
        healthy.add(invocation);
        return LAST;
      }
      int over = invocation - 1 - ColdContainers.STARTING;
      int missed = Math.max(0, over - tried.size());
      return invocation == 1 ? FIRST : RETRY.plus(MORE.multipliedBy(missed));
    }

    boolean failsIn(int invocation) {
      if (healthy.contains(invocation)) {
        return false;
      }
      tried.add(invocation);
      return true;
    }
  }

  /**
   * Runs each invocation in a process of its own, which is killed afterwards. The next ones start
   * while one is working.
   */
  private static final class ColdContainers implements LambdaFunction, AutoCloseable {
    /** How many are started ahead of the one that is working. */
    static final int STARTING = 2;

    private final IntFunction<LambdaProcess> processes;
    private final List<Long> used = new CopyOnWriteArrayList<>();
    private int started;
    private final Deque<CompletableFuture<LambdaProcess>> next = new ArrayDeque<>();

    /**
     * Starts the first processes.
     *
     * @param processes creates the process for an invocation, counted from 1
     */
    ColdContainers(IntFunction<LambdaProcess> processes) {
      this.processes = processes;
      while (next.size() < STARTING) {
        next.add(start());
      }
    }

    @Override
    public byte[] invoke(byte[] event) throws FunctionError, InterruptedException {
      try (LambdaProcess container = exchange()) {
        used.add(container.pid().orElseThrow());
        return container.invoke(event);
      }
    }

    /** The ids of the processes that were invoked, one for each invocation. */
    List<Long> used() {
      return List.copyOf(used);
    }

    @Override
    public synchronized void close() {
      next.forEach(
          starting ->
              starting
                  .handle(
                      (container, failure) -> {
                        if (container != null) {
                          container.close();
                        }
                        return null;
                      })
                  .join());
    }

    private synchronized LambdaProcess exchange() {
      next.add(start());
      return next.remove().join();
    }

    private CompletableFuture<LambdaProcess> start() {
      LambdaProcess container = processes.apply(++started);
      return CompletableFuture.supplyAsync(
          () -> {
            try {
              container.warmUp();
              return container;
            } catch (FunctionError | InterruptedException e) {
              container.close();
              throw new CompletionException(e);
            }
          });
    }
  }
}
