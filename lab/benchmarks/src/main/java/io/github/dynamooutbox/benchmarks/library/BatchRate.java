package io.github.dynamooutbox.benchmarks.library;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.benchmarks.library.InboxCost.ByHandInbox;
import io.github.dynamooutbox.benchmarks.library.InboxCost.Recognition;
import io.github.dynamooutbox.benchmarks.measure.CannedHttp;
import io.github.dynamooutbox.benchmarks.measure.ProcessContest;
import io.github.dynamooutbox.benchmarks.measure.ProcessContest.Cost;
import io.github.dynamooutbox.benchmarks.measure.Results;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Events per second of a batch through the adapter, and through a bare loop that reads the same
 * batch, divides it among as many threads and writes the same transactions; a write takes 10 ms.
 */
public final class BatchRate {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration WRITE = Duration.ofMillis(10);
  private static final int ORDERS = 500;
  private static final int VERSIONS = 4;
  private static final int ROUNDS = 7;
  private static final double BOUND = 0.95;
  private static final int PLENTY_MILLIS = 600_000;

  private BatchRate() {}

  /**
   * Prints a row for each number of threads.
   *
   * @return whether the adapter is within its bound
   */
  public static boolean measure(Results results, boolean quick) {
    results.print(
        "%n%-28s %12s %12s %8s%n",
        ORDERS + " aggregates, " + VERSIONS + " each", "adapter /s", "loop /s", "ratio");
    boolean holds = true;
    for (int threads : new int[] {16, 100}) {
      holds &= measure(threads, quick ? 1 : ROUNDS, results);
    }
    return results.bound(">= " + BOUND, holds);
  }

  private static boolean measure(int threads, int rounds, Results results) {
    List<ReceivedEvent> events = new ArrayList<>();
    for (int i = 0; i < VERSIONS * ORDERS; i++) {
      events.add(InboxCost.event("order-" + i % ORDERS, 1 + i / ORDERS));
    }
    byte[] batch = batch(events);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (DynamoDbClient client = new CannedHttp(WRITE).client()) {
      ByHandInbox byHand = new ByHandInbox(client, Recognition.ENTRIES_AND_CURSOR);
      BatchAdapter adapter =
          BatchAdapter.of(
                  BatchSource.SQS,
                  Recognition.ENTRIES_AND_CURSOR.inbox(client),
                  InboxCost.handler(0))
              .parallel(threads)
              .build();
      Runnable ours = () -> handle(adapter, batch);
      Runnable theirs = () -> handle(byHand, pool, batch);
      ProcessContest unused = ProcessContest.of(ours, theirs, 1);
      ProcessContest contest = ProcessContest.of(ours, theirs, rounds);
      double adapterRate = events.size() * 1e9 / ProcessContest.median(contest.ours(), Cost::nanos);
      double loopRate = events.size() * 1e9 / ProcessContest.median(contest.theirs(), Cost::nanos);
      double ratio = adapterRate / loopRate;
      results.print(
          "%-28s %12.0f %12.0f %8.3f%n", threads + " threads", adapterRate, loopRate, ratio);
      return ratio >= BOUND;
    } finally {
      pool.shutdownNow();
    }
  }

  /** The event with which Lambda calls a function for messages of a standard queue. */
  private static byte[] batch(List<ReceivedEvent> events) {
    ObjectNode batch = JSON.createObjectNode();
    ArrayNode records = batch.putArray("Records");
    for (ReceivedEvent event : events) {
      records
          .addObject()
          .put("messageId", event.id())
          .put("receiptHandle", "handle of " + event.id())
          .put("body", Envelopes.toCloudEvent(event))
          .put("eventSource", "aws:sqs")
          .put("eventSourceARN", "arn:aws:sqs:us-east-1:123456789012:orders");
    }
    return batch.toString().getBytes(UTF_8);
  }

  private static void handle(BatchAdapter function, byte[] batch) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      function.handle(new ByteArrayInputStream(batch), answer, () -> PLENTY_MILLIS);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the batch", e);
    }
    if (!answer.toString(UTF_8).equals("{\"batchItemFailures\":[]}")) {
      throw new IllegalStateException("not every message was finished: " + answer);
    }
  }

  /**
   * The baseline: a task for each aggregate, which writes the transactions of its events one after
   * the other. No partial failures, no time limit.
   */
  private static void handle(ByHandInbox inbox, ExecutorService threads, byte[] batch) {
    Map<String, List<ReceivedEvent>> aggregates = new LinkedHashMap<>();
    for (JsonNode message : read(batch).get("Records")) {
      ReceivedEvent event = event(read(message.get("body").textValue().getBytes(UTF_8)));
      aggregates
          .computeIfAbsent(event.attribute("partitionkey").orElseThrow(), key -> new ArrayList<>())
          .add(event);
    }
    CompletableFuture.allOf(
            aggregates.values().stream()
                .map(
                    events ->
                        CompletableFuture.runAsync(
                            () -> events.forEach(event -> inbox.handle(event, 0)), threads))
                .toArray(CompletableFuture<?>[]::new))
        .join();
  }

  private static JsonNode read(byte[] json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException("the batch is not JSON", e);
    }
  }

  /** Reads what the relay publishes, as code written for that only would. */
  private static ReceivedEvent event(JsonNode cloudEvent) {
    Map<String, String> attributes = new HashMap<>();
    for (Map.Entry<String, JsonNode> field : cloudEvent.properties()) {
      if (field.getValue().isTextual()) {
        attributes.put(field.getKey(), field.getValue().textValue());
      }
    }
    return ReceivedEvent.of(attributes, Payload.of(cloudEvent.get("data").toString()));
  }
}
