package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** Resuming takes no more memory for many events than for one. */
class ManyParkedTest {
  private static final int EVENTS = Integer.getInteger("inbox.parked", 200);
  private static final int BYTES = Integer.getInteger("inbox.parkedBytes", 2_000);
  private static final AggregateKey ORDER = Events.order("1");
  private static final InboxKeys KEYS = new InboxKeys("c", OutboxSchema.defaults());

  private final byte[] payload = new byte[BYTES];
  private final List<String> course = new ArrayList<>();

  /** Makes up what is parked when it is read: 400 MB would not fit into the heap of a function. */
  private final TableFake table =
      new TableFake() {
        @Override
        public synchronized QueryResponse query(QueryRequest request) {
          String partition = request.expressionAttributeValues().get(":partition").s();
          if (partition.startsWith("INBOX#c#CURSOR")) {
            return response(List.of(cursor()));
          }
          if (partition.startsWith("INBOX#c#PARKED")) {
            return response(
                LongStream.rangeClosed(1, EVENTS).mapToObj(each -> slot(each)).toList());
          }
          long version = Long.parseLong(partition.substring(13, 32));
          course.add("read " + version);
          return response(List.of(part(version)));
        }

        @Override
        public synchronized TransactWriteItemsResponse transactWriteItems(
            TransactWriteItemsRequest request) {
          course.add("handled");
          return TransactWriteItemsResponse.builder().build();
        }
      };

  private static QueryResponse response(List<Map<String, AttributeValue>> items) {
    return QueryResponse.builder().items(items).build();
  }

  private static Map<String, AttributeValue> cursor() {
    Map<String, AttributeValue> item = new HashMap<>(KEYS.cursor(Events.SOURCE, ORDER));
    item.put(
        Cursor.NEXT, AttributeValue.fromS(Events.at(ORDER, 1).attribute("sequence").orElseThrow()));
    item.put(Cursor.PARKED, AttributeValue.fromN(Integer.toString(EVENTS)));
    return item;
  }

  private static Map<String, AttributeValue> slot(long version) {
    Map<String, AttributeValue> item =
        new HashMap<>(KEYS.parked(OrderedEvent.of(Events.at(ORDER, version))));
    item.put("count", AttributeValue.fromN("1"));
    item.put("parts", AttributeValue.fromN("1"));
    return item;
  }

  private Map<String, AttributeValue> part(long version) {
    new Random(version).nextBytes(payload);
    ReceivedEvent event =
        ReceivedEvent.of(Events.at(ORDER, version).attributes(), Payload.of(payload));
    return Map.of("data", AttributeValue.fromB(SdkBytes.fromByteArray(ParkedForm.of(event))));
  }

  @Test
  void eachEventIsReadWhenTheOneBeforeItIsHandled() {
    Inbox inbox =
        Inbox.builder(table)
            .table(TableFake.NAME)
            .consumer("c")
            .orderByCursorOnly(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK))
            .build();
    int[] handled = {0};

    try {
      Resumed unused =
          inbox.resume(
              Events.SOURCE,
              ORDER,
              (event, tx) -> {
                assertThat(event.data().toBytes()).hasSize(BYTES);
                if (++handled[0] > EVENTS) {
                  throw new IllegalStateException("all are handled");
                }
              });
    } catch (IllegalStateException again) {
      // What is made up is there again in the second pass.
      assertThat(again).hasMessage("all are handled");
    }

    for (int i = 0; i < EVENTS; i++) {
      assertThat(course.subList(2 * i, 2 * i + 2)).containsExactly("read " + (i + 1), "handled");
    }
  }
}
