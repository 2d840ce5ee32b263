package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.time.Duration;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** In virtual time, against a stream that refuses more reads a second than it allows. */
class ReadPaceTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long DAY = 86_400 * SECOND;

  /** A read takes this long, and what is written while it runs is found by the next. */
  private static final long READ = 5_000_000L;

  private static final int DAYS = 10;

  /** What a pause of 100 ms, twice that after an empty read, uses with eight busy hours a day. */
  private static final long TODAY = 16_800_000;

  /** A day of reads: those counted, those refused, and what records had to wait. */
  private record Day(long reads, long refused, double meanMillis, double longestMillis) {}

  /** The pause before the next read. */
  private interface Pauses {
    long after(int records);
  }

  private long now;

  @Test
  void latencyIsMuchLowerAtEqualReadsWithEightBusyHoursADay() {
    Day fixed = lastDay(records -> (records > 0 ? 100 : 200) * SECOND / 1_000);
    now = 0;
    ReadPace pace = pace(16, TODAY);
    Day adapted = lastDay(records -> pace.afterRead(records).toNanos());

    assertThat(fixed.reads()).isCloseTo(perDay(TODAY), withPercentage(3));
    assertThat(adapted.reads()).isLessThanOrEqualTo((long) (1.01 * fixed.reads()));
    assertThat(adapted.refused()).isZero();
    assertThat(adapted.meanMillis() / fixed.meanMillis()).isLessThan(0.65);
    assertThat(adapted.longestMillis()).isLessThan(1_100);
  }

  @Test
  void neverReadsMoreThanAMonthAllowsHoweverBusyTheShardIs() {
    ReadPace pace = pace(10, 3_000_000);
    long reads = 0;
    while (now < 10 * DAY) {
      reads++;
      now += pace.afterRead(1).toNanos();
    }
    assertThat(reads).isLessThanOrEqualTo(10 * perDay(3_000_000) + 2);
    assertThat(reads).isGreaterThan(10 * perDay(3_000_000) * 99 / 100);
  }

  @Test
  void aBacklogIsReadAtOnceAndMadeUpForLater() {
    ReadPace pace = pace(20, 3_000_000);
    for (int i = 0; i < 1_000; i++) {
      Duration pause = pace.afterRead(1_000);
      assertThat(pause).isEqualTo(Duration.ofMillis(20));
      now += pause.toNanos();
    }
    long reads = 1_000;
    while (now < DAY) {
      reads++;
      now += pace.afterRead(1).toNanos();
    }
    assertThat(reads).isLessThanOrEqualTo(perDay(3_000_000) + 2);
  }

  @Test
  void pausesLongerWhenRecordsStopAndBrieflyAgainWhenTheyCome() {
    ReadPace pace = pace(20, 16_000_000);
    long quiet = 0;
    for (int i = 0; i < 200_000; i++) {
      quiet = pace.afterRead(0).toNanos();
      now += quiet;
    }
    assertThat(quiet).isBetween(985_000_000L, 990_000_000L);
    assertThat(pace.afterRead(1)).isLessThan(Duration.ofMillis(30));
    now += SECOND;
    assertThat(pace.afterRead(0)).as("they may still come").isLessThan(Duration.ofMillis(30));
    now += SECOND;
    assertThat(pace.afterRead(0)).isLessThan(Duration.ofMillis(60));
  }

  private ReadPace pace(int shortestMillis, long readsAMonth) {
    return new ReadPace(Duration.ofMillis(shortestMillis), readsAMonth, () -> now);
  }

  private static long perDay(long month) {
    return month * 24 / 730;
  }

  /**
   * The last of some days, in which 20 records a second come from 8 to 16 o'clock and one every ten
   * minutes otherwise.
   */
  private Day lastDay(Pauses pauses) {
    DoubleUnaryOperator gap = hour -> hour >= 8 && hour < 16 ? 0.05 : 600;
    long next = 0;
    long reads = 0;
    long refused = 0;
    long records = 0;
    long waited = 0;
    long longest = 0;
    long lastRead = -SECOND;
    while (now < DAYS * DAY) {
      boolean counts = now >= (DAYS - 1) * DAY;
      // At most 50 reads a second, of which no two are closer together.
      refused += now - lastRead < SECOND / 50 ? 1 : 0;
      lastRead = now;
      long answered = now + READ;
      int found = 0;
      while (next <= now) {
        if (counts) {
          records++;
          waited += answered - next;
          longest = Math.max(longest, answered - next);
        }
        found++;
        double hour = next % DAY / 3.6e12;
        // Not in step with the reads.
        next += (long) (gap.applyAsDouble(hour) * SECOND) + next % 7_001;
      }
      reads += counts ? 1 : 0;
      now = answered;
      now += pauses.after(found);
    }
    return new Day(reads, refused, waited / 1e6 / records, longest / 1e6);
  }
}
