package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Exceptions that cross a process, a workflow engine's for example, keep what they know. */
class SerializedExceptionTest {
  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox =
      Outbox.builder(dynamoDb).table("orders").source("/s").retry(CommitRetry.none()).build();

  private OutboxTransaction order() {
    return outbox
        .transaction()
        .put(Items.order("1"))
        .events(Aggregate.of("Order", "1").at(1), Event.of("OrderPlaced", 1));
  }

  @Test
  void refusalKeepsReasonsConditionsAndVersions() throws Exception {
    dynamoDb.failNext(
        FakeDynamoDb.cancelledWith(
            Items.order("old"), "ConditionalCheckFailed", "ConditionalCheckFailed"));
    VersionTakenException before = (VersionTakenException) catchThrowable(() -> order().commit());

    VersionTakenException after = copy(before);

    assertThat(after.reasons()).hasSize(2).isEqualTo(before.reasons());
    assertThat(after.conditions()).isEqualTo(before.conditions());
    assertThat(after.conditions().get(0).item()).isEqualTo(Items.order("old"));
    assertThat(after.aggregate()).isEqualTo(before.aggregate());
    assertThat(after.outcome()).isEqualTo(CommitOutcome.NOT_COMMITTED);
  }

  @Test
  void violationIsKept() throws Exception {
    InvalidTransactionException before =
        (InvalidTransactionException)
            catchThrowable(() -> outbox.transaction().events(Aggregate.of("Order", "1")));
    assertThat(copy(before).violation()).isEqualTo(before.violation());
  }

  @Test
  void misusedKeyKeepsWhatTheOtherCommandCommittedAndHidesTheKey() throws Exception {
    order().idempotencyKey("secret-key").commit();
    Map<String, AttributeValue> marker = dynamoDb.request().transactItems().get(2).put().item();
    dynamoDb.item(marker);
    dynamoDb.failNext(FakeDynamoDb.cancelled("None", "None", "ConditionalCheckFailed"));
    IdempotencyKeyMisusedException before =
        (IdempotencyKeyMisusedException)
            catchThrowable(() -> order().idempotencyKey("secret-key", "other").commit());

    assertThat(copy(before).committed()).isEqualTo(before.committed());
    assertThat(before.committed().records().get(0).version()).hasValue(1);
    assertThat(before.getMessage()).doesNotContain("secret-key").contains("OUTBOX-COMMAND#");
  }

  @Test
  void resultKeepsRecordsWithAndWithoutAVersion() throws Exception {
    CommitResult result =
        order().events(Aggregate.of("Payment", "1"), Event.of("Paid", 1)).commit();

    assertThat(copy(result)).isEqualTo(result);
    assertThat(copy(result).records())
        .extracting(record -> record.version().isPresent())
        .containsExactly(true, false);
  }

  @SuppressWarnings("unchecked")
  private static <T> T copy(T value) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (T) in.readObject();
    }
  }
}
