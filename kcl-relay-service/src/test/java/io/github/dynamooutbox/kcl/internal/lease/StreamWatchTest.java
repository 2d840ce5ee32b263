package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.settings.ExitCode;
import io.github.dynamooutbox.kcl.settings.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StreamWatchTest {
  private static final String FIRST = "arn:first";
  private static final String SECOND = "arn:second";

  private final List<Throwable> ends = new ArrayList<>();
  private Optional<String> current = Optional.of(FIRST);
  private boolean finished;
  private boolean notFound;

  @Test
  void doesNotEndAWorkerThatReadsTheTablesStream() {
    finished = true;
    check(watch(true), 5);

    assertThat(ends).isEmpty();
  }

  @Test
  void endsAWorkerOnceItsStreamIsFinishedAndTheTableHasAnother() {
    StreamWatch watch = watch(true);
    current = Optional.of(SECOND);
    check(watch, 3);
    assertThat(ends).as("shards have more to read").isEmpty();

    finished = true;
    check(watch, 1);
    assertThat(ends).as("children of a shard may get their leases now").isEmpty();

    check(watch, 1);
    assertThat(ends).singleElement().satisfies(StreamWatchTest::isReplaced);
  }

  @Test
  void doesNotEndAWorkerWhoseStreamIsOnlySwitchedOff() {
    StreamWatch watch = watch(true);
    current = Optional.empty();
    finished = true;
    check(watch, 5);

    assertThat(ends).isEmpty();
  }

  @Test
  void doesNotEndAWorkerWhoseStreamIsConfigured() {
    StreamWatch watch = watch(false);
    current = Optional.of(SECOND);
    finished = true;
    check(watch, 5);

    assertThat(ends).isEmpty();
  }

  @Test
  void checksAgainAfterAFailedCheck() {
    StreamWatch watch =
        new StreamWatch(
            FIRST,
            true,
            () -> {
              throw new ServiceException("no rights");
            },
            () -> finished,
            shard -> notFound,
            ends::add);
    check(watch, 2);

    assertThat(ends).isEmpty();
  }

  @Test
  void aShardThatIsNotFoundIsOfAnotherStreamOnlyIfThereIsOne() {
    StreamWatch watch = watch(true);
    assertThat(watch.isOfAnother("shard")).isFalse();
    notFound = true;
    assertThat(watch.isOfAnother("shard")).as("it has left the stream").isFalse();

    current = Optional.of(SECOND);
    assertThat(watch.isOfAnother("shard")).isTrue();
    assertThat(ends).singleElement().satisfies(StreamWatchTest::isReplaced);
    notFound = false;
    assertThat(watch.isOfAnother("shard")).isFalse();
  }

  private StreamWatch watch(boolean follows) {
    return new StreamWatch(
        FIRST, follows, () -> current, () -> finished, shard -> notFound, ends::add);
  }

  private static void check(StreamWatch watch, int times) {
    for (int i = 0; i < times; i++) {
      watch.check();
    }
  }

  private static void isReplaced(Throwable end) {
    assertThat(end)
        .isInstanceOfSatisfying(
            ServiceException.class,
            failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.STREAM_REPLACED))
        .hasMessageContainingAll(FIRST, SECOND, "restart");
  }
}
