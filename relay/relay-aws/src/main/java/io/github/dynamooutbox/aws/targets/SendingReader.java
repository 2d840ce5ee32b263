package io.github.dynamooutbox.aws.targets;

import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads the settings that all kinds of targets have, within a service's limits: {@code ordered},
 * {@code envelope}, {@code maxEntries}, {@code maxInFlight}, {@code maxEntryBytes} and {@code
 * maxRequestBytes}. Not thread-safe.
 */
public final class SendingReader {
  private static final int LEAST_BYTES = 1024;
  private static final int DEFAULT_IN_FLIGHT = 8;
  private static final int MOST_IN_FLIGHT = 100;

  private static final Map<String, EnvelopeForm> FORMS =
      Map.of("cloudevent", EnvelopeForm.CLOUDEVENT, "data", EnvelopeForm.DATA);

  private final TargetFields target;
  private final int mostEntries;
  private final Bytes entry;
  private Optional<Bytes> request = Optional.empty();
  private OptionalInt packed = OptionalInt.empty();
  private Optional<String> alwaysOrdered = Optional.empty();
  private int inFlight = DEFAULT_IN_FLIGHT;

  private record Bytes(int most, int otherwise) {}

  private SendingReader(TargetFields target, int mostEntries, Bytes entry) {
    this.target = target;
    this.mostEntries = mostEntries;
    this.entry = entry;
  }

  /**
   * Starts with the limits that every service has. Without others, a request may have as many bytes
   * as an entry, and the document decides whether the target is ordered, which by default it is
   * not.
   *
   * @param mostEntries the most entries of a request, which is also the default
   * @param mostBytes the most that {@code maxEntryBytes} may be
   * @param bytes its default
   */
  public static SendingReader of(TargetFields target, int mostEntries, int mostBytes, int bytes) {
    return new SendingReader(target, mostEntries, new Bytes(mostBytes, bytes));
  }

  /**
   * Gives requests a limit of their own.
   *
   * @param most the most that {@code maxRequestBytes} may be
   * @param otherwise its default
   */
  public SendingReader requestBytes(int most, int otherwise) {
    request = Optional.of(new Bytes(most, otherwise));
    return this;
  }

  /**
   * For a resource with a limit of its own, which the target reads when it matters: {@code
   * maxEntryBytes} only lowers it.
   *
   * @param bytes size up to which requests are filled unless they have a limit of their own; a
   *     larger entry is sent alone
   */
  public SendingReader resourceDecides(int bytes) {
    packed = OptionalInt.of(bytes);
    return this;
  }

  /**
   * The target is always ordered, and the document cannot choose otherwise.
   *
   * @param what what is always ordered, for messages: "a FIFO topic"
   */
  public SendingReader alwaysOrdered(String what) {
    alwaysOrdered = Optional.of(what);
    return this;
  }

  /**
   * Sets a default for {@code maxInFlight} other than 8.
   *
   * @param otherwise 1 if requests should be full: events that arrive meanwhile go into the next
   *     one
   */
  public SendingReader inFlight(int otherwise) {
    inFlight = otherwise;
    return this;
  }

  /** Reads the settings, and reports those that exceed the limits. */
  public Sending read() {
    int entryBytes = bytes("maxEntryBytes", entry);
    int filled = Math.min(entryBytes, packed.orElse(entryBytes));
    int requestBytes = request.map(limit -> bytes("maxRequestBytes", limit)).orElse(filled);
    boolean ordered = ordered();
    EnvelopeForm form = target.choice("envelope", FORMS).orElse(EnvelopeForm.CLOUDEVENT);
    int entries = (int) target.number("maxEntries", 1, mostEntries, mostEntries);
    int requests = (int) target.number("maxInFlight", 1, MOST_IN_FLIGHT, inFlight);
    boolean goesAlone = packed.isPresent() && (request.isEmpty() || !target.has("maxEntryBytes"));
    int packedBytes = goesAlone ? filled : entryBytes;
    if (packedBytes > requestBytes) {
      target.problem(
          "maxEntryBytes",
          "%d must not be above maxRequestBytes, %d".formatted(packedBytes, requestBytes));
    }
    return new Sending(ordered, form, new BatchLimits(entries, requestBytes, requests), entryBytes);
  }

  private boolean ordered() {
    Optional<Boolean> chosen = target.flag("ordered");
    if (alwaysOrdered.isEmpty()) {
      return chosen.orElse(false);
    }
    if (chosen.isPresent() && !chosen.get()) {
      target.problem(
          "ordered", "false is impossible: " + alwaysOrdered.get() + " is always ordered");
    }
    return true;
  }

  private int bytes(String key, Bytes limit) {
    return (int) target.number(key, LEAST_BYTES, limit.most(), limit.otherwise());
  }
}
