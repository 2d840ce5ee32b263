package io.github.dynamooutbox.examples.limits;

import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.test.InMemoryOutbox;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.InvalidTransactionException;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.TargetLimits;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Commits events to an outbox that knows these targets. */
final class Commits {
  /** More than a record holds. */
  private static final int TOO_MUCH = 400_000;

  static final int EXACTLY_ENOUGH = 256;

  private final InMemoryOutbox memory = InMemoryOutbox.of("orders", "/shop/orders");
  private final Outbox outbox;

  Commits(TargetLimits... targets) {
    outbox = memory.builder("/shop/orders").targets(targets).build();
  }

  /** The most of this content that is committed, or a little less. */
  int largest(Content content) {
    int committed = 0;
    int refused = TOO_MUCH;
    while (refused - committed > EXACTLY_ENOUGH) {
      int middle = (committed + refused) / 2;
      if (commit(content, middle).isPresent()) {
        committed = middle;
      } else {
        refused = middle;
      }
      memory.clear();
    }
    return committed;
  }

  /** What the relay reads of it; empty if the commit is refused. */
  Optional<Envelope> commit(Content content, int size) {
    try {
      RecordKey key =
          outbox
              .transaction()
              .events(
                  Aggregate.of("Order", UUID.randomUUID().toString()).at(7), content.event(size))
              .commit()
              .records()
              .get(0)
              .key();
      DecodeResult.Decoded decoded =
          (DecodeResult.Decoded)
              new RecordCodec(OutboxSchema.defaults()).decode(new SdkItem(item(key)));
      return Optional.of(new Envelope(new StreamPosition("1"), decoded.key(), decoded.record(), 0));
    } catch (InvalidTransactionException e) {
      return Optional.empty();
    }
  }

  private Map<String, AttributeValue> item(RecordKey key) {
    return memory
        .client()
        .getItem(
            request ->
                request
                    .tableName("orders")
                    .key(
                        Map.of(
                            "PK", AttributeValue.fromS(key.partition()),
                            "SK", AttributeValue.fromS(key.sort()))))
        .item();
  }
}
