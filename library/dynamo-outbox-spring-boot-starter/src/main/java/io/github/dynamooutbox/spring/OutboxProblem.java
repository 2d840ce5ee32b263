package io.github.dynamooutbox.spring;

import io.github.dynamooutbox.writer.CommitConflictException;
import io.github.dynamooutbox.writer.CommitOutcomeUnknownException;
import io.github.dynamooutbox.writer.CommitThrottledException;
import io.github.dynamooutbox.writer.IdempotencyKeyMisusedException;
import io.github.dynamooutbox.writer.InvalidTransactionException;
import io.github.dynamooutbox.writer.OutboxException;
import io.github.dynamooutbox.writer.PayloadNotStoredException;
import io.github.dynamooutbox.writer.PreconditionFailedException;
import java.time.Duration;
import java.util.Locale;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/**
 * What a client of the service is told about a failed commit. It names no key, no table and no
 * content: those are in the exception, for the service's own log. The property {@code outcome} says
 * whether anything was written: {@code not_committed} or {@code unknown}.
 *
 * @param status 409 for what another commit decided, 422 for what can never be committed, 503 for
 *     what may succeed later or may have succeeded, 500 for what the service got wrong
 * @param detail a sentence
 * @param retryAfter when a repeat makes sense; zero for never
 * @param outcome whether anything was written
 */
record OutboxProblem(int status, String detail, Duration retryAfter, String outcome) {
  private static final Duration SOON = Duration.ofSeconds(1);

  /** Longer than DynamoDB takes to finish what it has begun. */
  private static final Duration LATER = Duration.ofSeconds(5);

  static OutboxProblem of(OutboxException failure) {
    String outcome = failure.outcome().name().toLowerCase(Locale.ROOT);
    if (failure instanceof PreconditionFailedException) {
      return new OutboxProblem(409, "It was changed in the meantime.", Duration.ZERO, outcome);
    }
    if (failure instanceof IdempotencyKeyMisusedException) {
      return new OutboxProblem(
          422, "The idempotency key belongs to another request.", Duration.ZERO, outcome);
    }
    if (failure instanceof InvalidTransactionException) {
      return new OutboxProblem(
          422, "The request leads to a change that cannot be stored.", Duration.ZERO, outcome);
    }
    if (failure instanceof CommitConflictException || failure instanceof CommitThrottledException) {
      return new OutboxProblem(503, "Too busy; nothing was changed.", SOON, outcome);
    }
    if (failure instanceof PayloadNotStoredException) {
      return new OutboxProblem(503, "Nothing was changed.", LATER, outcome);
    }
    if (failure instanceof CommitOutcomeUnknownException) {
      return new OutboxProblem(
          503,
          "Whether the change was made is not known. Repeat the request with the same"
              + " idempotency key, or look.",
          LATER,
          outcome);
    }
    return new OutboxProblem(500, "Nothing was changed.", Duration.ZERO, outcome);
  }

  ResponseEntity<ProblemDetail> response() {
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(HttpStatusCode.valueOf(status), detail);
    problem.setProperty("outcome", outcome);
    ResponseEntity.BodyBuilder response =
        ResponseEntity.status(status).contentType(MediaType.APPLICATION_PROBLEM_JSON);
    if (!retryAfter.isZero()) {
      response.header(HttpHeaders.RETRY_AFTER, String.valueOf(retryAfter.toSeconds()));
    }
    return response.body(problem);
  }
}
