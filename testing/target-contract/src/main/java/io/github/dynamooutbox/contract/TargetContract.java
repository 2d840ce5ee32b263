package io.github.dynamooutbox.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What the relay requires of every target. A target's test class implements this interface and so
 * inherits its tests. Use a real service behind the target where possible.
 *
 * @param <E> the form in which the target sends an event
 */
public interface TargetContract<E extends Entry> {
  /** How long a test waits for what should happen at once; ample, for busy machines. */
  Duration PATIENCE = Duration.ofSeconds(30);

  /** Opens a target whose service is up and accepts everything. */
  Target<E> openTarget();

  /**
   * Opens a target whose service does not exist or cannot be reached, so that requests fail within
   * {@link #PATIENCE}.
   */
  Target<E> openTargetWithoutService();

  /**
   * Opens a target whose service receives requests but never answers, or not before twice {@link
   * #PATIENCE}.
   */
  Target<E> openTargetWithoutAnswers();

  /** Closes a target; {@link #openTarget} and the others may be called afterwards. */
  void closeTarget(Target<E> target);

  /**
   * Returns the events that have arrived, in order of arrival if the service preserves it, each as
   * a CloudEvent in JSON with everything that has arrived of it. Waits until there are at least so
   * many, but not longer than {@link #PATIENCE}.
   */
  List<String> arrived(int atLeast);

  /** Rendering depends on the event alone: the relay may repeat it after a restart. */
  @Test
  default void preparesTheSameEntryForTheSameEvent() {
    Target<E> target = openTarget();
    ContractEvent event = ContractEvent.of("same");
    E first = Sent.ready(target, event);
    E again = Sent.ready(target, event);
    assertThat(again.bytes()).isEqualTo(first.bytes()).isPositive();
    closeTarget(target);
  }

  /** An entry that is too large for any request could never be sent. */
  @Test
  default void preparesNoEntryThatFitsIntoNoRequest() {
    Target<E> target = openTarget();
    long most = target.limits().maxBytes();
    int tooMuch = Math.toIntExact(Math.min(most + 1, 32L << 20));
    Prepared<E> prepared = target.prepare(ContractEvent.of("large").ofBytes(tooMuch).envelope());
    long bytes = prepared.<Long>fold(ready -> (long) ready.entry().bytes(), refused -> 0L);
    assertThat(bytes).as("bytes of an entry").isLessThanOrEqualTo(most);
    closeTarget(target);
  }

  /** A full request returns an outcome for each of its entries. */
  @Test
  default void publishesARequestWithAsManyEntriesAsItAllows() {
    Target<E> target = openTarget();
    int entries = target.limits().maxEntries();
    List<ContractEvent> events =
        IntStream.range(0, entries).mapToObj(i -> ContractEvent.of("full-" + i)).toList();
    assertThat(Sent.await(Sent.publish(target, events))).isEqualTo(published(entries));
    WholeEvents.assertArrived(arrived(entries), events, false);
    closeTarget(target);
  }

  /** Events of an aggregate that are sent one by one arrive in that order at an ordered target. */
  @Test
  default void keepsTheOrderOfAnAggregateIfItIsOrdered() {
    Target<E> target = openTarget();
    List<ContractEvent> events = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ContractEvent event =
          new ContractEvent("ordered", i + 1, "e-" + i, "{\"step\": %d}".formatted(i));
      events.add(event);
      assertThat(Sent.await(Sent.publish(target, List.of(event)))).isEqualTo(published(1));
    }
    WholeEvents.assertArrived(arrived(events.size()), events, target.ordered());
    closeTarget(target);
  }

  /** Shards share a target, so requests are concurrent. */
  @Test
  default void publishesAsManyRequestsAtOnceAsItAllows() {
    Target<E> target = openTarget();
    BatchLimits limits = target.limits();
    List<ContractEvent> events =
        IntStream.range(0, limits.maxInFlight())
            .mapToObj(i -> ContractEvent.of("at-once-" + i))
            .toList();
    List<CompletableFuture<BatchOutcome>> requests =
        events.stream().map(event -> Sent.publish(target, List.of(event))).toList();
    assertThat(requests).allSatisfy(each -> assertThat(Sent.await(each)).isEqualTo(published(1)));
    WholeEvents.assertArrived(arrived(events.size()), events, false);
    closeTarget(target);
  }

  /** A failure of the service is an outcome, not an exception, and never an event's fault. */
  @Test
  default void retriesEveryEntryWhereTheServiceIsMissing() {
    Target<E> target = openTargetWithoutService();
    List<ContractEvent> events = List.of(ContractEvent.of("a"), ContractEvent.of("b"));
    assertThat(Sent.kinds(Sent.await(Sent.publish(target, events))))
        .containsExactly("retry", "retry");
    closeTarget(target);
  }

  /** One thread of the relay publishes to all targets, so publishing must not block it. */
  @Test
  default void doesNotHoldUpWhoeverPublishesAndEndsARequestThatIsCancelled() {
    Target<E> target = openTargetWithoutAnswers();
    long begun = System.nanoTime();
    CompletableFuture<BatchOutcome> request =
        Sent.publish(target, List.of(ContractEvent.of("cancelled")));
    assertThat(request.cancel(true)).isTrue();
    assertThat(request).isCancelled();
    // Closing must not wait for requests either.
    closeTarget(target);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(PATIENCE);
  }

  /** The host closes targets before another owner takes over: nothing may be sent after that. */
  @Test
  default void sendsNothingOnceItIsClosed() {
    Target<E> target = openTarget();
    ContractEvent event = ContractEvent.of("late");
    E entry = Sent.ready(target, event);
    closeTarget(target);
    closeTarget(target);
    CompletableFuture<BatchOutcome> late = target.publish(List.of(entry)).toCompletableFuture();
    assertThat(Sent.kinds(Sent.await(late))).containsExactly("retry");
    Target<E> another = openTarget();
    ContractEvent next = ContractEvent.of("next");
    assertThat(Sent.await(Sent.publish(another, List.of(next)))).isEqualTo(published(1));
    WholeEvents.assertArrived(arrived(1), List.of(next), true);
    closeTarget(another);
  }

  private static BatchOutcome published(int entries) {
    return BatchOutcome.all(entries, Published.INSTANCE);
  }
}
