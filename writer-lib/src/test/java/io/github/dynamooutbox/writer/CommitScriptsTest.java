package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.writer.CommitListener.Ending;
import io.github.dynamooutbox.writer.CommitListener.Report;
import io.github.dynamooutbox.writer.CommitResult.AlreadyCommitted;
import io.github.dynamooutbox.writer.CommitResult.Committed;
import io.github.dynamooutbox.writer.ScriptedDynamoDb.Answer;
import io.github.dynamooutbox.writer.ScriptedDynamoDb.Call;
import io.github.dynamooutbox.writer.internal.settle.SdkFailures;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
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
  private static final Duration TIMEOUT = CommitScript.TIMEOUT;
  private static final List<Duration> BOUNDS =
      Stream.of(10, 20, 40, 70, 70, 70, 70, 70).map(Duration::ofMillis).toList();
  private static final PayloadSerializer SERIALIZER = new JacksonPayloadSerializer();
  private static final String CONFLICT = "TransactionConflict";

  /** What one commit did and how it ended. */
  private record Run(
      List<Call> calls, List<Duration> pauses, List<Report> reports, Ended ended, Duration end) {
    List<Call> sends() {
      return calls.stream()
          .filter(call -> call.request() instanceof TransactWriteItemsRequest)
          .toList();
    }
  }

  private static <O> OutboxBuilder<O> configured(
      OutboxBuilder<O> builder,
      CommitScript script,
      ScriptedDynamoDb dynamoDb,
      List<Report> reports) {
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

  private static Run blocking(CommitScript script) {
    ScriptedDynamoDb dynamoDb = new ScriptedDynamoDb(script.answers());
    List<Report> reports = new ArrayList<>();
    Outbox outbox =
        configured(Outbox.builder(dynamoDb.blocking()), script, dynamoDb, reports)
            .sleeper(dynamoDb::pause)
            .build();
    Ended ended = Ended.of(() -> script.in(outbox.transaction()).commit());
    return new Run(dynamoDb.calls, dynamoDb.pauses, reports, ended, dynamoDb.now());
  }

  private static Run asynchronous(CommitScript script) {
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
                CompletableFuture<CommitResult> commit = script.in(outbox.transaction()).commit();
                assertThat(commit).as("nothing is left to wait for").isDone();
                return commit.join();
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
      CommitScript script = CommitScript.random(Rules.random(seed));
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
  private static void checkCalls(CommitScript script, Run run, Supplier<String> what) {
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
      assertThat(script.isCommand() || !isRead(call)).as(what).isTrue();
    }
  }

  /** Those before sending double, and so do those before reading; no attempt is too late. */
  private static void checkPauses(Run run, Supplier<String> what) {
    List<Duration> pauses = new ArrayList<>();
    for (int i = 1; i < run.calls().size(); i++) {
      boolean isRead = isRead(run.calls().get(i));
      if (!isRead || isRead(run.calls().get(i - 1))) {
        long before = run.calls().subList(0, i).stream().filter(it -> isRead(it) == isRead).count();
        pauses.add(BOUNDS.get((int) before - 1));
      }
    }
    assertThat(run.pauses()).as(what).isEqualTo(pauses);
    assertThat(run.sends()).as(what).allMatch(call -> call.at().compareTo(TIMEOUT) < 0);
  }

  private static boolean isRead(Call call) {
    return call.request() instanceof GetItemRequest;
  }

  private static List<RuntimeException> failures(CommitScript script, Run run, boolean isSend) {
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

  private static void checkReport(CommitScript script, Run run, Supplier<String> what) {
    List<RuntimeException> failures = failures(script, run, true);
    int accepted = run.sends().size() - failures.size();
    Object result = run.ended().result();
    Ending ending = Ending.REFUSED;
    if (result instanceof Committed) {
      ending = Ending.COMMITTED;
    } else if (result instanceof AlreadyCommitted) {
      ending = Ending.REPEATED;
    } else if (run.ended().outcome().filter(CommitOutcome.UNKNOWN::equals).isPresent()) {
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
                run.reports().get(0).bytes(),
                "orders",
                "/s"));
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
  private static void checkEnd(CommitScript script, Run run, Supplier<String> what) {
    if (run.ended().result() instanceof CommitResult) {
      return;
    }
    List<RuntimeException> failures = failures(script, run, true);
    RuntimeException last = failures.get(failures.size() - 1);
    boolean isTransient =
        is(last, CONFLICT, "ThrottlingError")
            || last instanceof ThrottlingException
            || last instanceof TransactionInProgressException;
    int reads = run.calls().size() - run.sends().size();
    if (isTransient && reads == 0) {
      checkLimits(script, count(failures, failure -> true), run.sends().size(), run, what);
    }
    List<RuntimeException> unread = failures(script, run, false);
    boolean endsUnread = unread.size() == reads && reads > 0;
    assertThat(run.ended().suppressed())
        .as(what)
        .isEqualTo(endsUnread ? unread.subList(reads - 1, reads) : List.of());
    if (endsUnread && SdkFailures.mayPass(unread.get(reads - 1))) {
      checkLimits(script, reads, reads, run, what);
    }
    boolean isPassedOn = run.ended().result().equals(last.getClass());
    boolean isUnreadable = run.ended().result().equals(UnreadableMarkerException.class);
    assertThat(isPassedOn || isUnreadable || run.ended().isCausedBy(last)).as(what).isTrue();
  }

  /** Another call would be one too many, or too late. */
  private static void checkLimits(
      CommitScript script, int attempts, int calls, Run run, Supplier<String> what) {
    Duration next = run.end().plus(BOUNDS.get(calls - 1));
    assertThat(attempts >= script.retry().attempts() || next.compareTo(TIMEOUT) >= 0)
        .as(what)
        .isTrue();
    assertThat(calls).as(what).isLessThanOrEqualTo(script.retry().attempts());
  }

  /**
   * How DynamoDB answers one commit.
   *
   * @param isCommand whether the commit has an idempotency key
   */
  private record CommitScript(List<Answer> answers, CommitRetry retry, boolean isCommand) {
    static final Duration TIMEOUT = Duration.ofSeconds(1);

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

    /**
     * What a read of the marker gives: none, this command's, another one's, or a later version's.
     */
    private static final List<Map<String, AttributeValue>> ITEMS = items();

    static CommitScript random(Random random) {
      List<Answer> answers = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        RuntimeException failure =
            random.nextInt(8) == 0 ? null : REFUSALS.get(random.nextInt(REFUSALS.size()));
        Map<String, AttributeValue> item = ITEMS.get(random.nextInt(ITEMS.size()));
        Duration after = random.nextInt(10) == 0 ? TIMEOUT : Duration.ofMillis(random.nextInt(200));
        answers.add(new Answer(after, failure, item));
      }
      CommitRetry retry =
          new CommitRetry(1 + random.nextInt(8), Duration.ofMillis(10), Duration.ofMillis(70));
      return new CommitScript(answers, retry, random.nextBoolean());
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

    /** The transaction that is committed. */
    <T extends TransactionBuilder<T>> T in(T empty) {
      return isCommand ? place(empty).idempotencyKey("k", "c") : place(empty);
    }
  }
}
