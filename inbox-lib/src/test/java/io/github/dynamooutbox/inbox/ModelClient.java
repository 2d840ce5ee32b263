package io.github.dynamooutbox.inbox;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * A table at which requests are throttled, conflict with others, lose their answer, or are the last
 * that a process sends; and another process may be quicker before any of them.
 */
final class ModelClient extends TableFake {
  /** More than a commit makes. */
  private static final int ATTEMPTS = 8;

  private final Random random;
  private final double trouble;
  private Instant now = Instant.parse("2026-11-22T12:00:00Z");
  private Runnable other = () -> {};
  private boolean nested;
  private boolean calm;

  /** How many requests more get no answer, so that no repeat of a commit settles its outcome. */
  private int unreachable;

  ModelClient(Random random) {
    this.random = random;
    this.trouble = random.nextInt(4) == 0 ? 0 : random.nextDouble() * 0.15;
  }

  /** The end of a process. */
  static final class Crash extends VirtualMachineError {
    private static final long serialVersionUID = 1;

    Crash() {
      super("crash");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  Instant now() {
    return now;
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  void meanwhile(Runnable newOther) {
    other = newOther;
  }

  /** From now on nothing goes wrong. */
  void calmDown() {
    calm = true;
  }

  boolean isCalm() {
    return calm;
  }

  /** Looks at the table without any trouble. */
  <T> T calmly(Supplier<T> look) {
    boolean before = calm;
    boolean nestedBefore = nested;
    calm = true;
    nested = true;
    try {
      return look.get();
    } finally {
      calm = before;
      nested = nestedBefore;
    }
  }

  private boolean happens() {
    return !calm && random.nextDouble() < trouble;
  }

  private void before() {
    if (happens()) {
      throw new Crash();
    }
    if (!nested && happens()) {
      nested = true;
      try {
        other.run();
      } finally {
        nested = false;
      }
    }
  }

  @Override
  public synchronized TransactWriteItemsResponse transactWriteItems(
      TransactWriteItemsRequest request) {
    before();
    if (unreachable > 0 && !calm) {
      unreachable--;
      throw ApiCallTimeoutException.create(1);
    }
    if (happens()) {
      throw ThrottlingException.builder()
          .awsErrorDetails(AwsErrorDetails.builder().errorCode("ThrottlingException").build())
          .message("slow down")
          .build();
    }
    if (happens()) {
      throw TransactionCanceledException.builder()
          .message("cancelled")
          .cancellationReasons(CancellationReason.builder().code("TransactionConflict").build())
          .build();
    }
    TransactWriteItemsResponse response = super.transactWriteItems(request);
    if (happens()) {
      throw new Crash();
    }
    if (happens()) {
      unreachable = random.nextBoolean() ? ATTEMPTS : 0;
      throw ApiCallTimeoutException.create(1);
    }
    return response;
  }

  @Override
  public synchronized QueryResponse query(QueryRequest request) {
    before();
    QueryResponse response = super.query(request);
    before();
    return response;
  }
}
