package io.github.dynamooutbox.examples.collector;

import io.github.dynamooutbox.aws.targets.EventBody;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Posts batches of CloudEvents. A collector accepts a batch as a whole or not at all. */
final class CollectorTarget implements OpenTarget<CollectorEntry> {
  private final CollectorConfig config;
  private final Duration timeout;
  private final HttpClient client;
  private volatile boolean closed;

  CollectorTarget(CollectorConfig config, Duration timeout) {
    this.config = config;
    this.timeout = timeout;
    client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  @Override
  public String name() {
    return config.name();
  }

  @Override
  public boolean ordered() {
    return config.sending().ordered();
  }

  @Override
  public BatchLimits limits() {
    return config.limits();
  }

  // snippet:start publish
  @Override
  public Prepared<CollectorEntry> prepare(Envelope envelope) {
    return EventBody.prepare(config.name(), config.sending(), envelope, CollectorEntry::new);
  }

  @Override
  public CompletableFuture<BatchOutcome> publish(List<CollectorEntry> entries) {
    int count = entries.size();
    if (closed) {
      return CompletableFuture.completedFuture(retry(count, "Closed", "the target is closed"));
    }
    HttpRequest request =
        HttpRequest.newBuilder(config.url())
            .timeout(timeout)
            .header("Content-Type", "application/cloudevents-batch+json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body(entries)))
            .build();
    CompletableFuture<HttpResponse<Void>> exchange =
        client.sendAsync(request, HttpResponse.BodyHandlers.discarding());
    // Not a stage of the exchange, which could complete it as unanswered while it is cancelled.
    CompletableFuture<BatchOutcome> outcome = new CompletableFuture<>();
    CompletableFuture<?> unusedAnswer =
        exchange.handle(
            (answer, failure) ->
                outcome.complete(
                    failure == null
                        ? outcome(answer.statusCode(), count)
                        : retry(count, "NoAnswer", "the collector did not answer")));
    CompletableFuture<?> unusedEnd = outcome.whenComplete((any, failure) -> exchange.cancel(true));
    return outcome;
  }

  private static BatchOutcome outcome(int status, int entries) {
    if (status >= 200 && status < 300) {
      return BatchOutcome.all(entries, PublishOutcome.Published.INSTANCE);
    }
    // These status codes are about the content. The relay finds out which event is at fault.
    return status == 400 || status == 413 || status == 422
        ? new BatchOutcome.RequestRefused("Http" + status, "the collector refused the request")
        : retry(entries, "Http" + status, "the collector cannot accept events now");
  }

  // snippet:end

  private static BatchOutcome retry(int entries, String code, String message) {
    return BatchOutcome.all(entries, new PublishOutcome.Retry(code, message));
  }

  private static byte[] body(List<CollectorEntry> entries) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (CollectorEntry entry : entries) {
      body.write(body.size() == 0 ? '[' : ',');
      body.writeBytes(entry.json());
    }
    body.write(']');
    return body.toByteArray();
  }

  @Override
  public void close() {
    closed = true;
  }
}
