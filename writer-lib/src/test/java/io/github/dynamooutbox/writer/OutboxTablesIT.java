package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.DecodeResult.Decoded;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.writer.CommitResult.AlreadyCommitted;
import io.github.dynamooutbox.writer.CommitResult.CommittedRecord;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Where an outbox can be, and what it can hold, against a real DynamoDB API. */
class OutboxTablesIT {
  private static final OutboxSchema SCHEMA = new OutboxSchema("pk", "sk", "events/", "expires");
  private static final Event SCANNED =
      Event.ofBytes("OrderScanned", new byte[] {1, 2}, "application/avro").previous(new byte[] {0});

  private static final String OWN_OUTBOX = AwsUnderTest.unique("own-outbox");

  private static OrdersTable table;

  @BeforeAll
  static void start() {
    table = new OrdersTable();
    table.create(OWN_OUTBOX, "pk", "sk");
  }

  @AfterAll
  static void stop() {
    table.close();
  }

  @Test
  void outboxInATableAndUnderNamesOfItsOwn() {
    Outbox outbox =
        Outbox.builder(table.client())
            .table(OrdersTable.NAME)
            .outboxTable(OWN_OUTBOX)
            .schema(SCHEMA)
            .source("/s")
            .strictOrder(true)
            .build();
    CommitResult first = commit(outbox, 1);
    CommitResult repeat = commit(outbox, 1);
    commit(outbox, 2);

    assertThat(repeat).isEqualTo(new AlreadyCommitted(first.records(), first.writtenAt()));
    assertThat(table.item(OrdersTable.NAME, Items.orderKey("own-1"))).isNotEmpty();
    CommittedRecord record = first.records().get(0);
    Map<String, AttributeValue> item =
        table.item(
            OWN_OUTBOX,
            Map.of(
                "pk", Items.text(record.key().partition()),
                "sk", Items.text(record.key().sort())));
    assertThat(record.key().partition()).isEqualTo("events/Order#own");
    DecodeResult decoded = new RecordCodec(SCHEMA).decode(new SdkItem(item));
    assertThat(decoded)
        .isInstanceOfSatisfying(
            Decoded.class,
            it -> {
              assertThat(it.record().events().get(0).contentType()).isEqualTo("application/avro");
              assertThat(it.record().events().get(0).data())
                  .isEqualTo(Payload.of(new byte[] {1, 2}));
              assertThat(it.record().events().get(0).previous())
                  .isEqualTo(Optional.of(Payload.of(new byte[] {0})));
            });
    assertThat(table.client().scan(scan -> scan.tableName(OWN_OUTBOX)).items()).hasSize(4);
  }

  private static CommitResult commit(Outbox outbox, long version) {
    return outbox
        .transaction()
        .put(Items.order("own-" + version), "attribute_not_exists(PK)")
        .events(Aggregate.of("Order", "own").at(version), SCANNED)
        .idempotencyKey("own-" + version)
        .commit();
  }

  @Test
  void strictOrderHoldsWithAndWithoutAPredecessor() {
    Outbox outbox =
        Outbox.builder(table.client())
            .table(OrdersTable.NAME)
            .source("/s")
            .strictOrder(true)
            .build();
    Aggregate order = Aggregate.of("Order", "fenced");
    for (long version : new long[] {0, 1, 2, 7}) {
      outbox.transaction().events(order.at(version), Event.of("OrderChanged", version)).commit();
    }
    assertThat(table.records(order)).hasSize(4);
  }
}
