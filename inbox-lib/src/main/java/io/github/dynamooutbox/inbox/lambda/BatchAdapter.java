package io.github.dynamooutbox.inbox.lambda;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.dynamooutbox.inbox.EventHandler;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.InvalidInboxException;
import io.github.dynamooutbox.inbox.OnGap;
import io.github.dynamooutbox.inbox.UnusableEventException;
import io.github.dynamooutbox.inbox.lambda.FailureDecision.Decision;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.IntSupplier;

/**
 * Hands the events of a batch, with which Lambda calls a function, to an inbox and answers with
 * those that failed. Events of different aggregates are processed in parallel, those of one in
 * order. Thread-safe; one for each function is enough. Its threads are daemons that end when idle,
 * so it need not be closed.
 *
 * <pre>{@code
 * public final class Totals implements RequestStreamHandler {
 *   private final BatchAdapter batch = BatchAdapter.of(BatchSource.SQS, inbox, router).build();
 *
 *   public void handleRequest(InputStream event, OutputStream answer, Context context) {
 *     batch.handle(event, answer, context::getRemainingTimeInMillis);
 *   }
 * }
 * }</pre>
 *
 * <p><b>The event source mapping must have {@code ReportBatchItemFailures} among its function
 * response types.</b> Without it Lambda ignores the answer and takes every message for finished.
 */
public final class BatchAdapter {
  private static final JsonFactory JSON = new JsonFactory();

  private final BatchSource source;
  private final BatchSettings settings;
  private final Executor executor;

  private BatchAdapter(Builder builder) {
    this.source = builder.source;
    this.settings =
        new BatchSettings(builder.processor, builder.onFailure, builder.parallel, builder.reserve);
    this.executor = WorkerThreads.of(builder.parallel);
  }

  /**
   * Hands events to {@link Inbox#handle(io.github.dynamooutbox.inbox.ReceivedEvent, EventHandler)}.
   *
   * @throws InvalidInboxException if the inbox waits for missing events, but the source delivers in
   *     order: the event that waits would hold up what it waits for
   */
  public static Builder of(BatchSource source, Inbox inbox, EventHandler handler) {
    if (source.isInOrder() && inbox.waitsForMissingEvents()) {
      throw new InvalidInboxException(
          "batches of "
              + source
              + ": "
              + OnGap.WAIT
              + " does not work there, because an event that waits holds up what it waits for; use "
              + OnGap.PARK
              + " or "
              + OnGap.ACCEPT);
    }
    return of(source, (event, left) -> inbox.handle(event, handler, left));
  }

  /** Hands events to whatever handles them, for example under a lease. */
  public static Builder of(BatchSource source, EventProcessor processor) {
    return new Builder(source, processor);
  }

  /**
   * Processes a batch. Returns before the time is over: what was not begun or not finished by then
   * is reported as failed. Should an event be finished after that, its next delivery is recognised.
   *
   * @param event what Lambda calls the function with
   * @param answer gets the failed messages, as Lambda expects them
   * @param remainingMillis how long the invocation may still take: {@code
   *     context::getRemainingTimeInMillis}
   * @throws UnusableEventException if this is no batch of this source; Lambda then delivers it
   *     again as a whole
   */
  public void handle(InputStream event, OutputStream answer, IntSupplier remainingMillis)
      throws IOException {
    List<Message> messages = new BatchReader(source).read(event);
    TimeLeft time = new TimeLeft(remainingMillis, settings.reserve());
    write(new BatchProcessing(source, messages, settings, time).run(executor), answer);
  }

  private static void write(List<String> failed, OutputStream answer) throws IOException {
    JsonGenerator json = JSON.createGenerator(answer);
    json.writeStartObject();
    json.writeArrayFieldStart("batchItemFailures");
    for (String id : failed) {
      json.writeStartObject();
      json.writeStringField("itemIdentifier", id);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.flush();
  }

  /** Configures an adapter. Not thread-safe. */
  public static final class Builder {
    private static final int MAX_PARALLEL = 1_000;

    private final BatchSource source;
    private final EventProcessor processor;
    private FailureDecision onFailure = failed -> Decision.DELIVER_AGAIN;
    private int parallel = 16;
    private Duration reserve = Duration.ofMillis(500);

    private Builder(BatchSource source, EventProcessor processor) {
      this.source = Objects.requireNonNull(source);
      this.processor = Objects.requireNonNull(processor);
    }

    /** Decides about failed messages. Default: all are delivered again. */
    public Builder onFailure(FailureDecision newOnFailure) {
      onFailure = Objects.requireNonNull(newOnFailure);
      return this;
    }

    /**
     * How many events are processed at once, each on a thread. Default: 16. 1 to 1,000; the SDK's
     * HTTP clients have 50 connections unless configured otherwise.
     */
    public Builder parallel(int newParallel) {
      if (newParallel < 1 || newParallel > MAX_PARALLEL) {
        throw new InvalidInboxException(
            "batches of " + source + ": parallel is " + newParallel + ", not 1 to " + MAX_PARALLEL);
      }
      parallel = newParallel;
      return this;
    }

    /**
     * How much of the invocation's time is kept for the answer. Default: 500 ms. Nothing is begun
     * after the rest of the time is over.
     */
    public Builder reserve(Duration newReserve) {
      if (newReserve.isNegative()) {
        throw new InvalidInboxException(
            "batches of " + source + ": the reserve is " + newReserve + ", below 0");
      }
      reserve = newReserve;
      return this;
    }

    public BatchAdapter build() {
      return new BatchAdapter(this);
    }
  }
}
