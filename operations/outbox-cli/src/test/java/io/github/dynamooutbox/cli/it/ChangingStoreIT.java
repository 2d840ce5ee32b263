package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.cli.internal.bucket.FailedBatchBucket;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.replay.FailedBatch;
import io.github.dynamooutbox.operations.replay.FailedBatchList;
import io.github.dynamooutbox.operations.replay.FailedBatchResult;
import io.github.dynamooutbox.operations.replay.FailedBatchSender;
import io.github.dynamooutbox.operations.replay.FailedBatchStore;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Abandoned batches are sent while their store changes, or fails. */
class ChangingStoreIT extends AbandonedCase {
  private static final AuditProgress PROGRESS = (step, done, about) -> {};

  @Test
  void leavesOutAnObjectThatSomebodyRemovesMeanwhile() throws Exception {
    orders.commit("a", 1);
    orders.commit("a", 2);
    lambda.abandon(outbox, bucket, 1);
    try (FailedBatchBucket store = new FailedBatchBucket(bucket, "aws/lambda/");
        FailedBatchSender sender = FailedBatchSender.open(outbox.config(), store, "run")) {
      FailedBatchList listed = listed(new ChangingStore(store, false));
      assertThat(listed.unusable()).isEmpty();
      assertThat(listed.batches()).hasSize(2);
      store.remove(listed.batches().get(1).name());

      FailedBatchResult sent = sender.send(listed.batches(), 4, true, PROGRESS);

      assertThat(sent.isFinished()).isTrue();
      assertThat(sent.published()).isEqualTo(2);
    }
    assertThat(orders.published("bus")).containsExactly("a-1");
    assertThat(lambda.objects(bucket)).isEmpty();
  }

  @Test
  void countsWhatWasSentWhenAnObjectCannotBeRemoved() throws Exception {
    orders.commit("a", 1);
    lambda.abandon(outbox, bucket, 1);
    try (FailedBatchBucket objects = new FailedBatchBucket(bucket, "aws/lambda/")) {
      FailedBatchStore store = new ChangingStore(objects, true);
      List<FailedBatch> batches = listed(store).batches();
      try (FailedBatchSender sender = FailedBatchSender.open(outbox.config(), store, "run")) {
        FailedBatchResult sent = sender.send(batches, 2, true, PROGRESS);

        assertThat(sent.isFinished()).isFalse();
        assertThat(sent.published()).isEqualTo(2);
        assertThat(sent.batches()).isEqualTo(1);
        assertThat(sent.removed()).isZero();
        assertThat(sent.obstacle()).contains("may not be changed");
        assertThatThrownBy(() -> sender.send(batches, 2, true, PROGRESS))
            .isInstanceOf(OperatorException.class)
            .hasMessage("may not be changed");
      }
    }
    assertThat(orders.published("bus")).containsExactly("a-1");
  }

  @Test
  void saysThatSomethingElseIsWhereTheBucketShouldBe() throws Exception {
    HttpServer web =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    web.start();
    try {
      System.setProperty(
          AbandonedBatches.ENDPOINT, "http://127.0.0.1:" + web.getAddress().getPort());
      Ended ended = outbox.run("failures", "--bucket", bucket);

      assertThat(ended.code()).isEqualTo(3);
      assertThat(ended.err())
          .contains(
              "the bucket \""
                  + bucket
                  + "\" cannot be used (HTTP 404, and no error code of AWS):"
                  + " check that this service is at the endpoint");
    } finally {
      System.setProperty(AbandonedBatches.ENDPOINT, lambda.endpoint().toString());
      web.stop(0);
    }
  }

  private FailedBatchList listed(FailedBatchStore store) {
    return FailedBatchList.read(store, outbox.table(), Instant.EPOCH, Instant.MAX, PROGRESS);
  }

  /** A store where somebody removes one more object during the listing, or that is read-only. */
  private record ChangingStore(FailedBatchStore store, boolean isReadOnly)
      implements FailedBatchStore {
    @Override
    public void list(Consumer<String> each) {
      each.accept("aws/lambda/absent");
      store.list(each);
    }

    @Override
    public Optional<byte[]> read(String name) {
      return store.read(name);
    }

    @Override
    public void remove(String name) {
      if (isReadOnly) {
        throw new OperatorException(OperatorException.Kind.ACCESS, "may not be changed");
      }
      store.remove(name);
    }
  }
}
