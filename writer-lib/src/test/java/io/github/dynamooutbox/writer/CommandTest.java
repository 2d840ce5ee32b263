package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.dynamooutbox.writer.CommitResult.AlreadyCommitted;
import io.github.dynamooutbox.writer.CommitResult.Committed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Commands that are known before their decision, and whom an idempotency key belongs to. */
class CommandTest {
  private static final Command PAY = Command.of("k-1", "pay 12").tenant("acme");

  private final PutsTable table = new PutsTable();
  private final Outbox outbox = configured(Outbox.builder(table)).build();
  private final AsyncOutbox async = configured(AsyncOutbox.builder(table.async())).build();

  private static <O> OutboxBuilder<O> configured(OutboxBuilder<O> builder) {
    return builder.table("orders").source("/shop").retry(CommitRetry.none());
  }

  /** Refuses what is paid, as a service does. */
  private static final class Paid extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static <T extends TransactionBuilder<T>> T paid(T transaction, String order) {
    return transaction
        .events(Aggregate.of("Order", order).at(2), Event.withoutPayload("OrderPaid"))
        .commandResult("receipt of " + order);
  }

  private OutboxTransaction paysOnce() {
    if (!table.items.isEmpty()) {
      throw new Paid();
    }
    return paid(outbox.transaction(), "42");
  }

  @Test
  void repeatGetsTheFirstResultThoughTheDecisionRefusesIt() {
    CommitResult first = outbox.commit(PAY, this::paysOnce);
    CommitResult repeat = outbox.commit(PAY, this::paysOnce);

    assertThat(first).isInstanceOf(Committed.class);
    assertThat(first.commandResult()).contains("receipt of 42");
    assertThat(repeat)
        .isEqualTo(
            new AlreadyCommitted(first.records(), first.writtenAt(), Optional.of("receipt of 42")));
  }

  @Test
  void firstCallReadsNothing() {
    CommitResult unused = outbox.commit(PAY, this::paysOnce);

    assertThat(table.reads).isZero();
  }

  @Test
  void refusalOfAnUnknownCommandIsPassedOn() {
    CommitResult unused = outbox.commit(PAY, this::paysOnce);

    assertThatExceptionOfType(Paid.class)
        .isThrownBy(
            () -> outbox.commit(Command.of("k-2", "pay 12").tenant("acme"), this::paysOnce));
    assertThatExceptionOfType(Paid.class)
        .isThrownBy(
            () -> outbox.commit(Command.of("k-1", "pay 12").tenant("bolt"), this::paysOnce));
    assertThatExceptionOfType(Paid.class)
        .isThrownBy(() -> outbox.commit(Command.of("k-1", "pay 12"), this::paysOnce));
  }

  @Test
  void anotherRequestUnderTheKeyIsMisuseThoughTheDecisionRefusesIt() {
    CommitResult unused = outbox.commit(PAY, this::paysOnce);

    assertThatExceptionOfType(IdempotencyKeyMisusedException.class)
        .isThrownBy(() -> outbox.commit(Command.of("k-1", "pay 13").tenant("acme"), this::paysOnce))
        .withMessageContaining("another command was committed under this idempotency key")
        .withCauseInstanceOf(Paid.class);
  }

  @Test
  void repeatIsKnownWhateverFailsBeforeItIsSent() {
    CommitResult first = outbox.commit(PAY, this::paysOnce);

    for (Supplier<OutboxTransaction> decision :
        List.<Supplier<OutboxTransaction>>of(
            outbox::transaction,
            () -> outbox.transaction().events(Aggregate.of("Order", "#").at(-1)),
            () ->
                paid(outbox.transaction(), "42")
                    .events(Aggregate.of("Order", "43"), Event.of("Odd", new Object())))) {
      assertThat(outbox.commit(PAY, decision).eventIds()).isEqualTo(first.eventIds());
    }
  }

  @Test
  void repeatThatIsSentIsKnown() {
    CommitResult first = outbox.commit(PAY, () -> paid(outbox.transaction(), "42"));

    assertThat(outbox.commit(PAY, () -> paid(outbox.transaction(), "42")).eventIds())
        .isEqualTo(first.eventIds());
  }

