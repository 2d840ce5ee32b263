package io.github.dynamooutbox.aws.internal.inline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.internal.inline.InliningTarget.InliningEntry;
import io.github.dynamooutbox.aws.internal.inline.ScriptedHost.ScriptedPlace;
import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.RequestRefused;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class InliningTargetTest {
  private static final int MOST = 1000;
  private static final String JSON = "application/json";
  private static final byte[] PAYLOAD = "{\"text\":\"what was committed\"}".getBytes(UTF_8);
  private static final PublishOutcome PUBLISHED = Published.INSTANCE;

  private final ScriptedHost host = new ScriptedHost();
  private final ScriptedTarget scripted = new ScriptedTarget();
  private final ScriptedPlace place = new ScriptedPlace();
  private final InliningTarget<ScriptedTarget.Sent> target =
      new InliningTarget<>(scripted, MOST, place, host);

  @Test
  void sendsThePayloadInPlaceOfTheReference() {
    assertThat(publish(elsewhere("a", JSON, PAYLOAD))).containsExactly(PUBLISHED);
    assertThat(scripted.sent).containsExactly(List.of("a:" + new String(PAYLOAD, UTF_8)));
  }

  @Test
  void sendsWhatHasItsPayloadWithoutFetchingAnything() {
    assertThat(publish(event("a", JSON, Payload.of("{}")))).containsExactly(PUBLISHED);
    assertThat(scripted.sent).containsExactly(List.of("a:{}"));
    assertThat(place.fetched).isEmpty();
  }

  @Test
  void sendsTheEventThatItsEnvelopeNamesAmongThoseOfARecord() {
    List<InliningEntry<ScriptedTarget.Sent>> entries = new ArrayList<>();
    target
        .prepare(elsewhere("a", JSON, PAYLOAD).envelope(1))
        .when(ready -> entries.add(ready.entry()), refused -> {});
    target.publish(entries).toCompletableFuture().join();
    assertThat(scripted.sent).containsExactly(List.of("a:" + new String(PAYLOAD, UTF_8)));
  }

  @Test
  void sendsAllAgainIfTheAnswerLacksAnOutcome() {
    scripted.answers.add(new BatchOutcome.PerEntry(List.of(PUBLISHED)));
    assertThat(publish(elsewhere("a", JSON, PAYLOAD), elsewhere("b", JSON, PAYLOAD)))
        .hasSize(2)
        .allMatch(Retry.class::isInstance);
  }

  @Test
  void textAndBytesBecomeWhatTheyWere() {
    byte[] bytes = {0, -1};
    publish(
        elsewhere("a", "text/plain", "ä".getBytes(UTF_8)),
        elsewhere("b", "application/avro", bytes));
    assertThat(scripted.sent).containsExactly(List.of("a:ä", "b:Binary[2 bytes]"));
  }

  @Test
  void textAndBytesBecomeWhatTheyWereWhateverTheirTypeSays() {
    for (String type : List.of("application/xml", "application/yaml", "text/plain", "x")) {
      scripted.sent.clear();
      publish(elsewhere("a", type, "ä".getBytes(UTF_8), true));
      publish(elsewhere("b", type, "ä".getBytes(UTF_8), false));
      assertThat(scripted.sent).containsExactly(List.of("a:ä"), List.of("b:Binary[2 bytes]"));
    }
  }

  @Test
  void sendsTheReferenceOfWhatIsOverTheBoundOrInAPlaceThatNobodyKnows() {
    publish(elsewhere("a", JSON, new byte[MOST + 1]));
    publish(event("b", JSON, reference("https://b", PAYLOAD, true)));
    assertThat(scripted.sent).containsExactly(List.of("a:s3://payloads/a"), List.of("b:https://b"));
    assertThat(place.fetched).isEmpty();
  }

  @Test
  void sendsTheReferenceIfTheTargetCannotTakeThePayload() {
    scripted.most = 20;
    assertThat(publish(elsewhere("a", JSON, PAYLOAD))).containsExactly(PUBLISHED);
    assertThat(scripted.sent).containsExactly(List.of("a:s3://payloads/a"));
  }

  @Test
  void sendsTheReferenceIfTheServiceRefusesThePayload() {
    scripted.answers.add(new RequestRefused("TOO_LARGE", "it says"));
    assertThat(publish(elsewhere("a", JSON, PAYLOAD))).containsExactly(PUBLISHED);
    assertThat(scripted.sent.get(1)).containsExactly("a:s3://payloads/a");
  }

  @Test
  void sendsTheReferenceOfTheOneThatIsRejectedAmongOthers() {
    scripted.answers.add(
        new BatchOutcome.PerEntry(
            List.of(PUBLISHED, new Rejected("RecordTooLarge", "it says"), PUBLISHED)));
    assertThat(
            publish(
                elsewhere("a", JSON, PAYLOAD),
                elsewhere("b", JSON, PAYLOAD),
                event("c", JSON, Payload.of("{}"))))
        .containsExactly(PUBLISHED, PUBLISHED, PUBLISHED);
    assertThat(scripted.sent.get(1)).containsExactly("b:s3://payloads/b");
  }

  @Test
  void isRejectedIfTheTargetRefusesPayloadAndReference() {
    scripted.answers.add(new RequestRefused("Forbidden", "the first time"));
    scripted.answers.add(new RequestRefused("Forbidden", "the second time"));
    assertThat(publish(elsewhere("a", JSON, PAYLOAD)))
        .containsExactly(new Rejected("Forbidden", "the second time"));
  }

  @Test
  void leavesItToTheRelayToHalveARequest() {
    RequestRefused refused = new RequestRefused("TooLong", "it says");
    scripted.answers.add(refused);
    assertThat(answer(elsewhere("a", JSON, PAYLOAD), event("b", JSON, Payload.of("{}"))))
        .isEqualTo(refused);
    assertThat(scripted.sent).hasSize(1);
  }

  @Test
  void rejectsAPayloadThatIsGoneAndPublishesTheOthers() {
    Samples gone = elsewhere("a", JSON, PAYLOAD);
    place.objects.remove("s3://payloads/a");
    List<PublishOutcome> outcomes = publish(gone, elsewhere("b", JSON, PAYLOAD));
    assertThat(outcomes.get(0))
        .isEqualTo(
            new Rejected(
                "PAYLOAD_GONE", "nothing is at s3://payloads/a: it expired, or was deleted"));
    assertThat(outcomes.get(1)).isEqualTo(PUBLISHED);
    assertThat(scripted.sent).hasSize(1);
  }

  @Test
  void rejectsAPayloadThatIsNotWhatWasCommitted() {
    for (byte[] other : List.of(new byte[PAYLOAD.length], new byte[PAYLOAD.length + 1])) {
      Samples changed = elsewhere("a", JSON, PAYLOAD);
      place.objects.put("s3://payloads/a", other);
      assertThat(publish(changed))
          .containsExactly(
              new Rejected(
                  "PAYLOAD_CHANGED", "what is at s3://payloads/a is not what was committed"));
    }
    assertThat(scripted.sent).isEmpty();
  }

  @Test
  void sendsAgainWhatCouldNotBeFetchedNow() {
    Samples first = elsewhere("a", JSON, PAYLOAD);
    place.failure = new IOException("connection reset");
    assertThat(publish(first, event("b", JSON, Payload.of("{}"))))
        .containsExactly(new Retry("IOException", "connection reset"), PUBLISHED);
    place.failure = null;
    assertThat(publish(first)).containsExactly(PUBLISHED);
  }

  @Test
  void anUnexpectedExceptionOfTheFetcherConcernsItsEventAlone() {
    Samples faulty = elsewhere("a", JSON, PAYLOAD);
    place.faults.put("s3://payloads/a", new IllegalStateException("secret"));
    List<PublishOutcome> outcomes = publish(faulty, elsewhere("b", JSON, PAYLOAD));
    assertThat(outcomes.get(0))
        .isInstanceOfSatisfying(
            Retry.class,
            retry -> {
              assertThat(retry.code()).isEqualTo("IllegalStateException");
              assertThat(retry.message())
                  .startsWith("fetching s3://payloads/a failed unexpectedly at ")
                  .doesNotContain("secret");
            });
    assertThat(outcomes.get(1)).isEqualTo(PUBLISHED);
  }

  @Test
  void latinTextIsSentAsTheBytesThatItIs() {
    byte[] latin = {'M', (byte) 0xfc, 'n'};
    publish(
        elsewhere("a", "text/csv; charset=iso-8859-1", latin), elsewhere("b", "text/csv", latin));
    assertThat(scripted.sent).containsExactly(List.of("a:Binary[3 bytes]", "b:Binary[3 bytes]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {JSON, "text/plain", "application/avro"})
  void aTargetThatTakesNoEmptyMessageAndNoReferenceIsSentThePayload(String type) {
    scripted.refusesEmptyAndReferences = true;
    assertThat(publish(elsewhere("a", type, PAYLOAD))).containsExactly(PUBLISHED);
    assertThat(place.fetched).containsExactly("s3://payloads/a");
  }

  @Test
  void aRefusalOfWhatStandsInForThePayloadSaysNothingAboutThePayload() {
    scripted.refuses = "x";
    assertThat(publish(elsewhere("a", "text/plain", "whole".getBytes(UTF_8))))
        .containsExactly(PUBLISHED);
    assertThat(scripted.sent).containsExactly(List.of("a:whole"));
  }

  @Test
  void fetchesNoLongerThanARequestMayTake() {
    place.onFetch = () -> host.clock.advance(host.callTimeout());
    List<PublishOutcome> outcomes =
        publish(elsewhere("a", JSON, PAYLOAD), elsewhere("b", JSON, PAYLOAD));
    assertThat(outcomes.get(0)).isEqualTo(PUBLISHED);
    assertThat(outcomes.get(1)).isInstanceOf(Retry.class);
    assertThat(place.fetched).containsExactly("s3://payloads/a");
  }

  @Test
  void cancellingEndsTheFetchAndSendsNothing() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    CountDownLatch fetching = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    try {
      host.executor = thread;
      Samples event = elsewhere("a", JSON, PAYLOAD);
      place.onFetch =
          () -> {
            fetching.countDown();
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException e) {
              interrupted.countDown();
            }
          };
      CompletableFuture<BatchOutcome> answer =
          target.publish(prepared(event)).toCompletableFuture();
      assertThat(fetching.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(answer.cancel(true)).isTrue();
      assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
    } finally {
      thread.shutdown();
      assertThat(thread.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(scripted.sent).isEmpty();
  }

  @Test
  void cancellingAbortsTheRequestThatFollowedTheFetch() {
    CompletableFuture<BatchOutcome> never = new CompletableFuture<>();
    scripted.pending = never;
    CompletableFuture<BatchOutcome> answer =
        target.publish(prepared(elsewhere("a", JSON, PAYLOAD))).toCompletableFuture();
    assertThat(answer.cancel(true)).isTrue();
    assertThat(never).isCancelled();
  }

  @Test
  void fetchingAndSendingEndWithinTheTimeOfOneCall() throws Exception {
    host.callTimeout = Duration.ofMillis(50);
    CompletableFuture<BatchOutcome> never = new CompletableFuture<>();
    scripted.pending = never;
    CompletableFuture<BatchOutcome> answer =
        target.publish(prepared(elsewhere("a", JSON, PAYLOAD))).toCompletableFuture();
    assertThat(answer.get(10, TimeUnit.SECONDS).toString()).contains("REQUEST_LATE");
    assertThatThrownBy(() -> never.get(10, TimeUnit.SECONDS))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void reckonsWithRoomForThePayload() {
    for (String type : List.of(JSON, "text/plain", "application/avro")) {
      Samples event = elsewhere("a", type, PAYLOAD);
      assertThat(prepared(event).get(0).bytes()).as(type).isGreaterThanOrEqualTo(PAYLOAD.length);
    }
  }

  /** Quotes and lines take two bytes in JSON, other control characters six. */
  @Test
  void sendsTheReferenceOfTextThatTakesMoreRoomThanWasReckoned() {
    scripted.escapes = true;
    publish(elsewhere("a", "text/plain", "\n".repeat(100).getBytes(UTF_8)));
    publish(elsewhere("b", "text/plain", "\u0001".repeat(100).getBytes(UTF_8)));
    assertThat(scripted.sent.get(0).get(0)).startsWith("a:\n");
    assertThat(scripted.sent.get(1)).containsExactly("b:s3://payloads/b");
  }

  @Test
  void reportsTheTargetsOwnNameOrderAndLimitsAndClosesIt() {
    assertThat(target.name()).isEqualTo(scripted.name());
    assertThat(target.ordered()).isTrue();
    assertThat(target.limits()).isEqualTo(scripted.limits());
    target.close();
    assertThat(scripted.closed).isTrue();
    assertThat(host.callTimeout()).isEqualTo(Duration.ofSeconds(10));
  }

  private Samples elsewhere(String id, String contentType, byte[] payload) {
    return elsewhere(id, contentType, payload, MediaType.isText(contentType));
  }

  private Samples elsewhere(String id, String contentType, byte[] payload, boolean isText) {
    Payload.Reference reference = reference("s3://payloads/" + id, payload, isText);
    place.objects.put(reference.uri(), payload);
    return event(id, contentType, reference);
  }

  private static Samples event(String id, String contentType, Payload payload) {
    return Samples.plain().id(id).data(contentType, payload);
  }

  private static Payload.Reference reference(String uri, byte[] payload, boolean isText) {
    return new Payload.Reference(uri, payload.length, Sha256.hex(payload), isText);
  }

  private List<InliningEntry<ScriptedTarget.Sent>> prepared(Samples... events) {
    List<InliningEntry<ScriptedTarget.Sent>> entries = new ArrayList<>();
    for (Samples event : events) {
      Prepared<InliningEntry<ScriptedTarget.Sent>> prepared = target.prepare(event.envelope());
      prepared.when(
          ready -> entries.add(ready.entry()),
          refused -> {
            throw new AssertionError(refused.code());
          });
    }
    return entries;
  }

  private BatchOutcome answer(Samples... events) {
    return target.publish(prepared(events)).toCompletableFuture().join();
  }

  private List<PublishOutcome> publish(Samples... events) {
    return answer(events)
        .fold(
            BatchOutcome.PerEntry::outcomes,
            refused -> {
              throw new AssertionError(refused.code());
            });
  }
}
