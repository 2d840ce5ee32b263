package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What Lambda has abandoned is listed and sent. */
class FailuresIT extends AbandonedCase {
  @Test
  void sendsInTheOrderOfTheStreamAndOnce() throws Exception {
    for (int version = 1; version <= 4; version++) {
      orders.commit("a", version);
      orders.commit("b", version);
    }
    lambda.abandon(outbox, bucket, 3);

    Ended listed = outbox.run("failures", "--bucket", bucket);
    assertThat(listed.code()).as(listed.err()).isEqualTo(4);
    assertThat(listed.out()).contains("3 batches with 8 records", "RetryAttemptsExhausted");

    Ended dry = outbox.runWithoutEffect("resend", "--bucket", bucket, "--dry-run");
    assertThat(dry.code()).as(dry.err()).isZero();
    assertThat(words(dry)).contains("audit 8\nbus 8\nFrom 3 batches.");
    assertThat(orders.published("bus", "a")).isEmpty();

    Ended asked = outbox.runWithoutEffect("resend", "--bucket", bucket);
    assertThat(asked.code()).isEqualTo(2);
    assertThat(asked.err()).contains("Send 16 events?", "add --yes");

    Ended sent = outbox.run("resend", "--bucket", bucket, "--yes");
    assertThat(sent.code()).as(sent.out() + sent.err()).isZero();
    assertThat(sent.out()).contains("16 events published, 3 batches done");
    assertThat(orders.published("bus", "a")).containsExactly("a-1", "a-2", "a-3", "a-4");
    assertThat(orders.published("bus", "b")).containsExactly("b-1", "b-2", "b-3", "b-4");
    assertThat(orders.published("audit", "a")).containsExactly("a-1", "a-2", "a-3", "a-4");
    assertThat(lambda.objects(bucket)).hasSize(3);

    Ended again = outbox.run("resend", "--bucket", bucket, "--yes", "--remove");
    assertThat(again.code()).as(again.out() + again.err()).isZero();
    assertThat(again.out())
        .contains("No target would get anything.", "Left out: 16 events", "3 objects removed")
        .contains("0 events published");
    assertThat(orders.published("bus", "a")).hasSize(4);
    assertThat(lambda.objects(bucket)).isEmpty();

    Ended none = outbox.run("failures", "--bucket", bucket);
    assertThat(none.code()).isZero();
    assertThat(none.out()).isEqualTo("There are no abandoned batches.\n");
  }

  @Test
  void writesWhatItFindsAndDoesAsJson() throws Exception {
    orders.commit("a", 1);
    lambda.abandon(outbox, bucket, 100);
    lambda.put(bucket, "aws/lambda/none", "{");

    JsonNode found = json(outbox.run("failures", "--bucket", bucket, "--json"));
    assertThat(found.path("batches")).hasSize(1);
    JsonNode batch = found.path("batches").path(0);
    assertThat(batch.path("records").asInt()).isEqualTo(1);
    assertThat(batch.path("condition").asText()).isEqualTo("RetryAttemptsExhausted");
    assertThat(lambda.objects(bucket)).contains(batch.path("object").asText());
    assertThat(found.path("unusable")).hasSize(1);
    assertThat(found.at("/unusable/0/object").asText()).isEqualTo("aws/lambda/none");

    JsonNode plan =
        json(outbox.runWithoutEffect("resend", "--bucket", bucket, "--json", "--dry-run"));
    assertThat(plan.path("batches").asInt()).isEqualTo(1);
    assertThat(plan.at("/targets/bus").asInt()).isEqualTo(1);
    JsonNode sent = json(outbox.run("resend", "--bucket", bucket, "--json", "--yes", "--remove"));
    assertThat(sent.path("published").asInt()).isEqualTo(2);
    assertThat(sent.path("parked").asInt()).isZero();
    assertThat(sent.path("batches").asInt()).isEqualTo(1);
    assertThat(sent.path("removed").asInt()).isEqualTo(1);
    assertThat(sent.path("finished").asBoolean()).isTrue();
    JsonNode decided = json(outbox.run("decisions", "--json", "--limit", "1"));
    assertThat(decided.at("/decisions/0/ended").asText()).isEqualTo("INCOMPLETE");
    assertThat(decided.at("/decisions/0/selection").asText())
        .endsWith("aws/lambda/, removing what is finished");
  }

