package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.binary;
import static io.github.dynamooutbox.aws.control.AttributeValues.seconds;

import io.github.dynamooutbox.aws.internal.table.Calls;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Stores each receipt as one item, or as several if it is too large for one. */
final class DurableReceiptBook implements ReceiptBook {
  static final String DATA = "data";

  private final Calls calls;
  private final ReceiptPartitions partitions;
  private final Duration retention;

  DurableReceiptBook(Calls calls, Keys keys, Duration retention) {
    this.calls = calls;
    this.partitions = new ReceiptPartitions(keys);
    this.retention = retention;
  }

  @Override
  public CompletionStage<Void> write(Receipt receipt) {
    return calls.execute(
        client -> {
          for (byte[] content : ReceiptCodec.encode(receipt)) {
            client.putItem(
                request -> request.tableName(calls.table()).item(item(receipt, content)));
          }
        });
  }

  /** The key follows from the content: a receipt that is written again changes nothing. */
  private Map<String, AttributeValue> item(Receipt receipt, byte[] content) {
    Map<String, AttributeValue> item =
        new HashMap<>(
            Keys.of(partitions.of(receipt.at(), content), Keys.receipt(receipt.at(), content)));
    item.put(DATA, binary(content));
    item.put(Keys.TTL, seconds(receipt.at().plus(retention)));
    return item;
  }
}
