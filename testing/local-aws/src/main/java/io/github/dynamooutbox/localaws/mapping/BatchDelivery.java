package io.github.dynamooutbox.localaws.mapping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaFunction;
import io.github.dynamooutbox.localaws.mapping.DiscardedBatch.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Delivers one shard's batches to the function, one call at a time, until each record is handled or
 * discarded.
 */
final class BatchDelivery {
  private final DeliverySettings settings;
  private final LambdaFunction function;
  private final String streamArn;
  private final String shardId;
  private final Counters counters;

  BatchDelivery(
      DeliverySettings settings,
      LambdaFunction function,
      String streamArn,
      String shardId,
      Counters counters) {
    this.settings = settings;
    this.function = function;
    this.streamArn = streamArn;
    this.shardId = shardId;
    this.counters = counters;
  }

  /**
   * Records that are passed to the function together. Splitting keeps the count of attempts,
   * progress resets it.
   */
  private record Piece(List<StreamEntry> entries, int attempts, boolean calledBefore) {
    Piece from(int index) {
      return new Piece(entries.subList(index, entries.size()), 0, true);
    }

    Piece half(int from, int to) {
      return new Piece(entries.subList(from, to), attempts, true);
    }

    Piece attempted() {
      return new Piece(entries, attempts + 1, true);
    }
  }

  /** Returns when every record of the batch is handled or discarded. */
  void deliver(List<StreamEntry> batch) throws InterruptedException {
    Deque<Piece> open = new ArrayDeque<>();
    open.push(new Piece(batch, 0, false));
    int failuresInARow = 0;
    while (!open.isEmpty()) {
      Piece piece = withoutExpired(open.pop());
      if (piece.entries().isEmpty()) {
        continue;
      }
      int size = piece.entries().size();
      int done = call(piece);
      if (done > 0) {
        finished(piece.entries().subList(0, done));
        counters.delivered.add(done);
        failuresInARow = 0;
      }
      if (done == size) {
        continue;
      }
      failuresInARow++;
      counters.failedInvocations.increment();
      if (done > 0) {
        open.push(piece.from(done));
      } else if (settings.bisectOnError() && size > 1) {
        open.push(piece.half(size / 2, size));
        open.push(piece.half(0, size / 2));
      } else {
        retryOrGiveUp(piece.attempted(), open);
      }
      Thread.sleep(settings.backoff().next(failuresInARow).toMillis());
    }
  }

  private int call(Piece piece) throws InterruptedException {
    counters.invocations.increment();
    if (piece.calledBefore()) {
      counters.retries.increment();
    }
    List<StreamEntry> entries = piece.entries();
    try {
      byte[] response = function.invoke(RecordJson.event(entries));
      return settings.reportItemFailures()
          ? BatchResult.firstUnfinished(response, entries)
          : entries.size();
    } catch (FunctionError | RuntimeException failed) {
      counters.lastFailure = failed;
      return 0;
    }
  }

  private void retryOrGiveUp(Piece attempted, Deque<Piece> open) {
    int limit = settings.maximumRetryAttempts();
    if (limit >= 0 && attempted.attempts() > limit) {
      giveUp(attempted.entries(), attempted.attempts(), Reason.RETRY_ATTEMPTS_EXHAUSTED);
    } else {
      open.push(attempted);
    }
  }

  private Piece withoutExpired(Piece piece) {
    if (settings.maximumRecordAge().isEmpty()) {
      return piece;
    }
    Instant oldest = settings.clock().instant().minus(settings.maximumRecordAge().get());
    List<StreamEntry> entries = piece.entries();
    int expired = 0;
    while (expired < entries.size() && entries.get(expired).created().isBefore(oldest)) {
      expired++;
    }
    if (expired == 0) {
      return piece;
    }
    giveUp(entries.subList(0, expired), piece.attempts(), Reason.RECORD_AGE_EXCEEDED);
    return new Piece(
        entries.subList(expired, entries.size()), piece.attempts(), piece.calledBefore());
  }

  private void giveUp(List<StreamEntry> entries, int attempts, Reason reason) {
    List<String> positions = entries.stream().map(StreamEntry::sequenceNumber).toList();
    settings
        .onFailure()
        .accept(
            new DiscardedBatch(
                streamArn,
                shardId,
                reason,
                attempts,
                positions,
                new String(RecordJson.event(entries), StandardCharsets.UTF_8)));
    finished(entries);
    counters.discarded.add(entries.size());
  }

  private void finished(List<StreamEntry> entries) {
    counters.positions.put(shardId, entries.get(entries.size() - 1).sequenceNumber());
  }

  /**
   * Reads the outcome of a batch from the function's response.
   *
   * <p>An absent, null or empty list of failures is success, and so is a null answer. An identifier
   * that is empty, null, missing or not of this batch fails the whole batch, and so does an answer
   * that is not of this shape.
   */
  private static final class BatchResult {
    private static final ObjectMapper JSON = new ObjectMapper();

    private BatchResult() {}

    /** The index of the first unfinished record: 0 if all failed, the batch's size if none did. */
    static int firstUnfinished(byte[] response, List<StreamEntry> batch) {
      int allFailed = 0;
      int success = batch.size();
      JsonNode answer;
      try {
        answer = JSON.readTree(response);
      } catch (IOException malformed) {
        return allFailed;
      }
      if (answer.isNull()) {
        return success;
      }
      if (!answer.isObject()) {
        return allFailed;
      }
      JsonNode failures = answer.path("batchItemFailures");
      if (failures.isMissingNode() || failures.isNull()) {
        return success;
      }
      if (!failures.isArray()) {
        return allFailed;
      }
      Map<String, Integer> index = new HashMap<>();
      for (int i = 0; i < batch.size(); i++) {
        index.put(batch.get(i).sequenceNumber(), i);
      }
      int first = success;
      for (JsonNode failure : failures) {
        Integer failed = index.get(failure.path("itemIdentifier").asText(""));
        if (failed == null) {
          return allFailed;
        }
        first = Math.min(first, failed);
      }
      return first;
    }
  }
}
