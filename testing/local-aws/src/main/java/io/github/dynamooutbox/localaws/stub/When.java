package io.github.dynamooutbox.localaws.stub;

import java.time.Instant;
import java.util.Optional;

/**
 * The requests to which a fault applies. All conditions must hold; {@code When.on(Service.SNS)}
 * alone means every request to SNS, forever.
 *
 * @param action the action's name, for example {@code PutEvents}
 * @param target the name of a bus, topic or stream that the request is about; faults of entries
 *     then apply to that target's entries only
 * @param times how many requests at most
 * @param probability the chance of each request, between 0 and 1
 * @param from from this instant on, by the stub's clock
 * @param until up to this instant, exclusive
 */
public record When(
    Service service,
    Optional<String> action,
    Optional<String> target,
    int times,
    double probability,
    Optional<Instant> from,
    Optional<Instant> until) {

  /**
   * @throws IllegalArgumentException if {@code times} is less than 1 or the probability not between
   *     0 and 1
   */
  public When {
    if (times < 1) {
      throw new IllegalArgumentException("times " + times + ": at least 1");
    }
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("probability " + probability + ": not between 0 and 1");
    }
  }

  /** Every request to a service. */
  public static When on(Service service) {
    return new When(
        service,
        Optional.empty(),
        Optional.empty(),
        Integer.MAX_VALUE,
        1,
        Optional.empty(),
        Optional.empty());
  }

  /** Only requests for this action. */
  public When action(String name) {
    return new When(service, Optional.of(name), target, times, probability, from, until);
  }

  /** Only requests about this bus, topic or stream. */
  public When target(String name) {
    return new When(service, action, Optional.of(name), times, probability, from, until);
  }

  /** Only the next matching requests, this many. */
  public When next(int requests) {
    return new When(service, action, target, requests, probability, from, until);
  }

  /** Each request with this probability, drawn from the stub's seed. */
  public When probability(double chance) {
    return new When(service, action, target, times, chance, from, until);
  }

  /** Only from this instant on, by the stub's clock. */
  public When from(Instant start) {
    return new When(service, action, target, times, probability, Optional.of(start), until);
  }

  /** Only before this instant, by the stub's clock. */
  public When until(Instant end) {
    return new When(service, action, target, times, probability, from, Optional.of(end));
  }
}
