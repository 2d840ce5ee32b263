package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.table.Calls;
import io.github.dynamooutbox.localaws.FakeDynamoDb;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;

class HeadReadsTest {
  private static final String TABLE = "control";
  private static final String VALUE = "value";

  /** Reads that have begun and whose requests were not sent yet. */
  private final Deque<Runnable> calls = new ArrayDeque<>();

  /** Those who ask only to be in the way. */
  private final List<CompletableFuture<HeadReads.Found>> others = new ArrayList<>();

  private final Table table = new Table();
  private final QueueKeys keys = new QueueKeys(new Keys("stream"));
  private final HeadReads reads = new HeadReads(new Calls(table, TABLE, calls::addLast), keys);

  @BeforeEach
  void everyItemExists() {
    table.value = "before";
  }

  @Test
  void whoAsksAloneIsAnsweredByOneRequestForBothItems() {
    CompletableFuture<HeadReads.Found> asked = reads.of("shard");
    calls.removeFirst().run();

    assertThat(asked.join().head()).containsAllEntriesOf(keys.head());
    assertThat(asked.join().circuits()).containsAllEntriesOf(keys.circuits("shard"));
    assertThat(table.requests).containsExactly(2);
    assertThat(calls).isEmpty();
  }

  @Test
  void readsTheHeadOnceForAllWhoAskWhileOthersRead() {
    others.add(reads.of("first"));
    others.add(reads.of("second"));
    List<CompletableFuture<HeadReads.Found>> waiting =
        IntStream.range(0, 50).mapToObj(shard -> reads.of("shard" + shard)).toList();
    assertThat(calls).as("at once").hasSize(2);

    while (!calls.isEmpty()) {
      calls.removeFirst().run();
    }

    assertThat(table.requests).containsExactly(2, 2, 51);
    for (int shard = 0; shard < 50; shard++) {
      HeadReads.Found found = waiting.get(shard).join();
      assertThat(found.head()).containsAllEntriesOf(keys.head());
      assertThat(found.circuits()).containsAllEntriesOf(keys.circuits("shard" + shard));
    }
  }

  /** What was parked before a batch was asked about would be overtaken otherwise. */
  @Test
  void neverAnswersFromAReadThatBeganBefore() {
    CompletableFuture<HeadReads.Found> first = reads.of("shard");
    CompletableFuture<HeadReads.Found> second = reads.of("other");
    calls.forEach(Runnable::run);
    List<CompletableFuture<HeadReads.Found>> begun = List.of(first, second);
    calls.clear();

    // Both have read, and a third one begins only now.
    table.value = "after";
    CompletableFuture<HeadReads.Found> late = reads.of("shard");
    calls.removeFirst().run();

    assertThat(begun)
        .allSatisfy(each -> assertThat(each.join().head().get(VALUE).s()).isEqualTo("before"));
    assertThat(late.join().head().get(VALUE).s()).isEqualTo("after");
  }

  @Test
  void whoAsksWhileAReadIsInFlightIsNotAnsweredByIt() {
    CompletableFuture<HeadReads.Found> first = reads.of("shard");
    others.add(reads.of("other"));
    CompletableFuture<HeadReads.Found> late = reads.of("shard");
    calls.removeFirst().run();

    assertThat(first).isCompleted();
    assertThat(late).isNotDone();
  }

  @Test
  void aReadThatHangsDelaysNobodyWhoIsNotWaitingForIt() {
    CompletableFuture<HeadReads.Found> hangs = reads.of("shard");
    calls.removeFirst();
    for (int i = 0; i < 5; i++) {
      CompletableFuture<HeadReads.Found> asked = reads.of("other");
      calls.removeFirst().run();
      assertThat(asked).isCompleted();
    }
    assertThat(hangs).isNotDone();
  }

  @Test
  void aReadThatFailsFailsForThoseWhoShareItAndForNobodyElse() {
    others.add(reads.of("first"));
    others.add(reads.of("second"));
    CompletableFuture<HeadReads.Found> shares = reads.of("third");
    CompletableFuture<HeadReads.Found> too = reads.of("fourth");
    calls.removeFirst().run();
    calls.removeFirst().run();
    CompletableFuture<HeadReads.Found> next = reads.of("fifth");

    table.fails = true;
    calls.removeFirst().run();
    table.fails = false;
    calls.removeFirst().run();

    assertThat(List.of(shares, too)).allMatch(CompletableFuture::isCompletedExceptionally);
    assertThat(next.join().circuits()).containsAllEntriesOf(keys.circuits("fifth"));
  }

  /** Every item has the same value, and none is missing. */
  private static final class Table implements FakeDynamoDb {
    private final List<Integer> requests = new ArrayList<>();
    private String value = "";
    private boolean fails;

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
      if (fails) {
        throw new IllegalStateException("the table is gone");
      }
      List<Map<String, AttributeValue>> items = new ArrayList<>();
      for (Map<String, AttributeValue> key : request.requestItems().get(TABLE).keys()) {
        Map<String, AttributeValue> item = new HashMap<>(key);
        item.put(VALUE, AttributeValue.fromS(value));
        items.add(item);
      }
      requests.add(items.size());
      return BatchGetItemResponse.builder().responses(Map.of(TABLE, items)).build();
    }
  }
}
