package io.github.dynamooutbox.cli.internal.doctor;

import static io.github.dynamooutbox.cli.internal.doctor.OperatorRights.Place.BUCKET;
import static io.github.dynamooutbox.cli.internal.doctor.OperatorRights.Place.CONTROL;
import static io.github.dynamooutbox.cli.internal.doctor.OperatorRights.Place.LEASES;
import static io.github.dynamooutbox.cli.internal.doctor.OperatorRights.Place.STREAM;
import static io.github.dynamooutbox.cli.internal.doctor.OperatorRights.Place.TABLE;

import io.github.dynamooutbox.aws.examine.RelayActions;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The AWS actions that a command calls. The table in {@code docs/api} says the same, and a test
 * compares both with what the commands call.
 *
 * @param command its name, with the option that makes the difference if there is one
 * @param actions without the service's name
 * @param sends whether it sends events, and so needs what the relay needs on its targets
 */
public record OperatorRights(String command, Map<Place, Set<String>> actions, boolean sends) {
  /** What a command acts on, in the order of the guide's columns. */
  public enum Place {
    TABLE("dynamodb:"),
    STREAM("dynamodb:"),
    LEASES("dynamodb:"),
    CONTROL("dynamodb:"),
    /** Where the event source mapping writes what it abandons. */
    BUCKET("s3:"),
    /** The bucket of a target that keeps events. */
    ARCHIVE("s3:");

    private final String service;

    Place(String service) {
      this.service = service;
    }

    /** As policies name it. */
    String action(String name) {
      return service + name;
    }
  }

  /** Every command says which table it is about. */
  private static final Set<String> NAMED = Set.of("DescribeTable");

  /** Reads up to fifty queues at once; without it, what does so reads them one by one. */
  private static final String SELECT = "PartiQLSelect";

  private static final Set<String> TO_READ_STREAM =
      Set.of("DescribeStream", "GetShardIterator", "GetRecords");
  private static final Set<String> TO_TAKE_OUT =
      Set.of("GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem");
  private static final Set<String> TO_CHOOSE_AND_TAKE_OUT = with(TO_TAKE_OUT, SELECT);
  private static final Set<String> TO_REDRIVE = with(TO_CHOOSE_AND_TAKE_OUT, "BatchWriteItem");

  /** On the control table: what is sent may have to be parked. */
  private static final Set<String> LIKE_THE_RELAY =
      RelayActions.CONTROL.stream()
          .map(action -> action.substring(action.indexOf(':') + 1))
          .collect(Collectors.toUnmodifiableSet());

  private static final Set<String> LIKE_THE_RELAY_AND_SELECT = with(LIKE_THE_RELAY, SELECT);

  private static final OperatorRights STATUS =
      new OperatorRights(
          "status",
          Map.of(
              TABLE, Set.of("DescribeTable", "Query"),
              STREAM, TO_READ_STREAM,
              LEASES, Set.of("Scan"),
              CONTROL, Set.of("BatchGetItem", "Query")),
          false);
  private static final OperatorRights PARKED =
      new OperatorRights("parked", Map.of(TABLE, NAMED, CONTROL, Set.of("Query", SELECT)), false);
  private static final OperatorRights SHOW =
      new OperatorRights(
          "show", Map.of(TABLE, Set.of("DescribeTable", "Query"), CONTROL, Set.of("Query")), false);
  private static final OperatorRights DECISIONS =
      new OperatorRights("decisions", Map.of(TABLE, NAMED, CONTROL, Set.of("Query")), false);
  private static final OperatorRights REDRIVE =
      new OperatorRights("redrive", Map.of(TABLE, NAMED, CONTROL, TO_REDRIVE), true);

  private static final OperatorRights AUDIT =
      new OperatorRights(
          "audit",
          Map.of(
              TABLE, Set.of("DescribeTable", "GetItem", "Scan"),
              CONTROL, Set.of("Query", SELECT)),
          false);
  private static final OperatorRights REPLAY_MISSING =
      replay(
          "replay --missing",
          Set.of("DescribeTable", "GetItem", "Scan", "Query", "BatchGetItem"),
          Map.of());

  /** Of all commands, in the order of the guide. */
  public static final List<OperatorRights> ALL =
      List.of(
          STATUS,
          new OperatorRights(
              "tail", Map.of(TABLE, Set.of("DescribeTable"), STREAM, TO_READ_STREAM), false),
          PARKED,
          new OperatorRights("list", Map.of(TABLE, Set.of("DescribeTable", "Scan")), false),
          SHOW,
          DECISIONS,
          AUDIT,
          REDRIVE,
          new OperatorRights(
              "reroute", Map.of(TABLE, NAMED, CONTROL, TO_CHOOSE_AND_TAKE_OUT), true),
          new OperatorRights(
              "discard", Map.of(TABLE, NAMED, CONTROL, TO_CHOOSE_AND_TAKE_OUT), false),
          new OperatorRights("purge", Map.of(TABLE, NAMED, CONTROL, TO_TAKE_OUT), false),
          replay("replay", Set.of("DescribeTable", "Query", "BatchGetItem"), Map.of()),
          replay("replay --from", Set.of("DescribeTable", "Scan", "BatchGetItem"), Map.of()),
          REPLAY_MISSING,
          replay(
              "replay --from-archive",
              NAMED,
              Map.of(Place.ARCHIVE, Set.of("ListBucket", "GetObject"))),
          new OperatorRights(
              "failures", Map.of(TABLE, NAMED, BUCKET, Set.of("ListBucket", "GetObject")), false),
          new OperatorRights(
              "resend",
              Map.of(
                  TABLE, NAMED,
                  BUCKET, Set.of("ListBucket", "GetObject", "DeleteObject"),
                  CONTROL, LIKE_THE_RELAY_AND_SELECT),
              true),
          new OperatorRights(
              "console", all(STATUS, PARKED, SHOW, AUDIT, REDRIVE, REPLAY_MISSING), true),
          new OperatorRights(
              "doctor",
              Map.of(
                  TABLE, Set.of("DescribeTable", "DescribeTimeToLive"),
                  STREAM, TO_READ_STREAM,
                  LEASES, Set.of("Scan"),
                  CONTROL, Set.of("DescribeTable", "DescribeTimeToLive", "UpdateItem")),
              false));

  private static OperatorRights replay(
      String command, Set<String> onTable, Map<Place, Set<String>> more) {
    Map<Place, Set<String>> actions = new EnumMap<>(Place.class);
    actions.putAll(more);
    actions.put(TABLE, onTable);
    actions.put(CONTROL, onTable.contains("GetItem") ? LIKE_THE_RELAY_AND_SELECT : LIKE_THE_RELAY);
    return new OperatorRights(command, actions, true);
  }

  private static Set<String> with(Set<String> actions, String another) {
    Set<String> all = new TreeSet<>(actions);
    all.add(another);
    return Set.copyOf(all);
  }

  private static Map<Place, Set<String>> all(OperatorRights... commands) {
    Map<Place, Set<String>> all = new EnumMap<>(Place.class);
    for (OperatorRights each : commands) {
      each.actions.forEach(
          (place, names) -> all.computeIfAbsent(place, any -> new TreeSet<>()).addAll(names));
    }
    return all;
  }

  /** The actions in a place. */
  public Set<String> in(Place place) {
    return actions.getOrDefault(place, Set.of());
  }
}
