package io.github.dynamooutbox.aws.internal.targets;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.BatchOutcome.RequestRefused;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What AWS targets promise beyond the contract of all targets, with real clients over HTTP. */
@Timeout(120)
abstract class AwsTargetContract<E extends Entry> extends TargetHarness<E> {
  private static final int MIB = 1024 * 1024;

  @Test
  void publishesCloudEventsInTheOrderOfTheBatch() throws Exception {
    List<Samples> samples = samples(3);
    assertThat(publish(target(), samples)).isEqualTo(published(3));
    assertArrived(rendered(samples));
  }

  private static List<String> rendered(List<Samples> samples) throws RefusedEvent {
    List<String> bodies = new ArrayList<>();
    for (Samples sample : samples) {
      bodies.add(new String(CloudEventJson.render(sample.envelope()), UTF_8));
    }
    return bodies;
  }

  @Test
  void publishesBarePayloadsByteForByte() {
    String json =
        "{\"b\" : 1.50,\n\"a\":\"J\u00fcrgen \ud83d\ude00 \u0001\"}".replace("\u0001", "\\u0001");
    Target<E> target = target(true, PATIENT, EnvelopeForm.DATA);
    assertThat(publish(target, List.of(Samples.full().data("application/json", json))))
        .isEqualTo(published(1));
    assertArrived(List.of(json));
  }

  @Test
  void mapsEachFailureToItsEntry() throws Exception {
    EntryError throttled = EntryError.throttled(service());
    Retry retry = new Retry(throttled.code(), throttled.message(), throttledEntry());
    fault(Fault.failEntries(entry -> entry.index() == 1 || entry.index() == 3, throttled));
    assertThat(publish(target(), samples(5)))
        .isEqualTo(
            new PerEntry(
                List.of(Published.INSTANCE, retry, Published.INSTANCE, retry, Published.INSTANCE)));
    List<Samples> sent = samples(5);
    assertArrived(rendered(List.of(sent.get(0), sent.get(2), sent.get(4))));
  }

