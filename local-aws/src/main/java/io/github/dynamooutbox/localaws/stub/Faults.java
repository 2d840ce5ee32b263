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
 * <p>A request meets the injections in the order in which they were made. Delays add up, and so do
 * faults of entries. The first other fault that befalls the request decides, and later injections
 * are not asked. Chances are drawn from the stub's seed, for each injection on its own.
 * Thread-safe.
 */
public interface Faults {

  /** Lets this fault befall requests from now on. */
  Injection inject(When when, Fault fault);

  /** Cancels all injections. */
  void clear();
}
