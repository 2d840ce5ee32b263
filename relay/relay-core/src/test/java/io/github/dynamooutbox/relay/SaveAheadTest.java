package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A shard whose first record waits for a target, while others are finished behind it. */
class SaveAheadTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualLoop loop = new VirtualLoop();
  private final ScriptedTarget quick = target("quick");
  private final ScriptedTarget stuck = target("stuck").latency(Duration.ofHours(1));
  private final Store store = new Store();
  private final List<String> failures = new ArrayList<>();
  private Optional<ReceiptBook> book = Optional.empty();

  @Test
  void theNextOwnerLeavesOutWhatWasSavedThoughTheLastOneEndedWithoutAnEnd() {
    ShardRelay first = open();
    submit(first, 1, 3);
    first.saveAhead();
    loop.runFor(SECOND);
    assertThat(quick.accepted).containsExactly("a-1.0", "a-2.0", "a-3.0");

    ShardRelay next = open();
    submit(next, 1, 4);
    assertThat(quick.accepted).containsExactly("a-1.0", "a-2.0", "a-3.0", "a-4.0");
  }

  @Test
  void eachCallAddsWhatIsNewAndNothingWhereNothingIs() {
    ShardRelay shard = open();
    submit(shard, 1, 2);
    shard.saveAhead();
    loop.runFor(SECOND);
    shard.saveAhead();
    submit(shard, 3, 3);
    shard.saveAhead();
    loop.runFor(SECOND);

    assertThat(store.added).containsExactly(List.of("1 quick", "2 quick"), List.of("3 quick"));
  }

  @Test
  void whatTheLastOwnerSavedIsNotSavedAgain() {
    ShardRelay first = open();
    submit(first, 1, 2);
    first.saveAhead();
    loop.runFor(SECOND);
    store.added.clear();

    ShardRelay next = open();
    submit(next, 1, 3);
    next.saveAhead();
    loop.runFor(SECOND);

    assertThat(store.added).containsExactly(List.of("3 quick"));
  }

  @Test
  void whatCouldNotBeSavedIsReportedAndSavedWithTheNextCall() {
    ShardRelay shard = open();
    store.answers = false;
    submit(shard, 1, 2);
    shard.saveAhead();
    loop.runFor(Duration.ofMinutes(1));
    assertThat(failures).containsExactly("add to what is finished ahead: IllegalStateException");

    store.answers = true;
    submit(shard, 3, 3);
    shard.saveAhead();
    loop.runFor(SECOND);
    assertThat(store.added).containsExactly(List.of("1 quick", "2 quick", "3 quick"));
  }

  @Test
  void nothingIsSavedOfARelayThatIsClosedOrHasFinishedAll() {
    stuck.latency(Duration.ofMillis(1));
    ShardRelay shard = open();
    submit(shard, 1, 2);
    shard.saveAhead();
    shard.close();
    shard.saveAhead();
    loop.runFor(SECOND);

    assertThat(store.added).isEmpty();
  }

  @Test
  void closesThoughTheListCannotBeSavedAndTellsHowMuchIsLost() {
    ShardRelay shard = open();
    submit(shard, 1, 2);
    store.answers = false;

    CompletableFuture<Optional<StreamPosition>> closed = shard.close().toCompletableFuture();
    loop.runUntil(closed::isDone);

    assertThat(closed.join()).contains(new StreamPosition("1"));
    assertThat(failures).containsExactly("finished-ahead list of 2: IllegalStateException");
  }

  /** The host may continue from here as soon as it has asked, and this process may be killed. */
  @Test
  void theEndSavesTheWholeListAtOnceAndAddsWhatReceiptsInFlightFinishLater() {
    List<CompletableFuture<Void>> receipts = new ArrayList<>();
    book =
        Optional.of(
            receipt -> {
              receipts.add(new CompletableFuture<>());
              return receipts.get(receipts.size() - 1);
            });
    ShardRelay shard = open();
    submit(shard, 1, 2);
    loop.runFor(SECOND);
    receipts.forEach(each -> each.complete(null));
    receipts.clear();
    loop.runFor(SECOND);
    shard.saveAhead();
    submit(shard, 3, 3);
    loop.runFor(SECOND);
    assertThat(receipts).hasSize(1);

    CompletableFuture<Optional<StreamPosition>> closed = shard.close().toCompletableFuture();
    loop.runFor(SECOND);
    assertThat(store.calls)
        .as("before the last receipt is written")
        .containsExactly("add at 1: 1 quick, 2 quick", "save at 1: 1 quick, 2 quick");
    assertThat(closed).isNotDone();

    receipts.get(0).complete(null);
    loop.runFor(SECOND);
    assertThat(store.calls).last().isEqualTo("add at 1: 3 quick");
    assertThat(store.calls).hasSize(3);
    assertThat(closed.join()).contains(new StreamPosition("1"));
  }

  private void submit(ShardRelay shard, int from, int to) {
    for (int position = from; position <= to; position++) {
      shard.submit(List.of(Records.order(position, "a", position, Instant.EPOCH, 1)));
    }
    loop.runFor(SECOND);
  }

  private ShardRelay open() {
    RelayBuilder builder =
        Relay.builder(List.of(quick, stuck), List.of(Rule.all("quick", "stuck")), loop);
    book.ifPresent(builder::receipts);
    return builder
        .clock(loop)
        .finishedAhead(store)
        .observer(
            event -> {
              if (event instanceof RelayEvent.Lost it) {
                failures.add(it.what() + " of " + it.events() + ": " + it.code());
              } else if (event instanceof RelayEvent.ControlFailed it) {
                failures.add(it.what() + ": " + it.code());
              }
            })
        .build()
        .open("shard");
  }

  private ScriptedTarget target(String name) {
    return new ScriptedTarget(name, true, new BatchLimits(10, 10_000, 2), loop);
  }

  private static final class Store implements FinishedAheadStore {
    final List<List<String>> added = new ArrayList<>();
    final List<String> calls = new ArrayList<>();
    boolean answers = true;
    private final Set<FinishedDelivery> all = new HashSet<>();

    @Override
    public CompletionStage<Set<FinishedDelivery>> load(StreamPosition from) {
      return CompletableFuture.completedStage(Set.copyOf(all));
    }

    @Override
    public CompletionStage<Void> save(StreamPosition first, List<FinishedDelivery> ahead) {
      return write("save", first, ahead);
    }

    @Override
    public CompletionStage<Void> add(StreamPosition first, List<FinishedDelivery> ahead) {
      if (answers) {
        added.add(told(ahead));
      }
      return write("add", first, ahead);
    }

    private CompletionStage<Void> write(
        String what, StreamPosition first, List<FinishedDelivery> ahead) {
      if (!answers) {
        return CompletableFuture.failedStage(new IllegalStateException("no rights"));
      }
      calls.add(what + " at " + first + ": " + String.join(", ", told(ahead)));
      all.addAll(ahead);
      return CompletableFuture.completedStage(null);
    }

    private static List<String> told(List<FinishedDelivery> ahead) {
      return ahead.stream().map(each -> each.position() + " " + each.target()).toList();
    }
  }
}
