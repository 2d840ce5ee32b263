package io.github.dynamooutbox.aws.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class CancellationTest {
  @Test
  void conditionIsFoundWhereItFailed() {
    Cancellation why = of("None", "ConditionalCheckFailed");
    assertThat(why.failedAt(0)).isFalse();
    assertThat(why.failedAt(1)).isTrue();
  }

  @Test
  void conflictIsOneOnlyWhereNothingElseIsInTheWay() {
    assertThat(of("None", "TransactionConflict").isContention()).isTrue();
    assertThat(of("TransactionConflict", "TransactionConflict").isContention()).isTrue();
    assertThat(of("TransactionConflict", "ConditionalCheckFailed").isContention()).isFalse();
    assertThat(of("None", "ConditionalCheckFailed").isContention()).isFalse();
    assertThat(of("ValidationError", "TransactionConflict").isContention()).isFalse();
  }

  @Test
  void exceptionWithoutReasonsSaysNothing() {
    Cancellation why = Cancellation.of(TransactionCanceledException.builder().build());
    assertThat(why.failedAt(0)).isFalse();
    assertThat(why.isContention()).isFalse();
  }

  @Test
  void reasonWithoutCodeIsNone() {
    TransactionCanceledException e =
        TransactionCanceledException.builder()
            .cancellationReasons(
                CancellationReason.builder().build(),
                CancellationReason.builder().code("ConditionalCheckFailed").build())
            .build();
    assertThat(Cancellation.of(e).codes()).containsExactly("None", "ConditionalCheckFailed");
  }

  private static Cancellation of(String... codes) {
    return new Cancellation(List.of(codes));
  }
}
