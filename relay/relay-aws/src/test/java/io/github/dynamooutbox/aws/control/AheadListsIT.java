package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What finished-ahead lists promise, against a real DynamoDB API. */
class AheadListsIT {
  @RegisterExtension static final LocalControlTable table = new LocalControlTable();

  private String stream;
  private FinishedAheadStore store;

  @BeforeEach
  void takeStream(TestInfo test) {
    stream = test.getDisplayName();
    store = table.of(stream, Interposed.inPages(table.client(), 2)).finishedAhead();
  }

  @Test
  void savedListIsFoundFromWhereItWasSaved() {
    save(100, Finished.range(101, 200));
    assertThat(load(100)).containsExactlyInAnyOrderElementsOf(Finished.range(101, 200));
  }

  @Test
  void aShardReadsItsOwnListsOnly() {
    store = table.of(stream).finishedAhead().ofShard("shard-1");
    save(100, Finished.range(101, 150));
    store = table.of(stream).finishedAhead().ofShard("shard-2");
    save(100, Finished.range(151, 200));

    assertThat(load(100)).containsExactlyInAnyOrderElementsOf(Finished.range(151, 200));
    store = table.of(stream).finishedAhead().ofShard("shard-1");
    assertThat(load(100)).containsExactlyInAnyOrderElementsOf(Finished.range(101, 150));
  }

  @Test
  void whatStandsBeforeIsNotFound() {
    save(100, Finished.range(101, 200));
    assertThat(load(150)).containsExactlyInAnyOrderElementsOf(Finished.range(150, 200));
    assertThat(load(199)).containsExactly(Finished.of(199));
    assertThat(load(200)).isEmpty();
    assertThat(items()).hasSize(1);
  }

  @Test
  void secondHalfOfABisectedBatchFindsWhatTheWholeFinished() {
    save(100, Finished.range(101, 200));
    save(100, Finished.range(101, 150));
    assertThat(load(150)).containsExactlyInAnyOrderElementsOf(Finished.range(150, 200));

    save(150, Finished.range(160, 200));
    assertThat(load(100)).containsExactlyInAnyOrderElementsOf(Finished.range(101, 200));
  }

  @Test
  void listsOfTheSamePositionAreUnited() {
    save(100, Finished.range(110, 120));
    save(100, Finished.range(130, 140));
    List<FinishedDelivery> both = new ArrayList<>(Finished.range(110, 120));
    both.addAll(Finished.range(130, 140));
    assertThat(load(100)).containsExactlyInAnyOrderElementsOf(both);
  }

  @Test
  void retriesLeaveOneList() {
    for (int attempt = 0; attempt < 10; attempt++) {
      save(100, Finished.range(101, 150 + attempt / 3));
    }
    assertThat(items()).hasSize(1);
    assertThat(load(100)).containsExactlyInAnyOrderElementsOf(Finished.range(101, 153));
  }

  @Test
  void whatIsAddedIsFoundBesideTheRestAndReplacedByAListThatHoldsIt() {
    save(100, Finished.range(101, 120));
    get(store.add(Finished.at(100), Finished.range(120, 130)));
    get(store.add(Finished.at(100), Finished.range(130, 140)));
    assertThat(load(100)).containsExactlyInAnyOrderElementsOf(Finished.range(101, 140));
    assertThat(items()).hasSize(3);

    save(100, Finished.range(101, 150));
    assertThat(items()).hasSize(1);
    assertThat(load(100)).containsExactlyInAnyOrderElementsOf(Finished.range(101, 150));
  }

  @Test
  void loadsTheNearestWhereThereIsMoreThanFitsIntoMemory() {
    int all = DurableAheadLists.MOST_LOADED * 3 / 2;
    for (int from = 1; from < all; from += 20_000) {
      get(store.add(Finished.at(from), Finished.range(from, from + 20_000)));
    }
    Set<FinishedDelivery> found = load(1);

    assertThat(found)
        .hasSizeBetween(DurableAheadLists.MOST_LOADED, DurableAheadLists.MOST_LOADED * 11 / 10)
        .contains(Finished.of(1), Finished.of(DurableAheadLists.MOST_LOADED - 1));
  }

  @Test
  void listIsKeptThatHoldsMoreThanTheNewOne() {
    save(100, Finished.range(101, 200));
    save(100, Finished.range(150, 160));
    save(120, Finished.range(121, 200));
    assertThat(load(100)).containsExactlyInAnyOrderElementsOf(Finished.range(101, 200));
  }