  @Test
  void rejectsOnlyAnEntryThatTheServiceBlames() {
    EntryError error = EntryError.rejected(entryFault().orElse("InvalidArgument"));
    fault(Fault.failEntries(entry -> entry.index() == 0, error));
    PublishOutcome failed =
        entryFault().isPresent()
            ? new Rejected(error.code(), error.message())
            : new Retry(error.code(), error.message());
    assertThat(publish(target(), samples(2)))
        .isEqualTo(new PerEntry(List.of(failed, Published.INSTANCE)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"AccessDeniedException", "KMSDisabledException", "InternalFailure", "NobodyKnows"})
  void retriesAnEntryForWhichTheEnvironmentIsAtFault(String code) {
    fault(Fault.failEntries(entry -> true, new EntryError(code, "why", false)));
    assertThat(publish(target(), samples(1)))
        .isEqualTo(new PerEntry(List.of(new Retry(code, "why"))));
  }

  @Test
  void retriesWhenThrottledAndDoesNotRetryByItself() {
    var throttled = cloud.stub().faults().inject(when(), Fault.throttle());
    assertThat(retryCodes(publish(target(), samples(2))))
        .isEqualTo(Collections.nCopies(2, service().throttlingCode()));
    assertThat(throttled.fired()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "500, InternalFailure",
    "503, ServiceUnavailable",
    "400, AccessDeniedException",
    "400, ExpiredTokenException",
    "403, InvalidClientTokenId",
    "400, KMSAccessDeniedException"
  })
  void retriesARequestForWhichTheEnvironmentIsAtFault(int status, String code) {
    fault(Fault.fail(status, code));
    int entries = isHalved(code) ? 1 : 2;
    assertThat(retryCodes(publish(target(), samples(entries))))
        .isEqualTo(Collections.nCopies(entries, code));
  }

  @Test
  void handsBackARequestThatIsRefusedAsAWhole() {
    fault(Fault.fail(400, requestFault()));
    assertThat(publish(target(), samples(2)))
        .isInstanceOfSatisfying(
            RequestRefused.class, refused -> assertThat(refused.code()).isEqualTo(requestFault()));
  }

  @Test
  void retriesAfterAnAnswerThatComesTooLate() throws Exception {
    // The first request loads classes, which takes what it takes.
    assertThat(publish(target(), List.of(Samples.plain().id("warm-up")))).isEqualTo(published(1));
    Target<E> target = target(true, HASTY, EnvelopeForm.CLOUDEVENT);
    fault(Fault.slow(Duration.ofSeconds(20)));
    assertThat(retryCodes(publish(target, samples(1)))).hasSize(1);
    assertArrived(rendered(List.of(Samples.plain().id("warm-up"), samples(1).get(0))));
  }

  @Test
  void retriesAfterALostAnswerThoughTheEventArrived() throws Exception {
    fault(Fault.loseAnswer());
    assertThat(retryCodes(publish(target(), samples(1)))).hasSize(1);
    assertArrived(rendered(samples(1)));
  }

  @Test
  void retriesAfterABrokenConnectionAndGoesOnAfterwards() {
    Target<E> target = target();
    fault(Fault.breakConnection());
    assertThat(retryCodes(publish(target, samples(1)))).hasSize(1);
    assertThat(bodies(0)).isEmpty();
    cloud.stub().faults().clear();
    assertThat(publish(target, samples(1))).isEqualTo(published(1));
  }

  @Test
  void aMissingTargetIsNoEventsFault() {
    Target<E> missing = target(false, PATIENT, EnvelopeForm.CLOUDEVENT);
    assertThat(retryCodes(publish(missing, samples(2))))
        .isEqualTo(Collections.nCopies(2, missingCode()));
  }

  @Test
  void refusesWhatIsTooLargeBeforeItIsSent() {
    String data = "\"" + "\u00e4".repeat(ENTRY_BYTES / 2) + "\"";
    assertThat(target().prepare(Samples.plain().data("application/json", data).envelope()))
        .isInstanceOfSatisfying(
            Prepared.Refused.class, refused -> assertThat(refused.code()).isEqualTo("TOO_LARGE"));
  }

  @Test
  void takesTheLargestEventThatCanBeCommitted() {
    createLarge();
    Sending large = new Sending(true, EnvelopeForm.CLOUDEVENT, new BatchLimits(10, MIB, 4), MIB);
    Target<E> target = target(clients(PATIENT), true, large, executor);
    // Base64 makes the most of it: more than any record may have.
    Samples largest =
        Samples.plain().data("application/avro", new byte[FormatLimits.MAX_RECORD_BYTES]);
    assertThat(publish(target, List.of(largest))).isEqualTo(published(1));
  }

  @Test
  void sendsTheLargestEntryThatItPrepares() throws Exception {
    Samples empty = Samples.plain().data("text/plain", "");
    int room = ENTRY_BYTES - ready(target(), empty).bytes();
    Samples largest = Samples.plain().data("text/plain", "x".repeat(room));
    assertThat(ready(target(), largest).bytes()).isEqualTo(ENTRY_BYTES);
    assertThat(publish(target(), List.of(largest))).isEqualTo(published(1));
    // Not shown where it fails: it is long.
    assertThat(bodies(1).equals(rendered(List.of(largest)))).as("the whole body").isTrue();
  }

  @Test
  void anyAggregateHasAKeyOfItsOwn() {
    List<Samples> samples = Samples.ofAwkwardAggregates();
    for (Samples sample : samples) {
      assertThat(publish(target(), List.of(sample))).isEqualTo(published(1));
    }
    // The last cannot be read back: a queue takes no U+FFFF.
    boolean isReadFromAQueue = !cloud.keepsALog() && service() != Service.KINESIS;
    int arrived = isReadFromAQueue ? samples.size() - 1 : samples.size();
    assertThat(bodies(arrived)).hasSize(arrived);
    List<String> keys = keys(arrived);
    if (!keys.isEmpty()) {
      assertThat(new HashSet<>(keys)).hasSize(arrived);
    }
  }

  @Test
  void cancellingEndsTheCallAtOnce() throws Exception {
    Target<E> target = target();
    publish(target, List.of(Samples.plain().id("warm-up")));
    fault(Fault.slow(Duration.ofMinutes(2)));
    CompletableFuture<BatchOutcome> call =
        target.publish(List.of(ready(target, samples(1).get(0)))).toCompletableFuture();
    awaitBodies(2);
    assertThat(call.cancel(true)).isTrue();
    // The call's only thread is free again long before its time-out.
    executor.submit(() -> {}).get(10, TimeUnit.SECONDS);
    cloud.stub().faults().clear();
    assertThat(publish(target, samples(2))).isEqualTo(published(2));
  }
}
