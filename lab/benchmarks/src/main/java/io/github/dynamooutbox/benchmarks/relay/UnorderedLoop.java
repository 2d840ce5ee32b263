package io.github.dynamooutbox.benchmarks.relay;

import io.github.dynamooutbox.benchmarks.relay.BareClients.BareMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The baseline: reads the batch, packs requests in the order of the records, and sends each as soon
 * as it is full, with a fixed number in flight. It keeps no order, retries nothing and returns no
 * result.
 */
final class UnorderedLoop implements AutoCloseable {
  private final BareClients.Sender sender;
  private final int entries;
  private final ExecutorService calls;

  UnorderedLoop(BareClients.Sender sender, int entries, int inFlight) {
    this.sender = sender;
    this.entries = entries;
    this.calls = Executors.newFixedThreadPool(inFlight);
  }

  void send(ShardBatch batch) {
    List<Future<?>> requests = new ArrayList<>();
    List<BareMessage> open = new ArrayList<>(entries);
    MessageReader.read(
        batch.json(),
        message -> {
          open.add(message);
          if (open.size() == entries) {
            requests.add(start(open));
            open.clear();
          }
        });
    if (!open.isEmpty()) {
      requests.add(start(open));
    }
    requests.forEach(UnorderedLoop::await);
  }

  private Future<?> start(List<BareMessage> messages) {
    List<BareMessage> request = List.copyOf(messages);
    return calls.submit(() -> sender.send(request));
  }

  private static void await(Future<?> request) {
    try {
      request.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a request failed", e.getCause());
    }
  }

  @Override
  public void close() {
    calls.shutdownNow();
  }
}