  /** An aggregate is in one shard, and in the children of that one later. */
  @Test
  void sendsParentsBeforeTheirChildren() throws Exception {
    for (int version = 1; version <= 6; version++) {
      orders.commit("a", version);
      orders.commit("b", version);
    }
    lambda.abandon(
        outbox,
        bucket,
        1,
        batch -> {
          boolean isFirst = batch.event().contains("OUTBOX#" + orders.key("a"));
          boolean isOld = batch.event().matches("(?s).*" + orders.prefix() + "[ab]-[123]\\W.*");
          return "shardId-0000%d-%s".formatted(isOld ? 1 : 2, isFirst ? "a" : "b");
        });

    Ended listed = outbox.run("failures", "--bucket", bucket);
    assertThat(listed.out()).contains("12 batches with 12 records", "1-a", "1-b", "2-a", "2-b");
    Ended sent = outbox.run("resend", "--bucket", bucket, "--yes");

    assertThat(sent.code()).as(sent.out() + sent.err()).isZero();
    assertThat(sent.out()).contains("24 events published, 12 batches done");
    assertThat(orders.published("bus", "a"))
        .containsExactly("a-1", "a-2", "a-3", "a-4", "a-5", "a-6");
    assertThat(orders.published("bus", "b"))
        .containsExactly("b-1", "b-2", "b-3", "b-4", "b-5", "b-6");
  }

  @Test
  void parksARecordThatCannotBeReadAndSendsTheOthers() throws Exception {
    outbox.putUnreadable(orders.key("a"));
    orders.commit("b", 1);
    lambda.abandon(outbox, bucket, 100);

    Ended dry = outbox.runWithoutEffect("resend", "--bucket", bucket, "--dry-run");
    assertThat(dry.out()).contains("1 record cannot be read: they will be parked");
    Ended sent = outbox.run("resend", "--bucket", bucket, "--yes");

    assertThat(sent.code()).as(sent.out() + sent.err()).isEqualTo(1);
    assertThat(sent.out()).contains("2 events published");
    assertThat(orders.published("bus")).containsExactly("b-1");
    assertThat(outbox.run("parked").out()).containsPattern("\\* +MALFORMED +" + orders.key("a"));
    Ended again = outbox.run("resend", "--bucket", bucket, "--yes", "--remove");
    assertThat(again.code()).as(again.out() + again.err()).isZero();
    assertThat(lambda.objects(bucket)).isEmpty();
  }

  @Test
  void saysWhereLaterEventsAreOut() throws Exception {
    orders.commit("a", 1);
    lambda.abandon(outbox, bucket, 100);
    try (TestStream stream = new TestStream(outbox)) {
      stream.forget();
      orders.commit("a", 2);
      stream.relay();
    }

    Ended dry = outbox.runWithoutEffect("resend", "--bucket", bucket, "--dry-run");

    assertThat(dry.out()).contains("Later events of 2 lanes are already out");
  }

  @Test
  void leavesOutObjectsThatAreNoBatches() throws Exception {
    orders.commit("a", 1);
    lambda.abandon(outbox, bucket, 100);
    lambda.put(bucket, "aws/lambda/none", "{\"secret\": ");
    lambda.put(
        bucket,
        "aws/lambda/other",
        "{\"DDBStreamBatchInfo\": {\"streamArn\":"
            + " \"arn:aws:dynamodb:us-east-1:0:table/payments/stream/x\"}}");
    lambda.put(
        bucket,
        "aws/lambda/queue",
        "{\"DDBStreamBatchInfo\": {\"streamArn\":"
            + " \"arn:aws:dynamodb:us-east-1:0:table/"
            + outbox.table()
            + "/stream/x\"}}");
    lambda.put(bucket, "somewhere/else", "x");

    Ended listed = outbox.run("failures", "--bucket", bucket);
    assertThat(listed.out())
        .contains("1 batch with 1 record of the stream.")
        .contains("aws/lambda/none is not valid JSON")
        .contains("aws/lambda/other is about another table's stream, payments/stream/x")
        .contains("aws/lambda/queue has no records: only an S3 destination gets them")
        .doesNotContain("secret", "somewhere");

    Ended sent = outbox.run("resend", "--bucket", bucket, "--yes", "--remove");
    assertThat(sent.code()).isEqualTo(1);
    assertThat(orders.published("bus")).containsExactly("a-1");
    assertThat(lambda.objects(bucket)).hasSize(4);
  }

  @Test
  void refusesWhatIsNotThere() {
    Ended none = outbox.run("failures", "--bucket", "no-such-bucket");
    assertThat(none.code()).isEqualTo(3);
    assertThat(none.err()).contains("the bucket \"no-such-bucket\" cannot be used (NoSuchBucket");
    assertThat(outbox.run("resend", "--yes").code()).isEqualTo(2);
    Ended time = outbox.run("failures", "--bucket", bucket, "--from", "yesterday");
    assertThat(time.code()).isEqualTo(2);
    assertThat(time.err()).contains("--from \"yesterday\": must be a time in UTC");
  }

  private static JsonNode json(Ended ended) throws IOException {
    return new ObjectMapper().readTree(ended.out());
  }

  private static String words(Ended ended) {
    return ended.out().replaceAll(" +", " ");
  }
}