  @Test
  void recordsOfTwoShardsAtTheSamePositionAreToldApart() {
    FinishedDelivery here = Finished.of(101);
    FinishedDelivery there =
        new FinishedDelivery(here.position(), new RecordKey("OUTBOX#Order#2", "s"), 0, "bus");
    save(100, List.of(here));
    assertThat(load(100)).containsExactly(here);
    save(100, List.of(there));
    assertThat(load(100)).containsExactlyInAnyOrder(here, there);
  }

  @Test
  void positionsOfAnyLengthAreInOrder() {
    FinishedDelivery early = at("99");
    FinishedDelivery late = at("100");
    get(store.save(new StreamPosition("98"), List.of(early, late)));
    assertThat(get(store.load(new StreamPosition("0100")))).containsExactly(late);
    assertThat(get(store.load(new StreamPosition("9")))).containsExactlyInAnyOrder(early, late);
    assertThat(get(store.load(new StreamPosition("101")))).isEmpty();
  }

  @Test
  void listThatIsTooLongForAnItemIsSavedInParts() {
    List<FinishedDelivery> list = Finished.typical(new Random(5), 6_000);
    get(store.save(new StreamPosition("1"), list));
    assertThat(get(store.load(new StreamPosition("1")))).isEqualTo(new HashSet<>(list));
    assertThat(items()).hasSizeGreaterThan(2);

    get(store.save(new StreamPosition("1"), list));
    assertThat(get(store.load(new StreamPosition("1")))).isEqualTo(new HashSet<>(list));
  }

  @Test
  void listsExpireAfter26Hours() {
    save(100, Finished.range(101, 200));
    long expected = LocalControlTable.NOW.plus(Duration.ofHours(26)).getEpochSecond();
    assertThat(items()).extracting(item -> item.get("ttl").n()).containsOnly("" + expected);
  }

  @Test
  void answerLostAfterSavingIsMadeUpForByRepeating() {
    FinishedAheadStore losing =
        table
            .of(stream, Interposed.losingAnswers(table.client(), "putItem"::equals))
            .finishedAhead();
    assertThatThrownBy(() -> get(losing.save(Finished.at(100), Finished.range(101, 110))))
        .isInstanceOf(SdkClientException.class)
        .hasMessage("the answer was lost");
    save(100, Finished.range(101, 110));
    assertThat(items()).hasSize(1);
    assertThat(load(100)).containsExactlyInAnyOrderElementsOf(Finished.range(101, 110));
  }

  @Test
  void listOfANewerVersionIsLeftAlone() {
    save(100, Finished.range(101, 110));
    Map<String, AttributeValue> newer = new HashMap<>(items().get(0));
    byte[] data = AttributeValues.bytesOf(newer, "data").clone();
    data[0]++;
    newer.put("data", AttributeValues.binary(data));
    newer.put("SK", AttributeValues.text(AttributeValues.textOf(newer, "SK") + "9"));
    table.client().putItem(request -> request.tableName(LocalControlTable.NAME).item(newer));

    save(100, Finished.range(101, 120));
    assertThat(load(100)).containsExactlyInAnyOrderElementsOf(Finished.range(101, 120));
    assertThat(items()).hasSize(2).contains(newer);
  }

  @Test
  void nothingIsLostWhenManySaveAtOnce() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 10; round++) {
      ControlTable control = table.of(stream + round);
      Set<FinishedDelivery> all = new HashSet<>();
      List<CompletionStage<Void>> saves = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        int from = random.nextInt(20);
        List<FinishedDelivery> list = Finished.range(from + 1, from + 2 + random.nextInt(20));
        all.addAll(list);
        saves.add(control.finishedAhead().save(Finished.at(from), list));
      }
      saves.forEach(LocalControlTable::get);
      assertThat(get(control.finishedAhead().load(Finished.at(0))))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(all);
    }
  }

  private void save(int firstUnfinished, List<FinishedDelivery> list) {
    get(store.save(Finished.at(firstUnfinished), list));
  }

  private Set<FinishedDelivery> load(int from) {
    return get(store.load(Finished.at(from)));
  }

  private List<Map<String, AttributeValue>> items() {
    return table.items(new Keys(stream).aheadPartition());
  }

  private static FinishedDelivery at(String position) {
    return new FinishedDelivery(
        new StreamPosition(position), new RecordKey("OUTBOX#Order#1", position), 0, "bus");
  }
}
