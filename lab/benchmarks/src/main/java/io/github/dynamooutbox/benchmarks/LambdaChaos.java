package io.github.dynamooutbox.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.FaultyGateway;
import io.github.dynamooutbox.localaws.FaultyGateway.Mode;
import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.QueueMessage;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import io.github.dynamooutbox.testdynamodb.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Rounds of chaos. In each, the function, its control table, its target or a consumer fails while
 * orders are committed; then every committed event must have arrived, in order, and taken effect
 * once. Function, consumer and DynamoDB Local are processes of their own.
 */
final class LambdaChaos implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** The function's: long enough for a start, short enough to stop the function for longer. */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Longer than the relay retries, shorter than the function's timeout. */
  private static final Duration FAILURE = Duration.ofSeconds(2);

  /** Allowance for requests that the target had received when the process died. */
  private static final Duration END = Duration.ofMillis(300);

  /** The most events whose answer a single request can lose. */
  private static final int ENTRIES = 10;

  private static final int LONGEST_PAUSE_MILLIS = 60;
  private static final int ORDERS = 10;
  private static final double PER_SECOND = 100;

  /** The kinds of trouble in a round: a process is killed or stopped, or requests fail. */
  enum Trouble {
    FUNCTION_KILLED,
    FUNCTION_STOPPED,
    CONSUMER_KILLED,
    TARGET_CUT,
    TARGET_ANSWERS_LOST,
    CONTROL_THROTTLED,
    CONTROL_ANSWERS_LOST,
    CONTROL_CUT
  }

  /**
   * The outcome of a round.
   *
   * @param arrived events that the bus accepted, including repeats
   * @param lost events that never arrived
   * @param outOfOrder events that overtook another of their order
   * @param twice repeats
   * @param inFlight events that may be repeated: those published by calls of the function that did
   *     not finish their batch, and those in requests whose answers were lost
   * @param wrongEffects missing or surplus effects at the consumer
   * @param again time from the end of the trouble until every order had been published again
   */
  record Round(
      Trouble trouble,
      int arrived,
      int lost,
      int outOfOrder,
      int twice,
      int inFlight,
      int wrongEffects,
      Duration again) {
    /** Whether all guarantees held. */
    boolean holds() {
      return lost == 0 && outOfOrder == 0 && twice <= inFlight && wrongEffects == 0;
    }
  }

  /** A call of the function that did not finish its batch: what it published was in flight. */
  record Unfinished(Instant from, Instant to) {
    boolean contains(Instant moment) {
      return !moment.isBefore(from) && !moment.isAfter(to);
    }
  }

  private final EmbeddedSystem system;
  private final FaultyGateway gateway;
  private final LambdaProcess function;
  private final LambdaProcess consumer;
  private final EventSourceMapping mapping;
  private final Random random;
  private final List<Unfinished> unfinished = new CopyOnWriteArrayList<>();
  private final List<Round> rounds = new ArrayList<>();

  /** Starts a system; the seed determines the faults and their timing. */
  LambdaChaos(Path functionJar, long seed) {
    random = new Random(seed);
    system =
        new EmbeddedSystem(
            AwsStub.builder().seed(seed).queues((queue, messages) -> consume(messages)));
    String unusedArn = TestTable.named(ChaosConsumer.TABLE).create(system.dynamoDb());
    system.sendToQueue("arn:aws:sqs:us-east-1:000000000000:" + ChaosConsumer.TABLE);
    gateway = new FaultyGateway(system.endpoint());
    function =
        system
            .function(functionJar, gateway.endpoint())
            .classArchive(functionJar.resolveSibling("function.jsa"))
            .timeout(TIMEOUT)
            .build();
    consumer = system.function(ChaosConsumer.class).build();
    mapping = system.map(this::invoke, 200);
  }

  private byte[] invoke(byte[] event) throws FunctionError, InterruptedException {
    Instant from = Instant.now();
    boolean finished = false;
    try {
      byte[] answer = function.invoke(event);
      finished = new String(answer, StandardCharsets.UTF_8).equals(ShardBatch.ALL_FINISHED);
      return answer;
    } finally {
      if (!finished) {
        unfinished.add(new Unfinished(from, Instant.now().plus(END)));
      }
    }
  }

  /** Calls the consumer as a queue's mapping does; returns the messages to be received again. */
  private List<QueueMessage> consume(List<QueueMessage> messages) {
    ArrayNode records = JSON.createArrayNode();
    for (int i = 0; i < messages.size(); i++) {
      records
          .addObject()
          .put("messageId", Integer.toString(i))
          .put("body", messages.get(i).body())
          .put("eventSource", "aws:sqs")
          .put("eventSourceARN", "arn:aws:sqs:us-east-1:000000000000:" + ChaosConsumer.TABLE);
    }
    Set<String> failed = new HashSet<>();
    try {
      byte[] answer =
          consumer.invoke(JSON.writeValueAsBytes(JSON.createObjectNode().set("Records", records)));
      for (JsonNode each : JSON.readTree(answer).path("batchItemFailures")) {
        failed.add(each.path("itemIdentifier").textValue());
      }
    } catch (FunctionError | IOException e) {
      return messages;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return messages;
    }
    return IntStream.range(0, messages.size())
        .filter(i -> failed.contains(Integer.toString(i)))
        .mapToObj(messages::get)
        .toList();
  }

  /**
   * Plays {@code number} rounds: each kind of trouble once, in random order, then again.
   *
   * @param played receives each round when it is over
   */
  List<Round> play(int number, Consumer<Round> played) throws InterruptedException {
    List<Trouble> kinds = new ArrayList<>();
    while (rounds.size() < number) {
      if (kinds.isEmpty()) {
        kinds.addAll(List.of(Trouble.values()));
        Collections.shuffle(kinds, random);
      }
      played.accept(play(kinds.remove(0)));
    }
    return rounds;
  }

  /** Plays one round. */
  Round play(Trouble kind) throws InterruptedException {
    Instant began = Instant.now();
    String prefix = "c%d-".formatted(rounds.size() + 1);
    Arrivals arrivals = new Arrivals(system.stub(), prefix);
    try (Writers writers = new Writers(system.outbox(), prefix, ORDERS, PER_SECOND)) {
      await("no events", () -> arrivals.have(ORDERS, 1));
      int explained = cause(kind);
      Instant over = Instant.now();
      int then = writers.versions().max().orElseThrow();
      await("nothing published again after " + kind, () -> arrivals.have(ORDERS, then + 1));
      Duration again = Duration.between(over, Instant.now());
      writers.end();
      await("events are missing after " + kind, () -> arrivals.count() >= writers.written());
      int wrongEffects = awaitEffects(prefix, writers);
      // What arrived twice meanwhile counts, too.
      int lost = writers.written() - arrivals.count();
      List<Unfinished> calls = unfinished.stream().filter(call -> call.to.isAfter(began)).toList();
      Round round =
          new Round(
              kind,
              arrivals.at(any -> true),
              lost,
              arrivals.outOfOrder(),
              arrivals.twice(),
              explained + arrivals.at(at -> calls.stream().anyMatch(call -> call.contains(at))),
              wrongEffects,
              again);
      rounds.add(round);
      return round;
    }
  }

  /**
   * Causes the trouble, and returns how many events it may repeat besides those of unfinished
   * batches.
   */
  private int cause(Trouble kind) throws InterruptedException {
    switch (kind) {
      case FUNCTION_KILLED -> {
        awaitBusy(function);
        function.kill();
      }
      case FUNCTION_STOPPED -> {
        awaitBusy(function);
        stop(function.pid().orElseThrow());
        Thread.sleep(TIMEOUT.toMillis());
      }
      case CONSUMER_KILLED -> {
        awaitBusy(consumer);
        consumer.kill();
      }
      case TARGET_CUT -> {
        int unused = inject(Fault.breakConnection());
      }
      case TARGET_ANSWERS_LOST -> {
        return ENTRIES * inject(Fault.loseAnswer());
      }
      case CONTROL_THROTTLED -> control(Mode.THROTTLES);
      case CONTROL_ANSWERS_LOST -> control(Mode.LOSES_ANSWERS);
      case CONTROL_CUT -> control(Mode.CUTS);
    }
    return 0;
  }

  /** Waits for a moment in the middle of a batch, if one takes that long. */
  private void awaitBusy(LambdaProcess process) throws InterruptedException {
    Thread.sleep(random.nextInt(10 * LONGEST_PAUSE_MILLIS));
    await("no batch", process::isBusy);
    Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
    await("no batch", process::isBusy);
  }

  private static void stop(long pid) throws InterruptedException {
    try {
      int failed = new ProcessBuilder("kill", "-STOP", Long.toString(pid)).start().waitFor();
      if (failed != 0) {
        throw new IllegalStateException("kill -STOP failed: " + failed);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Applies the fault to half of the requests for a while; returns to how many. */
  private int inject(Fault fault) throws InterruptedException {
    When publish = When.on(Service.EVENTBRIDGE).action("PutEvents").probability(0.5);
    Injection injection = system.stub().faults().inject(publish, fault);
    Thread.sleep(FAILURE.toMillis());
    injection.cancel();
    return injection.fired();
  }

  private void control(Mode mode) throws InterruptedException {
    gateway.set(mode);
    Thread.sleep(FAILURE.toMillis());
    gateway.set(Mode.PASSES);
  }

  /** Waits until all effects are there; returns how many are missing or surplus. */
  private int awaitEffects(String prefix, Writers writers) throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    int wrong = wrongEffects(prefix, writers);
    while (wrong > 0 && Instant.now().isBefore(end)) {
      Thread.sleep(50);
      wrong = wrongEffects(prefix, writers);
    }
    return wrong;
  }

  private int wrongEffects(String prefix, Writers writers) {
    int[] versions = writers.versions().toArray();
    return IntStream.range(0, versions.length)
        .map(order -> Math.abs(changes(prefix + order) - versions[order]))
        .sum();
  }

  /** How often an order changed, according to the consumer. */
  private int changes(String order) {
    AttributeValue changes =
        system
            .dynamoDb()
            .getItem(
                get ->
                    get.tableName(ChaosConsumer.TABLE)
                        .key(ChaosConsumer.key(order))
                        .consistentRead(true))
            .item()
            .getOrDefault(ChaosConsumer.CHANGES, AttributeValue.fromN("0"));
    return Integer.parseInt(changes.n());
  }

  private void await(String missing, BooleanSupplier holds) throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (!holds.getAsBoolean()) {
      if (Instant.now().isAfter(end)) {
        throw new IllegalStateException(
            "%s within %d s; %s, %d starts, last failure %s"
                .formatted(
                    missing,
                    PATIENCE.toSeconds(),
                    mapping.progress(),
                    function.starts(),
                    mapping.lastFailure().map(Exception::toString).orElse("none")));
      }
      Thread.sleep(5);
    }
  }

  @Override
  public void close() {
    mapping.close();
    function.close();
    system.close();
    consumer.close();
    gateway.close();
  }
}
