package io.github.dynamooutbox.kafka.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is said of each record of a request, and of which producer the next one makes use. */
@Timeout(20)
class ProduceRequestTest {
  /** What a record's value fails with; the others are acknowledged, or never answered. */
  private final Map<String, RuntimeException> failures = new HashMap<>();

  private final List<Scripted> made = new ArrayList<>();
  private final ProducerLink link =
      new ProducerLink(
          () -> {
            made.add(new Scripted());
            return made.get(made.size() - 1);
          });
  private boolean answers = true;
  private int recordsBeforeAnswers = 1;
  private boolean isInterrupted;

  private final class Scripted extends MockProducer<byte[], byte[]> {
    private Scripted() {
      super(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
      if (isInterrupted) {
        throw new InterruptException("no room");
      }
      Future<RecordMetadata> sent = super.send(record);
      RuntimeException failure = failures.get(text(record.value()));
      if (failure != null) {
        errorNext(failure);
      } else if (answers && history().size() >= recordsBeforeAnswers) {
        while (completeNext()) {}
      }
      return sent;
    }
  }

  @Test
  void answersForEachRecordInTheOrderOfTheRequest() throws InterruptedException {
    failures.put("b", new NotLeaderOrFollowerException("moved"));
    failures.put("d", new RecordTooLargeException("too large"));

    assertThat(send("a", "b", "c", "d", "e"))
        .containsExactly(
            Published.INSTANCE,
            new Retry("NotLeaderOrFollowerException", "moved"),
            Published.INSTANCE,
            new Rejected("RecordTooLargeException", "too large"),
            Published.INSTANCE);

    assertThat(made.get(0).history())
        .extracting(
            ProducerRecord::topic, record -> text(record.key()), record -> text(record.value()))
        .containsExactly(
            tuple("topic", "key of a", "a"),
            tuple("topic", "key of b", "b"),
            tuple("topic", "key of c", "c"),
            tuple("topic", "key of d", "d"),
            tuple("topic", "key of e", "e"));
    assertThat(link.producer()).as("neither is the producer's fault").containsSame(made.get(0));
    assertThat(made.get(0).closed()).isFalse();
  }

  @Test
  void handsOverAllRecordsBeforeItWaitsForTheFirst() throws InterruptedException {
    recordsBeforeAnswers = 3;

    assertThat(send("a", "b", "c"))
        .containsExactly(Published.INSTANCE, Published.INSTANCE, Published.INSTANCE);

    assertThat(made.get(0).history())
        .extracting(record -> text(record.value()))
        .containsExactly("a", "b", "c");
  }

  @Test
  void waitsForNoRecordBehindOneThatTimedOut() throws InterruptedException {
    failures.put("b", new TimeoutException("no metadata"));
    Retry late = new Retry("TimeoutException", "no metadata");

    assertThat(send("a", "b", "c", "d")).containsExactly(Published.INSTANCE, late, late, late);

    assertThat(made.get(0).history())
        .extracting(record -> text(record.value()))
        .containsExactly("a", "b");
  }

  @Test
  void usesAnotherProducerAfterAnErrorThatMayBePermanent() throws InterruptedException {
    failures.put("a", new ProducerFencedException("fenced"));

    assertThat(send("a", "b"))
        .containsExactly(new Retry("ProducerFencedException", "fenced"), Published.INSTANCE);

    assertThat(made.get(0).closed()).isTrue();
    assertThat(link.producer()).containsSame(made.get(1));
  }

  @Test
  void retriesWhatAClosedProducerDoesNotTake() throws InterruptedException {
    link.producer().orElseThrow().close();

    assertThat(send("a", "b"))
        .hasSize(2)
        .allSatisfy(
            outcome ->
                assertThat(outcome)
                    .isInstanceOfSatisfying(
                        Retry.class,
                        retry -> assertThat(retry.code()).isEqualTo("IllegalStateException")));

    assertThat(link.producer()).containsSame(made.get(1));
  }

  /** A cancelled request must not arrive after the one that repeats it. */
  @Test
  void sendsNothingMoreOnceItIsCancelled() throws InterruptedException {
    answers = false;
    ProduceRequest request = new ProduceRequest("topic", link.producer().orElseThrow(), link);
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> request.send(List.of(entry("a"))))
        .isInstanceOf(InterruptedException.class);

    assertThat(made.get(0).closed()).isTrue();
    assertThat(link.producer()).containsSame(made.get(1));
  }

  @Test
  void sendsNothingMoreOnceItIsCancelledWhileAProducerWaitsForRoom() throws InterruptedException {
    isInterrupted = true;

    assertThatThrownBy(() -> send("a"))
        .isInstanceOf(InterruptedException.class)
        .hasMessage("cancelled");

    assertThat(Thread.currentThread().isInterrupted()).as("a producer is closed").isFalse();
    assertThat(made.get(0).closed()).isTrue();
    assertThat(link.producer()).containsSame(made.get(1));
  }

  private List<PublishOutcome> send(String... texts) throws InterruptedException {
    ProduceRequest request = new ProduceRequest("topic", link.producer().orElseThrow(), link);
    List<KafkaEntry> entries = Stream.of(texts).map(ProduceRequestTest::entry).toList();
    return ((PerEntry) request.send(entries)).outcomes();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  private static KafkaEntry entry(String text) {
    return KafkaEntry.structured("key of " + text, text.getBytes(UTF_8));
  }
}
