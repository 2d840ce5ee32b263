package io.github.dynamooutbox.kcl.internal.lease;

import io.github.dynamooutbox.kcl.settings.ServiceException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a worker that cannot read the stream. It would renew its leases forever and be assigned
 * more, because a worker that reads nothing looks idle to the leader.
 */
public final class ReadWatch {
  /** How often to check. */
  public static final Duration EVERY = Duration.ofSeconds(1);

  /** Longer than a failover of the service's endpoint, and than the three attempts of a call. */
  static final Duration LIMIT = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(ReadWatch.class);

  private final ReadFailures reads;
  private final Consumer<Throwable> end;
  private boolean warned;
  private boolean ended;

  /**
   * @param end called once, with the reason; ends the worker
   */
  public ReadWatch(ReadFailures reads, Consumer<Throwable> end) {
    this.reads = reads;
    this.end = end;
  }

  /** Checks once. */
  public synchronized void check() {
    Optional<ReadFailures.Failing> failing = reads.now();
    if (failing.isPresent() && !warned) {
      LOG.warn("A read of the stream failed: {}", failing.get().reason());
    }
    warned = failing.isPresent();
    if (!ended && failing.filter(it -> it.lasting().compareTo(LIMIT) >= 0).isPresent()) {
      ended = true;
      end.accept(
          ServiceException.cannotRead(
              failing.get()
                  + ". This worker releases its leases and exits: check that the stream can be"
                  + " reached, and that dynamodb:GetShardIterator and GetRecords are allowed",
              failing.get().last()));
    }
  }
}
