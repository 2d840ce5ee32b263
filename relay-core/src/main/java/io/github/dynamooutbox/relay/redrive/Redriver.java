package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.internal.route.Router;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Rule;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Publishes a lane's parked events in order and reopens the lane. The order is that of the stream;
 * events of an ordered lane that are read together, 25 at a time, are first sorted by their
 * sequence, as in the relay. Each event is attempted once; if it fails in an ordered lane, the
 * redrive of that lane ends. It may run concurrently with the relay and with other redrives, at the
 * risk of duplicates. It never closes a lane. Thread-safe.
 */
public final class Redriver {
  private final RedriveParts parts;

  /**
   * Creates a redriver with the targets and rules of a relay.
   *
   * @param lot the lanes of parked events
   * @param loop runs everything except requests; the caller closes it
   */
  public Redriver(
      ParkedLanes lot,
      List<Target<?>> targets,
      List<Rule> rules,
      RecordCodec codec,
      EventLoop loop) {
    this(
        lot,
        targets,
        rules,
        codec,
        loop,
        new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), RandomGenerator.getDefault()));
  }

  /**
   * Creates a redriver with a specific backoff.
   *
   * @param backoff delay before a lane is read again that turned out not to be empty when it was to
   *     be reopened; full jitter from 50 ms up to 5 s unless given
   */
  public Redriver(
      ParkedLanes lot,
      List<Target<?>> targets,
      List<Rule> rules,
      RecordCodec codec,
      EventLoop loop,
      Backoff backoff) {
    Map<String, Target<?>> byName = new TreeMap<>();
    targets.forEach(target -> byName.put(target.name(), target));
    ParkedContent content = new ParkedContent(new Router(rules), codec);
    parts =
        new RedriveParts(
            lot,
            byName,
            content,
            loop,
            backoff,
            Optional.empty(),
            InstantSource.system(),
            RelayObserver.NONE);
  }

  private Redriver(RedriveParts parts) {
    this.parts = parts;
  }

  /**
   * Returns a redriver that also writes a receipt for each redrive of a lane.
   *
   * @param observer is notified of receipts that could not be written
   */
  public Redriver withReceipts(ReceiptBook book, InstantSource clock, RelayObserver observer) {
    return new Redriver(parts.with(book, clock, observer));
  }

  /**
   * Redrives one lane.
   *
   * @param maxEvents maximum number of events; if there are more, the lane stays closed
   * @param goOn evaluated before each event, on the loop; the redrive ends as soon as it returns
   *     false
   * @return completes exceptionally if the parking lot does; the redrive may then be repeated, at
   *     the risk of duplicates
   */
  public CompletionStage<RedriveResult> redrive(LaneKey lane, int maxEvents, BooleanSupplier goOn) {
    CompletableFuture<RedriveResult> result = new CompletableFuture<>();
    parts
        .loop()
        .execute(
            () -> {
              try {
                new LaneRedrive(parts, lane, maxEvents, goOn)
                    .run()
                    .whenComplete((done, failure) -> complete(result, done, failure));
              } catch (RuntimeException failure) {
                result.completeExceptionally(failure);
              }
            });
    return result;
  }

  private static void complete(
      CompletableFuture<RedriveResult> result,
      @Nullable RedriveResult done,
      @Nullable Throwable failure) {
    if (failure == null) {
      result.complete(done);
    } else {
      result.completeExceptionally(failure);
    }
  }
}