  @Test
  void unreadableMarkerAfterARefusalLeavesTheOutcomeUnknown() {
    CommitResult unused = outbox.commit(PAY, this::paysOnce);
    table.readFailure = DynamoDbException.builder().statusCode(400).message("denied").build();

    CommitOutcomeUnknownException e =
        catchThrowableOfType(
            CommitOutcomeUnknownException.class, () -> outbox.commit(PAY, this::paysOnce));

    assertThat(e).hasCauseInstanceOf(Paid.class);
    assertThat(e.getSuppressed()).containsExactly(table.readFailure);
  }

  @Test
  void asynchronousRepeatGetsTheFirstResult() {
    CommitResult first = outbox.commit(PAY, this::paysOnce);

    assertThat(async.commit(PAY, () -> CompletableFuture.failedFuture(new Paid())).join())
        .isEqualTo(new AlreadyCommitted(first.records(), first.writtenAt(), first.commandResult()));
    assertThat(
            async
                .commit(
                    PAY,
                    () -> {
                      throw new Paid();
                    })
                .join()
                .eventIds())
        .isEqualTo(first.eventIds());
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(
            () ->
                async
                    .commit(
                        Command.of("k-2", "pay 12"),
                        () -> CompletableFuture.failedFuture(new IOException("a decision's")))
                    .join())
        .withCauseInstanceOf(IOException.class);
  }

  @Test
  void asynchronousCommandIsCommittedOnce() {
    List<CommitResult> results = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      results.add(
          async
              .commit(PAY, () -> CompletableFuture.completedFuture(paid(async.transaction(), "42")))
              .join());
    }

    assertThat(results.get(0)).isInstanceOf(Committed.class);
    assertThat(results.get(1)).isInstanceOf(AlreadyCommitted.class);
    assertThat(results.get(1).commandResult()).contains("receipt of 42");
  }

  @Test
  void tenantOfTheCommandIsThatOfTheTransaction() {
    CommitResult unused = outbox.commit(PAY, this::paysOnce);

    assertThat(table.items.values())
        .anySatisfy(
            item -> assertThat(item).containsKey("events").extracting("tenant").isNotNull());
    assertThat(
            catchThrowable(
                () ->
                    outbox.commit(
                        Command.of("k-9", "x"),
                        () -> paid(outbox.transaction(), "7").tenant("bolt"))))
        .isInstanceOf(InvalidTransactionException.class)
        .hasMessageContaining("tenant");
    assertThat(
            catchThrowable(
                () ->
                    outbox.commit(
                        Command.of("k-9", "x"),
                        () -> paid(outbox.transaction(), "7").idempotencyKey("k"))))
        .isInstanceOf(InvalidTransactionException.class)
        .hasMessageContaining("idempotency key of its own");
  }

  @Test
  void keyBelongsToItsTenant() {
    for (String tenant : List.of("acme", "bolt")) {
      assertThat(
              outbox
                  .transaction()
                  .tenant(tenant)
                  .idempotencyKey("1", "X")
                  .events(Aggregate.of("Order", tenant), Event.withoutPayload("Placed"))
                  .commit())
          .isInstanceOf(Committed.class);
    }
    assertThat(
            outbox
                .transaction()
                .idempotencyKey("1", "Y")
                .tenant("core")
                .events(Aggregate.of("Order", "core"), Event.withoutPayload("Placed"))
                .commit())
        .isInstanceOf(Committed.class);
  }

  @Test
  void resultHasALimit() {
    OutboxTransaction transaction = outbox.transaction();
    assertThat(transaction.commandResult("\u00e9".repeat(2048))).isSameAs(transaction);
    for (String wrong : List.of("", "x".repeat(4097), "\u00e9".repeat(2049), "\ud800")) {
      assertThatExceptionOfType(InvalidTransactionException.class)
          .isThrownBy(() -> transaction.commandResult(wrong))
          .withMessageContaining("the result of the command");
    }
    assertThat(
            catchThrowable(
                () ->
                    transaction
                        .events(Aggregate.of("Order", "1"), Event.withoutPayload("Placed"))
                        .commit()))
        .hasMessageContaining("without an idempotency key");
  }

  @Test
  void nothingOfACommandIsPrinted() {
    assertThat(PAY).hasToString("Command[tenant=acme]");
    assertThat(outbox.commit(PAY, this::paysOnce).toString()).doesNotContain("receipt");
    assertThat(outbox.commit(PAY, this::paysOnce).toString()).doesNotContain("receipt");
  }
}
