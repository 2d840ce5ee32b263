package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.EventLoop;
import io.github.dynamooutbox.relay.RelayObserver;
import io.github.dynamooutbox.relay.lane.Backoff;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Router;
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
 * Publishes a lane's parked events in order and opens it again. The order is that of the stream;
 * events of an ordered lane that are read together, 25 at a time, are put in the order of their
 * sequence first, as the relay does. Each event is tried once; where it fails, an ordered lane's
 * redrive ends. It may run beside the relay and beside another redrive: the worst is a duplicate.
 * It never closes a lane. Thread-safe.
 */
public final class Redriver {
  private final RedriveParts parts;

  /**
   * A redriver for the same targets and rules as the relay's.
   *
   * @param lot where events are parked
   * @param loop runs everything but the requests; the caller closes it
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
   * A redriver with a backoff of its own.
   *
   * @param backoff pauses before a lane is read again that was not empty when it was to be opened;
   *     full jitter from 50 ms up to 5 s unless given
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
   * The same redriver, which also keeps receipts: one for each redrive of a lane.
   *
   * @param observer is told of a receipt that could not be written
   */
  public Redriver withReceipts(ReceiptBook book, InstantSource clock, RelayObserver observer) {
    return new Redriver(parts.with(book, clock, observer));
  }

  /**
   * Redrives one lane.
   *
   * @param maxEvents ends after so many, with the lane still closed
   * @param goOn asked before each event, on the loop; once it says no, the redrive ends
   * @return completes exceptionally if the parking lot does; the worst is a duplicate when it is
   *     run again
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
