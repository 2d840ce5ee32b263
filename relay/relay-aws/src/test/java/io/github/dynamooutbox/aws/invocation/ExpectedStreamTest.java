package io.github.dynamooutbox.aws.invocation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectedStreamTest {
  private static final String FUNCTION = "arn:aws:lambda:eu-west-1:111122223333:function:relay:1";

  private final ExpectedStream expected = new ExpectedStream("orders");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "arn:aws:dynamodb:eu-west-1:111122223333:table/orders/stream/2026-11-26T00:00:00.000",
        "arn:aws:dynamodb:ddblocal:000000000000:table/orders/stream/2026-11-26T00:00:00.000"
      })
  void itsOwnStreamIsAccepted(String source) {
    assertThatCode(() -> expected.check(source, FUNCTION)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "arn:aws:dynamodb:eu-west-1:111122223333:table/billing/stream/1 | table \"orders\"",
        "arn:aws:dynamodb:eu-west-1:111122223333:table/orders2/stream/1 | table \"orders\"",
        "arn:aws:dynamodb:us-east-1:111122223333:table/orders/stream/1 | region eu-west-1",
        "arn:aws:dynamodb:eu-west-1:999922223333:table/orders/stream/1 | account 111122223333",
        "arn:aws:kinesis:eu-west-1:111122223333:stream/orders | table \"orders\""
      })
  void anotherTablesRegionsOrAccountsIsRefused(String source, String says) {
    assertThatExceptionOfType(StreamEventException.class)
        .isThrownBy(() -> expected.check(source, FUNCTION))
        .withMessageContaining(source)
        .withMessageContaining(says)
        .withMessageContaining("event source mapping");
  }
}
