package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.cli.internal.bucket.FailedBatchBucket;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.operations.replay.FailedBatchList;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a resend leaves out, because somebody has dealt with it already. */
class ResendKnownIT extends AbandonedCase {
  @Test
  void leavesOutWhatIsPublishedParkedOrDiscarded() throws Exception {
    orders.commit("a", 1);
    outbox.receipt(orders.key("a"), Set.of("bus", "audit"), Set.of("audit"));
    LaneKey lane = new LaneKey("bus", orders.key("b"));
    orders.commit("b", 1);
    outbox.park(new QueueName.Lane(lane), outbox.parkable(lane, ParkReason.REJECTED));
    orders.commit("b", 2);
    LaneKey discarded = new LaneKey("bus", orders.key("c"));
    orders.commit("c", 1);
    List<ParkedEvent> parked = outbox.parkable(discarded, ParkReason.REJECTED);
    outbox.park(new QueueName.Lane(discarded), parked);
    Ended discard =
        outbox.run(
            "discard",
            "--target",
            "bus",
            "--aggregate",
            orders.key("c"),
            "--because",
            "x",
            "--yes");
    assertThat(discard.code()).as(discard.err()).isZero();
    assertThat(outbox.run("redrive", "--aggregate", orders.key("c"), "--yes").code()).isZero();
    lambda.abandon(outbox, bucket, 100);

    Ended dry = outbox.runWithoutEffect("resend", "--bucket", bucket, "--dry-run");
    assertThat(words(dry)).contains("audit 3\nbus 2\n", "Left out: 3 events");
    assertThat(dry.out()).contains("1 event will be parked, because something is parked in front");

    Ended sent = outbox.run("resend", "--bucket", bucket, "--yes");

    assertThat(sent.code()).as(sent.out() + sent.err()).isEqualTo(1);
    assertThat(sent.out()).contains("4 events published", "1 event parked");
    assertThat(orders.published("bus")).containsExactly("a-1");
    assertThat(orders.published("audit", "b")).containsExactly("b-1", "b-2");
    assertThat(outbox.run("redrive", "--reason", "rejected", "--yes").code()).isZero();
    assertThat(orders.published("bus", "b")).containsExactly("b-1", "b-2");
    assertThat(orders.published("bus", "c")).isEmpty();
  }

  /** A function that is stopped in the middle of a batch writes down what is out already. */
  @Test
  void leavesOutWhatTheFunctionHasFinishedAhead() throws Exception {
    orders.commit("a", 1);
    lambda.abandon(outbox, bucket, 1);
    ParkedEvent event =
        outbox.parkable(new LaneKey("bus", orders.key("a")), ParkReason.REJECTED).get(0);
    String arn = outbox.streamArn();
    try (FailedBatchBucket objects = new FailedBatchBucket(bucket, "aws/lambda/");
        AwsControl control = outbox.control()) {
      StreamPosition position =
          FailedBatchList.read(
                  objects, outbox.table(), Instant.EPOCH, Instant.MAX, (step, done, about) -> {})
              .batches()
              .get(0)
              .first();
      TestOutbox.get(
          control
              .table()
              .finishedAhead()
              .ofShard(new StreamEvent(arn, List.of()).name())
              .add(
                  position,
                  List.of(new FinishedDelivery(position, event.place().record(), 0, "bus"))));
    }

    assertThat(words(outbox.runWithoutEffect("resend", "--bucket", bucket, "--dry-run")))
        .contains("audit 1\n", "Left out: 1 event")
        .doesNotContain("bus 1");
    assertThat(outbox.run("resend", "--bucket", bucket, "--yes").out())
        .contains("1 event published");
    assertThat(orders.published("bus")).isEmpty();
    assertThat(orders.published("audit", "a")).containsExactly("a-1");
  }

  private static String words(Ended ended) {
    return ended.out().replaceAll(" +", " ");
  }
}
