package io.github.dynamooutbox.kcl.internal.lease;

import io.github.dynamooutbox.kcl.settings.ServiceException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a worker that cannot read. It would renew its leases for ever, and be given more: to those
 * that assign leases a worker that reads nothing looks idle.
 */
public final class ReadWatch {
  /** How often to look. */
  public static final Duration EVERY = Duration.ofSeconds(1);

  /**
   * Longer than a fail-over of the service's endpoint takes, and than one call's three attempts.
   */
  static final Duration LIMIT = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(ReadWatch.class);

  private final ReadFailures reads;
  private final Consumer<Throwable> blind;
  private boolean warned;
  private boolean ended;

  /**
   * @param blind called once, with what ends the worker
   */
  public ReadWatch(ReadFailures reads, Consumer<Throwable> blind) {
    this.reads = reads;
    this.blind = blind;
  }

  /** Looks once more. */
  public synchronized void look() {
    Optional<ReadFailures.Failing> failing = reads.now();
    if (failing.isPresent() && !warned) {
      LOG.warn("A read of the stream failed: {}", failing.get().reason());
    }
    warned = failing.isPresent();
    if (!ended && failing.filter(it -> it.lasting().compareTo(LIMIT) >= 0).isPresent()) {
      ended = true;
      blind.accept(
          ServiceException.cannotRead(
              failing.get()
                  + ". This worker gives its leases back and ends: see that the stream can be"
                  + " reached, and that dynamodb:GetShardIterator and GetRecords are allowed",
              failing.get().last()));
    }
  }
}
