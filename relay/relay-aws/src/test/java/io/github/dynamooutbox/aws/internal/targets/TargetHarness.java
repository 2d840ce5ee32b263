package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.contract.TargetContract;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the contracts' tests need of a service, and what they share. */
abstract class TargetHarness<E extends Entry> implements TargetContract<E> {
  static final int ENTRY_BYTES = 256 * 1024;

  static final Duration PATIENT = Duration.ofSeconds(30);
  static final Duration HASTY = Duration.ofSeconds(1);

  /** One thread, so that a call that does not end is seen. */
  final ExecutorService executor = Executors.newSingleThreadExecutor();

  private final Map<Duration, Clients> opened = new HashMap<>();
  final Cloud cloud = new Cloud();

  abstract Service service();

  /** The action that publishes. */
  abstract String action();

  /** Makes what the target publishes to, and gives it its name. */
  abstract void create();

  /** Replaces it with one that takes entries of 1 MiB, where it does not do so by itself. */
  void createLarge() {}

  /** The target, or one whose bus, topic or stream does not exist. */
  abstract Target<E> target(Clients clients, boolean exists, Sending sending, ExecutorService on);

  /** The bodies that arrived, when so many have; in order of acceptance where the stub tells. */
  abstract List<String> bodies(int atLeast);

  /** Whether the order of acceptance can be seen in what arrived. */
  boolean ordered() {
    return cloud.keepsALog();
  }

  /** Checks what arrived; its order as well, where it can be seen. */
  void assertArrived(List<String> expected) {
    if (ordered()) {
      assertThat(bodies(expected.size())).isEqualTo(expected);
    } else {
      assertThat(bodies(expected.size())).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  /** By what each thing that arrived is kept in order; empty where the service has no order. */
  abstract List<String> keys(int atLeast);

  /** A code by which the service blames an entry; empty if it never does. */
  abstract Optional<String> entryFault();

  /** What an entry that is throttled says of the target. */
  Retry.Reason throttledEntry() {
    return Retry.Reason.THROTTLED;
  }

  /** A code by which the service blames a request. */
  abstract String requestFault();

  abstract String missingCode();

  /** Whether a request of several entries that fails with this code may fail for one of them. */
  boolean isHalved(String code) {
    return false;
  }

  /** Whether the service says that it dropped an event that it had before. */
  boolean countsDuplicatesApart() {
    return false;
  }

  @Override
  public final Target<E> openTarget() {
    return target();
  }

  @Override
  public final Target<E> openTargetWithoutService() {
    return target(false, PATIENT, EnvelopeForm.CLOUDEVENT);
  }

  @Override
  public final Target<E> openTargetWithoutAnswers() {
    fault(Fault.slow(Duration.ofMinutes(2)));
    return target();
  }

  @Override
  public final void closeTarget(Target<E> target) {
    ((OpenTarget<E>) target).close();
  }

  @Override
  public final List<String> arrived(int atLeast) {
    return bodies(atLeast);
  }

  @BeforeEach
  void createTarget() {
    create();
  }

  @AfterEach
  void closeAll() {
    executor.shutdownNow();
    opened.values().forEach(Clients::close);
    cloud.close();
  }

  final void awaitBodies(int count) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(90).toNanos();
    while (bodies(count).size() < count) {
      assertThat(System.nanoTime()).as("waiting for %d bodies", count).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  final void fault(Fault fault) {
    cloud.stub().faults().inject(when(), fault);
  }

  final When when() {
    return When.on(service()).action(action());
  }

  final Target<E> target() {
    return target(true, PATIENT, EnvelopeForm.CLOUDEVENT);
  }

  final Target<E> target(boolean exists, Duration callTimeout, EnvelopeForm form) {
    int entries = service() == Service.KINESIS ? 500 : 10;
    BatchLimits limits = new BatchLimits(entries, 5L << 20, 4);
    return target(
        clients(callTimeout), exists, new Sending(ordered(), form, limits, ENTRY_BYTES), executor);
  }

  final Clients clients(Duration callTimeout) {
    return opened.computeIfAbsent(callTimeout, cloud::clients);
  }

  final BatchOutcome publish(Target<E> target, List<Samples> samples) {
    List<E> entries = samples.stream().map(sample -> ready(target, sample)).toList();
    BatchOutcome outcome = target.publish(entries).toCompletableFuture().join();
    return countsDuplicatesApart() ? accepted(outcome) : outcome;
  }

  /** The same, whether or not the events were new. */
  private static BatchOutcome accepted(BatchOutcome outcome) {
    return outcome.fold(
        each ->
            new PerEntry(
                each.outcomes().stream()
                    .map(one -> one.equals(Published.DEDUPLICATED) ? Published.INSTANCE : one)
                    .toList()),
        refused -> refused);
  }

  final E ready(Target<E> target, Samples sample) {
    Prepared<E> prepared = target.prepare(sample.envelope());
    assertThat(prepared).isInstanceOf(Prepared.Ready.class);
    return ((Prepared.Ready<E>) prepared).entry();
  }

  /** Different aggregates, as in the batches that lanes make. */
  static List<Samples> samples(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Samples.full().aggregate("Order", "o-" + i).id("e-" + i))
        .toList();
  }

  static BatchOutcome published(int count) {
    return BatchOutcome.all(count, Published.INSTANCE);
  }

  static List<String> retryCodes(BatchOutcome outcome) {
    assertThat(outcome).isInstanceOf(PerEntry.class);
    List<PublishOutcome> outcomes = ((PerEntry) outcome).outcomes();
    assertThat(outcomes).allSatisfy(entry -> assertThat(entry).isInstanceOf(Retry.class));
    return outcomes.stream().map(entry -> ((Retry) entry).code()).toList();
  }
}
