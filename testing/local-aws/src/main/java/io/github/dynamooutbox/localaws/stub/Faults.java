package io.github.dynamooutbox.localaws.stub;

/**
 * Makes the stub fail on demand.
 *
 * <pre>{@code
 * faults.inject(When.on(Service.EVENTBRIDGE).next(3), Fault.throttle());
 * faults.inject(When.on(Service.KINESIS).action("PutRecords").probability(0.1),
 *     Fault.failEntries(0.3, EntryError.throttled(Service.KINESIS)));
 * Injection outage = faults.inject(When.on(Service.SNS).target("billing.fifo"), Fault.fail(503, "ServiceUnavailable"));
 * ...
 * outage.cancel();
 * }</pre>
 *
 * <p>Injections are evaluated in the order in which they were made. Delays add up, and so do faults
 * of entries. The first other fault that applies decides, and later injections are not evaluated.
 * Each injection has a random generator of its own, derived from the stub's seed. Thread-safe.
 */
public interface Faults {

  /** Applies this fault to requests from now on. */
  Injection inject(When when, Fault fault);

  /** Cancels all injections. */
  void clear();
}
