package io.github.dynamooutbox.aws.targets;

import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The keys that all kinds of targets have, within a service's limits: {@code ordered}, {@code
 * envelope}, {@code maxEntries}, {@code maxInFlight}, {@code maxEntryBytes} and {@code
 * maxRequestBytes}. Immutable once they are {@link #in} a section.
 */
public final class SendingKeys {
  private static final int LEAST_BYTES = 1024;
  private static final int MOST_IN_FLIGHT = 100;
  private static final String CLOUDEVENT = "cloudevent";

  /** SQS developer guide, "Amazon SQS fair queues". */
  private static final Key<Boolean> TENANT_GROUPS =
      Key.flag("tenantGroups")
          .byDefault(false)
          .about(
              "`MessageGroupId` is the tenant, on standard queues and topics: [fair "
                  + "queues](configuration.md#fair-queues).");

  private final Key<Integer> entries;
  private final Key<Integer> entryBytes;
  private Optional<Key<Integer>> requestBytes = Optional.empty();
  private OptionalInt packed = OptionalInt.empty();
  private Optional<String> alwaysOrdered = Optional.empty();
  private Optional<String> neverOrdered = Optional.empty();
  private Optional<String> onlyCloudEvents = Optional.empty();

  private Key<Boolean> ordered =
      Key.flag("ordered")
          .byDefault(false)
          .about(
              "An aggregate's next event waits until the previous one was accepted. FIFO "
                  + "topics, FIFO queues, Kinesis and Custom Event Buses accept only `true`.");

  private Key<String> envelope =
      Key.choice("envelope", CLOUDEVENT, "data")
          .byDefault(CLOUDEVENT)
          .about("`cloudevent` sends a structured CloudEvent, `data` the payload alone.");

  private Key<Integer> inFlight =
      Key.number("maxInFlight", 1, MOST_IN_FLIGHT)
          .byDefault(8)
          .about("Most concurrent requests of one shard to this target.");

  private SendingKeys(int mostEntries, Key<Integer> entryBytes) {
    this.entryBytes = entryBytes;
    entries =
        Key.number("maxEntries", 1, mostEntries)
            .byDefault(mostEntries)
            .about("Most events in one request.");
  }

  /**
   * Starts with the limits that every service has. Without others, a request may have as many bytes
   * as an entry, and the document decides whether the target is ordered, which by default it is
   * not.
   *
   * @param mostEntries the most entries of a request, which is also the default
   * @param entryBytes made with {@link #maxEntryBytes}
   */
  public static SendingKeys of(int mostEntries, Key<Integer> entryBytes) {
    return new SendingKeys(mostEntries, entryBytes);
  }

  /**
   * The key {@code maxEntryBytes}.
   *
   * @param most the most that it may be
   * @param standard its default
   */
  public static Key<Integer> maxEntryBytes(int most, int standard) {
    return Key.number("maxEntryBytes", LEAST_BYTES, most).byDefault(standard);
  }

  /**
   * Gives requests a limit of their own.
   *
   * @param most the most that {@code maxRequestBytes} may be
   * @param standard its default
   */
  public SendingKeys requestBytes(int most, int standard) {
    requestBytes =
        Optional.of(
            Key.number("maxRequestBytes", LEAST_BYTES, most)
                .byDefault(standard)
                .about("Largest request; not below `maxEntryBytes`."));
    return this;
  }

  /**
   * For a resource with a limit of its own, which the target reads when it matters: {@code
   * maxEntryBytes} only lowers it.
   *
   * @param bytes size up to which requests are filled unless they have a limit of their own; a
   *     larger entry is sent alone
   */
  public SendingKeys resourceDecides(int bytes) {
    packed = OptionalInt.of(bytes);
    return this;
  }

  /**
   * Targets of this kind are always ordered, and the document cannot choose otherwise.
   *
   * @param what what is always ordered, for messages: "a Kinesis stream"
   */
  public SendingKeys alwaysOrdered(String what) {
    alwaysOrdered = Optional.of(what);
    ordered = ordered.only(true).byDefault(true).about(sentence(what + " is always ordered"));
    return this;
  }

  /**
   * Targets of this kind are never ordered.
   *
   * @param why for the message: "an archive is sorted when it is read"
   */
  public SendingKeys neverOrdered(String why) {
    neverOrdered = Optional.of(why);
    ordered = ordered.only(false).about(sentence(why));
    return this;
  }

  /**
   * Targets of this kind are sent structured CloudEvents only.
   *
   * @param why for the message: "a replay needs more than the payload"
   */
  public SendingKeys onlyCloudEvents(String why) {
    onlyCloudEvents = Optional.of(why);
    envelope = envelope.only(CLOUDEVENT);
    return this;
  }

  /**
   * Sets a default for {@code maxInFlight} other than 8.
   *
   * @param standard 1 if requests should be full: events that arrive meanwhile go into the next one
   */
  public SendingKeys inFlight(int standard) {
    inFlight = inFlight.byDefault(standard);
    return this;
  }

  private static String sentence(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ".";
  }

  /** Adds the keys to those of a kind. */
  public SendingKeys in(Section kind) {
    kind.with(ordered, envelope, entries, inFlight, entryBytes);
    requestBytes.ifPresent(kind::add);
    return this;
  }

  /**
   * Adds what a schema says about resources that are always ordered if their names end with {@code
   * .fifo}.
   *
   * @param names keys that name the resource
   */
  public SendingKeys inWithFifo(Section kind, List<Key<String>> names) {
    Map<String, Object> fifo = Map.of("type", "string", "pattern", "\\.fifo$");
    kind.rule(
            "if",
            Map.of(
                "anyOf",
                names.stream()
                    .map(
                        key ->
                            Map.of(
                                "required",
                                List.of(key.name()),
                                "properties",
                                Map.of(key.name(), fifo)))
                    .toList()))
        .rule(
            "then",
            Map.of(
                "properties",
                Map.of(
                    ordered.name(),
                    Map.of("const", true),
                    TENANT_GROUPS.name(),
                    Map.of("const", false))));
    kind.add(TENANT_GROUPS);
    return in(kind);
  }

  /**
   * Reads whether messages are grouped by tenant, which {@link #inWithFifo} declares.
   *
   * @param isFifo whether the groups are taken
   */
  public static boolean readTenantGroups(TargetFields target, boolean isFifo) {
    boolean chosen = target.get(TENANT_GROUPS);
    if (chosen && isFifo) {
      target.problem(TENANT_GROUPS, "true is impossible: groups of FIFO are the aggregates");
    }
    return chosen;
  }

  /** Reads the settings, and reports those that exceed the limits. */
  public Sending read(TargetFields target) {
    return read(target, alwaysOrdered, OptionalInt.empty());
  }

  /**
   * The same for a target that is always ordered because of what it is.
   *
   * @param what for messages: "a FIFO topic"
   */
  public Sending readAlwaysOrdered(TargetFields target, String what) {
    return read(target, Optional.of(what), OptionalInt.empty());
  }

  /**
   * The same for a target with another default of all sizes.
   *
   * @param bytes the default
   */
  public Sending readWithBytes(TargetFields target, int bytes) {
    return read(target, alwaysOrdered, OptionalInt.of(bytes));
  }

  private Sending read(TargetFields target, Optional<String> isOrdered, OptionalInt standard) {
    int most = bytes(target, entryBytes, standard);
    int filled = Math.min(most, packed.orElse(most));
    int requestBytes = this.requestBytes.map(key -> bytes(target, key, standard)).orElse(filled);
    boolean ordered = ordered(target, isOrdered);
    String form = target.get(envelope);
    int entries = target.get(this.entries);
    int requests = target.get(inFlight);
    boolean goesAlone =
        packed.isPresent() && (this.requestBytes.isEmpty() || !target.has(entryBytes));
    int packedBytes = goesAlone ? filled : most;
    if (packedBytes > requestBytes) {
      target.problem(
          entryBytes,
          "%d must not be above maxRequestBytes, %d".formatted(packedBytes, requestBytes));
    }
    if (ordered) {
      neverOrdered.ifPresent(why -> target.problem(this.ordered, "true is impossible: " + why));
    }
    if (!form.equals(CLOUDEVENT)) {
      onlyCloudEvents.ifPresent(
          why -> target.problem(envelope, "\"" + form + "\" is impossible: " + why));
    }
    return new Sending(
        ordered,
        EnvelopeForm.valueOf(form.toUpperCase(Locale.ROOT)),
        new BatchLimits(entries, requestBytes, requests),
        most);
  }

  private boolean ordered(TargetFields target, Optional<String> isOrdered) {
    Optional<Boolean> chosen = target.find(ordered);
    if (isOrdered.isEmpty()) {
      return chosen.orElse(false);
    }
    if (chosen.isPresent() && !chosen.get()) {
      target.problem(ordered, "false is impossible: " + isOrdered.get() + " is always ordered");
    }
    return true;
  }

  private static int bytes(TargetFields target, Key<Integer> key, OptionalInt standard) {
    Optional<Integer> given = target.find(key);
    return given.orElseGet(() -> standard.orElseGet(() -> key.standard().orElseThrow()));
  }
}
