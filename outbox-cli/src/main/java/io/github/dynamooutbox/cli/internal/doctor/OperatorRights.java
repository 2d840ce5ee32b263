package io.github.dynamooutbox.cli.internal.doctor;

import java.util.List;
import java.util.Set;

/**
 * What a command asks DynamoDB for; {@code docs/cli.md} has the same table.
 *
 * @param onTable actions on the table
 * @param onControl actions on the control table
 */
public record OperatorRights(String command, Set<String> onTable, Set<String> onControl) {
  private static final Set<String> TO_TAKE_OUT =
      Set.of("GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem");
  private static final Set<String> TO_REDRIVE =
      Set.of("GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem");

  /** Of the commands that need no bucket. */
  public static final List<OperatorRights> ALL =
      List.of(
          new OperatorRights(
              "status", Set.of("DescribeTable", "Query"), Set.of("BatchGetItem", "Query")),
          new OperatorRights("tail", Set.of("DescribeTable"), Set.of()),
          new OperatorRights("parked", Set.of(), Set.of("Query")),
          new OperatorRights("list", Set.of("Scan"), Set.of()),
          new OperatorRights("show", Set.of("Query"), Set.of("Query")),
          new OperatorRights("audit", Set.of("DescribeTable", "GetItem", "Scan"), Set.of("Query")),
          new OperatorRights("redrive", Set.of(), TO_REDRIVE),
          new OperatorRights("reroute", Set.of(), TO_TAKE_OUT),
          new OperatorRights("discard", Set.of(), TO_TAKE_OUT),
          new OperatorRights("purge", Set.of(), TO_TAKE_OUT),
          new OperatorRights(
              "replay",
              Set.of("Query", "BatchGetItem"),
              Set.of("BatchGetItem", "Query", "PutItem")));
}
