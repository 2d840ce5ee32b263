package io.github.dynamooutbox.inbox.lambda;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.dynamooutbox.format.DurationText;
import io.github.dynamooutbox.inbox.EventHandler;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.InvalidInboxException;
import io.github.dynamooutbox.inbox.OnGap;
import io.github.dynamooutbox.inbox.UnusableEventException;
import io.github.dynamooutbox.inbox.lambda.BatchProcessing.BatchSettings;
import io.github.dynamooutbox.inbox.lambda.BatchProcessing.TimeLeft;
import io.github.dynamooutbox.inbox.lambda.FailureDecision.Decision;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;

/**
 * Passes the events of a batch, with which Lambda invokes a function, to an inbox, and responds
 * with the messages that failed. Events of different aggregates are processed in parallel, those of
 * one aggregate in order. Thread-safe; one for each function is enough. Its threads are daemons
 * that end when idle, so it need not be closed.
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
 * response types.</b> Without it Lambda ignores the response and treats every message as finished.
 */
public final class BatchAdapter {
  private static final JsonFactory JSON = new JsonFactory();

  private final BatchSource source;
  private final BatchSettings settings;
  private final WorkerThreads threads;

  private BatchAdapter(Builder builder) {
    this.source = builder.source;
    this.settings =
        new BatchSettings(
            builder.processor, builder.inbox, builder.onFailure, builder.parallel, builder.reserve);
    this.threads = WorkerThreads.of(builder.parallel);
  }

  /**
   * Passes events to {@link Inbox#handle(io.github.dynamooutbox.inbox.ReceivedEvent,
   * EventHandler)}.
   *
   * @throws InvalidInboxException if the inbox waits for missing events, but the source delivers in
   *     order: a waiting event would hold up those that it waits for
   */
  public static Builder of(BatchSource source, Inbox inbox, EventHandler handler) {
    if (source.isInOrder() && inbox.waitsForMissingEvents()) {
      throw new InvalidInboxException(
          "batches of "
              + source
              + ": "
              + OnGap.WAIT
              + " does not work there, because a waiting event holds up those that it waits for;"
              + " use "
              + OnGap.PARK
              + " or "
              + OnGap.ACCEPT);
    }
    return new Builder(
        source, (event, left) -> inbox.handle(event, handler, left), Optional.of(inbox));
  }

  /** Passes events to a processor, for example one that handles them under a lease. */
  public static Builder of(BatchSource source, EventProcessor processor) {
    return new Builder(source, processor, Optional.empty());
  }

  /**
   * Processes a batch. Returns before the time is up; messages that were not started or not
   * finished by then are reported as failed. An event that is still being handled then is {@link
   * FailureKind#TIMED_OUT}, and its thread is interrupted and replaced; if it is finished after
   * that, its next delivery is recognised as a repeat. While messages wait for a thread, one is
   * added for each handler that has taken half of the time that was left when it began, so more
   * than {@link Builder#parallel} can be busy if some hang.
   *
   * <p>Nothing about one message fails another, except for errors of the virtual machine, such as
   * memory that has run out: the call then throws {@link InternalError}, which names the message.
   * It also does so once four times as many handlers as may run at once have been interrupted and
   * never returned. Lambda ends the process after such an error, and delivers the batch again.
   *
   * @param event the input with which Lambda invokes the function
   * @param answer receives the failed messages in the form that Lambda expects
   * @param remainingMillis time left to the invocation: {@code context::getRemainingTimeInMillis}
   * @throws FailedEventsException if an event failed and the source is {@link
   *     BatchSource#CUSTOM_BUS}
   * @throws UnusableEventException if the input is not a batch from this source; Lambda then
   *     delivers all of it again
   */
  public void handle(InputStream event, OutputStream answer, IntSupplier remainingMillis)
      throws IOException {
    List<Message> messages = new BatchReader(source).read(event);
    List<String> failed = process(messages, remainingMillis);
    if (!source.reportsFailures() && !failed.isEmpty()) {
      throw new FailedEventsException(failed, messages.size());
    }
    write(failed, answer);
  }

  /**
   * As {@link #handle(InputStream, OutputStream, IntSupplier)}, for a service that receives
   * messages from SQS itself: acknowledge all but those that this names.
   *
   * @param remainingMillis time left until the messages become visible again
   * @return the ids of the messages that are to be delivered again
   * @throws InvalidInboxException if the source is no queue
   */
  public Set<String> handle(List<QueuedMessage> messages, IntSupplier remainingMillis) {
    if (source != BatchSource.SQS && source != BatchSource.SQS_FIFO) {
      throw new InvalidInboxException(
          "messages of a queue are for an adapter whose source is SQS or SQS_FIFO, not " + source);
    }
    BatchReader reader = new BatchReader(source);
    List<Message> read = new ArrayList<>(messages.size());
    messages.forEach(each -> read.add(reader.queued(each, read.size())));
    return Set.copyOf(process(read, remainingMillis));
  }

  private List<String> process(List<Message> messages, IntSupplier remainingMillis) {
    TimeLeft time = new TimeLeft(remainingMillis, settings.reserve());
    return new BatchProcessing(source, messages, settings, time, threads).run();
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
    private final Optional<Inbox> inbox;
    private EventProcessor processor;
    private FailureDecision onFailure = failed -> Decision.DELIVER_AGAIN;
    private int parallel = 16;
    private Duration reserve = Duration.ofMillis(500);

    private Builder(BatchSource source, EventProcessor processor, Optional<Inbox> inbox) {
      this.source = Objects.requireNonNull(source);
      this.processor = Objects.requireNonNull(processor);
      this.inbox = inbox;
    }

    /** Decides about failed messages. Default: all are delivered again. */
    public Builder onFailure(FailureDecision newOnFailure) {
      onFailure = Objects.requireNonNull(newOnFailure);
      return this;
    }

    /**
     * Wraps what is done with each event, for example in a span or a timer. What it returns is
     * called on the thread of the handler.
     */
    public Builder around(UnaryOperator<EventProcessor> wrapper) {
      processor = Objects.requireNonNull(wrapper.apply(processor));
      return this;
    }

    /**
     * How many events are processed at once, each on its own thread. Default: 16. 1 to 1,000; the
     * SDK's HTTP clients have 50 connections unless configured otherwise.
     */
    public Builder parallel(int newParallel) {
      if (newParallel < 1 || newParallel > MAX_PARALLEL) {
        throw new InvalidInboxException(
            "batches of "
                + source
                + ": parallel is "
                + newParallel
                + "; it must be 1 to "
                + MAX_PARALLEL);
      }
      parallel = newParallel;
      return this;
    }

    /**
     * Time of the invocation that is reserved for the response. Default: 500 ms. No event is
     * started once only the reserve is left.
     */
    public Builder reserve(Duration newReserve) {
      if (newReserve.isNegative()) {
        throw new InvalidInboxException(
            "batches of "
                + source
                + ": the reserve is "
                + DurationText.of(newReserve)
                + "; it must not be negative");
      }
      reserve = newReserve;
      return this;
    }

    public BatchAdapter build() {
      return new BatchAdapter(this);
    }
  }
}
