package io.github.dynamooutbox.lambda.it;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.park.ParkedLanes.ParkedLane;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the control table holds for the orders' stream. */
final class ControlView {
  private final DynamoDbClient dynamoDb;
  private final ControlTable table;

  ControlView(RelaySystem system) {
    dynamoDb = system.dynamoDb;
    table =
        ControlTable.builder(
                system.dynamoDb, RelaySystem.CONTROL_TABLE, RelaySystem.TABLE, Runnable::run)
            .build();
  }

  /** Closed lanes as {@code target/order}, with reason and count. */
  Map<String, String> lanes() {
    Map<String, String> lanes = new TreeMap<>();
    for (ParkedLane each : join(table.parkedLanes().lanes())) {
      lanes.put(
          each.lane().target() + "/" + each.lane().aggregate(), each.reason() + " " + each.count());
    }
    return lanes;
  }

  List<ParkedEvent> parked(String target, String order) {
    ParkedLanes lanes = table.parkedLanes();
    return join(lanes.read(new LaneKey(target, "Order#" + order), Optional.empty(), 100));
  }

  /** What an operator who follows the runbook (docs/operations.md) is shown of a lane. */
  List<Map<String, AttributeValue>> asInTheRunbook(String lane) {
    return dynamoDb
        .query(
            request ->
                request
                    .tableName(RelaySystem.CONTROL_TABLE)
                    .keyConditionExpression("PK = :lane")
                    .expressionAttributeValues(
                        Map.of(":lane", AttributeValue.fromS(RelaySystem.TABLE + "#LANE#" + lane)))
                    .projectionExpression(
                        "SK, reason, #c, message, attempts, firstAt, lastAt, recordPK, recordSK")
                    .expressionAttributeNames(Map.of("#c", "code")))
        .items();
  }

  /** How many publications the receipts tell of. */
  int publicationsInReceipts() {
    List<Receipt> receipts = new CopyOnWriteArrayList<>();
    Instant now = Instant.now();
    join(table.receiptReader().read(now.minusSeconds(3600), now.plusSeconds(3600), receipts::add));
    return receipts.stream()
        .flatMap(receipt -> receipt.published().values().stream())
        .mapToInt(List::size)
        .sum();
  }

  private static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
