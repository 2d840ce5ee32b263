package io.github.dynamooutbox.benchmarks.inbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The minimal code that processes a batch: a task for each aggregate, which writes the transactions
 * of its events one after the other. No partial failures, no time limit.
 */
final class BareLoop implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HandWrittenInbox inbox;
  private final ExecutorService threads;

  BareLoop(DynamoDbClient client, int threads) {
    this.inbox = new HandWrittenInbox(client, Recognition.ENTRIES_AND_CURSOR);
    this.threads = Executors.newFixedThreadPool(threads);
  }

  void handle(byte[] batch) {
    Map<String, List<ReceivedEvent>> aggregates = new LinkedHashMap<>();
    for (JsonNode message : read(batch).get("Records")) {
      ReceivedEvent event =
          event(read(message.get("body").textValue().getBytes(StandardCharsets.UTF_8)));
      aggregates
          .computeIfAbsent(event.attribute("partitionkey").orElseThrow(), key -> new ArrayList<>())
          .add(event);
    }
    List<Callable<Void>> tasks = new ArrayList<>();
    for (List<ReceivedEvent> events : aggregates.values()) {
      tasks.add(
          () -> {
            events.forEach(event -> inbox.handle(event, 0));
            return null;
          });
    }
    run(tasks);
  }

  private void run(List<Callable<Void>> tasks) {
    try {
      for (Future<Void> task : threads.invokeAll(tasks)) {
        Void unused = task.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private static JsonNode read(byte[] json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException("the batch is not JSON", e);
    }
  }

  private static ReceivedEvent event(JsonNode cloudEvent) {
    Map<String, String> attributes = new TreeMap<>();
    cloudEvent
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isTextual()) {
                attributes.put(field.getKey(), field.getValue().textValue());
              }
            });
    return ReceivedEvent.of(attributes, Payload.of(cloudEvent.get("data").toString()));
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
