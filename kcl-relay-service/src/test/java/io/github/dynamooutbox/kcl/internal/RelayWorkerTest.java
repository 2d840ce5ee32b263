package io.github.dynamooutbox.kcl.internal;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.kcl.settings.ServiceException;
import org.junit.jupiter.api.Test;

class RelayWorkerTest {
  private static final String ARN = "arn:aws:dynamodb:eu-west-1:111122223333:table/orders/stream/1";

  @Test
  void refusesAStreamOfAnotherTable() {
    assertThatCode(() -> RelayWorker.requireOwn(ARN, "orders")).doesNotThrowAnyException();
    assertThatExceptionOfType(ServiceException.class)
        .isThrownBy(() -> RelayWorker.requireOwn(ARN, "order"))
        .withMessageContaining(ARN)
        .withMessageContaining("\"order\"")
        .withMessageContaining("table.name");
  }
}
