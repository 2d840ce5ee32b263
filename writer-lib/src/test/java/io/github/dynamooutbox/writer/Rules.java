package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.SplittableRandom;

/** An outbox whose rules are tried, and what it says of a transaction that breaks one. */
final class Rules {
  /** Numbers and times that end with zeros are shorter: sizes need a clock that stands still. */
  static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-21T10:15:30.123456Z"));

  private Rules() {}

  /** The first numbers of {@link Random} hardly differ between seeds that follow each other. */
  static Random random(long seed) {
    return new Random(new SplittableRandom(seed).nextLong());
  }

  static Outbox outbox(FakeDynamoDb dynamoDb) {
    return Outbox.builder(dynamoDb).table("orders").source("/shop/orders").clock(CLOCK).build();
  }

  /** What a commit is refused for, without a request. */
  static Violation violation(FakeDynamoDb dynamoDb, OutboxTransaction transaction) {
    int before = dynamoDb.requests.size();
    InvalidTransactionException e =
        catchThrowableOfType(InvalidTransactionException.class, transaction::commit);
    assertThat(dynamoDb.requests).hasSize(before);
    assertThat(e).hasMessage(e.violation().message());
    return e.violation();
  }
}
