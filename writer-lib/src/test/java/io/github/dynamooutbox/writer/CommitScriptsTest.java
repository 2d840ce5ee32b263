package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.writer.CommitListener.Ending;
import io.github.dynamooutbox.writer.CommitListener.Report;
import io.github.dynamooutbox.writer.CommitResult.AlreadyCommitted;
import io.github.dynamooutbox.writer.CommitResult.Committed;
import io.github.dynamooutbox.writer.ScriptedDynamoDb.Answer;
import io.github.dynamooutbox.writer.ScriptedDynamoDb.Call;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/**
 * Commits under random sequences of DynamoDB's answers. The blocking and the asynchronous one do
 * the same in every detail, and what they do keeps the promises of {@code commit}.
 */
class CommitScriptsTest {
  private static final int SCRIPTS = 200;
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final List<Duration> BOUNDS =
      Stream.of(10, 20, 40, 70, 70, 70, 70, 70).map(Duration::ofMillis).toList();
  private static final PayloadSerializer SERIALIZER = new JacksonPayloadSerializer();
  private static final String FAILED = "ConditionalCheckFailed";
  private static final String CONFLICT = "TransactionConflict";

  private static final List<RuntimeException> REFUSALS =
      List.of(
          FakeDynamoDb.cancelled("None", CONFLICT, "None"),
          FakeDynamoDb.cancelled("None", "None", CONFLICT),
          FakeDynamoDb.cancelled("ThrottlingError", "None", "None"),
          FakeDynamoDb.cancelled(FAILED, "None", "None"),
          FakeDynamoDb.cancelled(FAILED, "None", CONFLICT),
          FakeDynamoDb.cancelled("None", FAILED, FAILED),
          FakeDynamoDb.cancelled("None", "None", FAILED),
          FakeDynamoDb.cancelled("ValidationError", "None", "None"),
          FakeDynamoDb.throttled(),
          FakeDynamoDb.throttled().toBuilder().numAttempts(2).build(),
          FakeDynamoDb.inProgress(),
          ApiCallTimeoutException.create(1),
          DynamoDbException.builder().statusCode(503).message("unavailable").build(),
          DynamoDbException.builder().statusCode(400).message("denied").build());

  /** What a read of the marker gives: none, this command's, another one's, or a later version's. */
  private final List<Map<String, AttributeValue>> items = items();

  /** What one commit did and how it ended. */
  private record Run(
      List<Call> calls, List<Duration> pauses, List<Report> reports, Ended ended, Duration end) {
    List<Call> sends() {
      return calls.stream()
          .filter(call -> call.request() instanceof TransactWriteItemsRequest)
          .toList();
    }
  }

  private record Script(List<Answer> answers, CommitRetry retry, boolean isCommand) {}

