package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.binary;
import static io.github.dynamooutbox.aws.control.AttributeValues.bytesOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.seconds;
import static io.github.dynamooutbox.aws.control.AttributeValues.text;
import static io.github.dynamooutbox.aws.control.AttributeValues.textOf;

import io.github.dynamooutbox.aws.internal.table.Calls;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.paginators.QueryIterable;

/**
 * Finished-ahead lists, each stored under its last position, so that those that reach a position or
 * go beyond it are one range of keys, and lists that have been passed are never read again. A list
 * that contains an older one replaces it, so that an event that keeps failing leaves one list, not
 * one for each attempt.
 */
final class DurableAheadLists implements FinishedAheadStore {
  /** The stream keeps a record for 24 hours; after that nobody asks for its deliveries. */
  static final Duration KEPT = Duration.ofHours(26);

  /**
   * The most deliveries that are loaded from a shard's lists: about 55 MB. There are more than one
   * run can leave (50,000 records, times their targets) only if a run starts far behind the last
   * one because its checkpoint was lost; those that are not loaded are sent again.
   */
  static final int MOST_LOADED = 200_000;

  private static final String DATA = "data";
  private static final String FROM = "from";

  private final Calls calls;
  private final String partition;
  private final InstantSource clock;

  DurableAheadLists(Calls calls, Keys keys, InstantSource clock) {
    this(calls, keys.aheadPartition(), clock);
  }

  private DurableAheadLists(Calls calls, String partition, InstantSource clock) {
    this.calls = calls;
    this.partition = partition;
    this.clock = clock;
  }

  @Override
  public FinishedAheadStore ofShard(String shard) {
    return new DurableAheadLists(calls, partition + '#' + shard, clock);
  }

  @Override
  public CompletionStage<Set<FinishedDelivery>> load(StreamPosition from) {
    return calls.run(
        client -> {
          Set<FinishedDelivery> found = new HashSet<>();
          for (Map<String, AttributeValue> item : reachingTo(client, from).items()) {
            // A list that only a newer version can read costs duplicates, nothing else.
            AheadCodec.decode(bytesOf(item, DATA)).orElse(List.of()).stream()
                .filter(delivery -> delivery.position().compareTo(from) >= 0)
                .forEach(found::add);
            if (found.size() >= MOST_LOADED) {
              break;
            }
          }
          return found;
        });
  }

  @Override
  public CompletionStage<Void> save(
      StreamPosition firstUnfinished, List<FinishedDelivery> finished) {
    Set<FinishedDelivery> list = Set.copyOf(finished);
    return calls.execute(
        client -> {
          Set<String> saved = put(client, firstUnfinished, list);
          // Only now: whatever is deleted is contained in a list that has been saved.
          deleteContained(client, firstUnfinished, list, saved);
        });
  }

  @Override
  public CompletionStage<Void> add(
      StreamPosition firstUnfinished, List<FinishedDelivery> finished) {
    return calls.execute(client -> put(client, firstUnfinished, Set.copyOf(finished)));
  }

  private Set<String> put(
      DynamoDbClient client, StreamPosition firstUnfinished, Set<FinishedDelivery> list) {
    Set<String> saved = new HashSet<>();
    for (List<FinishedDelivery> chunk : AheadCodec.chunks(list)) {
      byte[] data = AheadCodec.encode(chunk);
      String sort = Keys.ahead(chunk.get(chunk.size() - 1).position(), data);
      Map<String, AttributeValue> item = new HashMap<>(Keys.of(partition, sort));
      item.put(FROM, text(firstUnfinished.sequenceNumber()));
      item.put(DATA, binary(data));
      item.put(Keys.TTL, seconds(clock.instant().plus(KEPT)));
      client.putItem(request -> request.tableName(calls.table()).item(item));
      saved.add(sort);
    }
    return saved;
  }

  private void deleteContained(
      DynamoDbClient client,
      StreamPosition from,
      Set<FinishedDelivery> list,
      Set<String> justSaved) {
    for (Map<String, AttributeValue> item : reachingTo(client, from).items()) {
      String sort = textOf(item, Keys.SK);
      boolean isContained =
          AheadCodec.decode(bytesOf(item, DATA)).filter(list::containsAll).isPresent();
      if (isContained && !justSaved.contains(sort)) {
        client.deleteItem(
            request -> request.tableName(calls.table()).key(Keys.of(partition, sort)));
      }
    }
  }

  private QueryIterable reachingTo(DynamoDbClient client, StreamPosition from) {
    return client.queryPaginator(
        QueryRequest.builder()
            .tableName(calls.table())
            .consistentRead(true)
            .keyConditionExpression("PK = :lists AND SK >= :from")
            .expressionAttributeValues(
                Map.of(
                    ":lists", text(partition),
                    ":from", text(from.padded())))
            .build());
  }
}