  private Script script(Random random) {
    List<Answer> answers = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      RuntimeException failure =
          random.nextInt(8) == 0 ? null : REFUSALS.get(random.nextInt(REFUSALS.size()));
      Map<String, AttributeValue> item = items.get(random.nextInt(items.size()));
      answers.add(new Answer(Duration.ofMillis(random.nextInt(200)), failure, item));
    }
    CommitRetry retry =
        new CommitRetry(1 + random.nextInt(8), Duration.ofMillis(10), Duration.ofMillis(70));
    return new Script(answers, retry, random.nextBoolean());
  }

  private static List<Map<String, AttributeValue>> items() {
    Map<String, AttributeValue> later = new HashMap<>(marker("c"));
    later.put("v", AttributeValue.fromN("9"));
    return List.of(Map.of(), marker("c"), marker("other"), later);
  }

  private static Map<String, AttributeValue> marker(String command) {
    FakeDynamoDb dynamoDb = new FakeDynamoDb();
    place(Outbox.builder(dynamoDb).table("orders").source("/s").build().transaction())
        .idempotencyKey("k", command)
        .commit();
    return dynamoDb.request().transactItems().get(2).put().item();
  }

  private static <T extends TransactionBuilder<T>> T place(T transaction) {
    return transaction
        .put(Items.order("1"))
        .events(Aggregate.of("Order", "1").at(1), Event.withoutPayload("OrderPlaced"));
  }

  private static <T extends TransactionBuilder<T>> T transaction(T empty, Script script) {
    return script.isCommand() ? place(empty).idempotencyKey("k", "c") : place(empty);
  }

  private static <O> OutboxBuilder<O> configured(
      OutboxBuilder<O> builder, Script script, ScriptedDynamoDb dynamoDb, List<Report> reports) {
    return builder
        .table("orders")
        .source("/s")
        .serializer(SERIALIZER)
        .clock(InstantSource.fixed(Instant.EPOCH))
        .eventIds(() -> "e-1")
        .retry(script.retry())
        .commitTimeout(TIMEOUT)
        .random(new LongestPauses())
        .nanoTime(() -> Long.MAX_VALUE + dynamoDb.now().toNanos())
        .listener(reports::add);
  }

  private static Run blocking(Script script) {
    ScriptedDynamoDb dynamoDb = new ScriptedDynamoDb(script.answers());
    List<Report> reports = new ArrayList<>();
    Outbox outbox =
        configured(Outbox.builder(dynamoDb.blocking()), script, dynamoDb, reports)
            .sleeper(dynamoDb::pause)
            .build();
    Ended ended = Ended.of(() -> transaction(outbox.transaction(), script).commit());
    return new Run(dynamoDb.calls, dynamoDb.pauses, reports, ended, dynamoDb.now());
  }

  private static Run asynchronous(Script script) {
    ScriptedDynamoDb dynamoDb = new ScriptedDynamoDb(script.answers());
    List<Report> reports = new ArrayList<>();
    AsyncOutbox outbox =
        configured(AsyncOutbox.builder(dynamoDb.async()), script, dynamoDb, reports)
            .scheduler(dynamoDb.scheduler())
            .build();
    Ended ended =
        Ended.of(
            () -> {
              try {
                return transaction(outbox.transaction(), script).commit().join();
              } catch (CompletionException e) {
                throw (Exception) e.getCause();
              }
            });
    return new Run(dynamoDb.calls, dynamoDb.pauses, reports, ended, dynamoDb.now());
  }

  @Test
  void commitsOfBothKindsDoTheSameAndKeepTheirPromises() {
    for (long next = 0; next < SCRIPTS; next++) {
      long seed = next;
      Script script = script(new Random(seed));
      Run run = blocking(script);
      Supplier<String> what = () -> "seed %d: %s".formatted(seed, run.ended());

      assertThat(withoutToken(asynchronous(script))).as(what).isEqualTo(withoutToken(run));
      checkCalls(script, run, what);
      checkPauses(run, what);
      checkReport(script, run, what);
      checkEnd(script, run, what);
    }
  }

  /** Tokens are random. */
  private static Run withoutToken(Run run) {
    List<Call> calls =
        run.calls().stream()
            .map(
                call ->
                    call.request() instanceof TransactWriteItemsRequest send
                        ? new Call(call.at(), send.toBuilder().clientRequestToken("t").build())
                        : call)
            .toList();
    return new Run(calls, run.pauses(), run.reports(), run.ended(), run.end());
  }

  /** All are the same requests, and each has the time that is left. */
  private static void checkCalls(Script script, Run run, Supplier<String> what) {
    assertThat(run.sends())
        .extracting(call -> FakeDynamoDb.withoutTimeout((TransactWriteItemsRequest) call.request()))
        .as(what)
        .containsOnly(
            FakeDynamoDb.withoutTimeout((TransactWriteItemsRequest) run.calls().get(0).request()));
    for (Call call : run.calls()) {
      Duration left = TIMEOUT.minus(call.at());
      Duration atLeast = Duration.ofMillis(1);
      assertThat(call.request().overrideConfiguration().orElseThrow().apiCallTimeout())
          .as(what)
          .contains(left.compareTo(atLeast) < 0 ? atLeast : left);
      assertThat(script.isCommand() || !(call.request() instanceof GetItemRequest))
          .as(what)
          .isTrue();
    }
  }

  /** Those before sending double; no attempt begins after the deadline. */
  private static void checkPauses(Run run, Supplier<String> what) {
    assertThat(run.pauses()).as(what).allMatch(BOUNDS::contains);
    if (run.sends().size() == run.calls().size()) {
      assertThat(run.pauses()).as(what).isEqualTo(BOUNDS.subList(0, run.sends().size() - 1));
    }
    assertThat(run.sends()).as(what).allMatch(call -> call.at().compareTo(TIMEOUT) < 0);
  }

  private static List<RuntimeException> failures(Script script, Run run, boolean isSend) {
    List<RuntimeException> failures = new ArrayList<>();
    for (int i = 0; i < run.calls().size(); i++) {
      Answer answer = script.answers().get(Math.min(i, script.answers().size() - 1));
      boolean sends = run.calls().get(i).request() instanceof TransactWriteItemsRequest;
      if (sends == isSend && answer.failure() != null) {
        failures.add(answer.failure());
      }
    }
    return failures;
  }

  private static int count(List<RuntimeException> failures, Predicate<RuntimeException> kind) {
    return failures.stream().filter(kind).mapToInt(SdkFailures::requests).sum();
  }

  private static void checkReport(Script script, Run run, Supplier<String> what) {
    List<RuntimeException> failures = failures(script, run, true);
    int accepted = run.sends().size() - failures.size();
    Object result = run.ended().result();
    Ending ending = Ending.REFUSED;
    if (result instanceof Committed) {
      ending = Ending.COMMITTED;
    } else if (result instanceof AlreadyCommitted) {
      ending = Ending.REPEATED;
    } else if (run.ended().outcome().filter(CommitOutcome.UNKNOWN::equals).isPresent()
        && !result.equals(CommitThrottledException.class)) {
      ending = Ending.UNKNOWN;
    }
    assertThat(run.reports())
        .as(what)
        .containsExactly(
            new Report(
                ending,
                accepted + count(failures, failure -> true),
                count(failures, failure -> is(failure, CONFLICT, CONFLICT)),
                count(
                    failures,
                    failure ->
                        failure instanceof ThrottlingException
                            || is(failure, "ThrottlingError", "")),
                run.end(),
                run.reports().get(0).bytes()));
  }

  /** Whether these are the only codes of a cancellation. */
  private static boolean is(RuntimeException failure, String code, String other) {
    return failure instanceof TransactionCanceledException cancelled
        && cancelled.cancellationReasons().stream()
            .allMatch(
                reason ->
                    reason.code().equals("None")
                        || reason.code().equals(code)
                        || reason.code().equals(other));
  }

  /** Gives up no earlier than it must, and tells why. */
  private static void checkEnd(Script script, Run run, Supplier<String> what) {
    if (run.ended().result() instanceof CommitResult) {
      return;
    }
    List<RuntimeException> failures = failures(script, run, true);
    RuntimeException last = failures.get(failures.size() - 1);
    boolean isTransient =
        is(last, CONFLICT, "ThrottlingError")
            || last instanceof ThrottlingException
            || last instanceof TransactionInProgressException;
    if (isTransient && run.sends().size() == run.calls().size()) {
      boolean noAttempt = count(failures, failure -> true) >= script.retry().attempts();
      Duration next = run.end().plus(BOUNDS.get(run.sends().size() - 1));
      assertThat(noAttempt || next.compareTo(TIMEOUT) >= 0).as(what).isTrue();
    }
    boolean isPassedOn = run.ended().result().equals(last.getClass());
    boolean isUnreadable = run.ended().result().equals(UnreadableMarkerException.class);
    assertThat(isPassedOn || isUnreadable || isCause(last, run.ended())).as(what).isTrue();
  }

  private static boolean isCause(RuntimeException failure, Ended ended) {
    return ended
        .cause()
        .filter(cause -> cause == failure || (cause instanceof Ended own && isCause(failure, own)))
        .isPresent();
  }
}
