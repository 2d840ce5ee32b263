package io.github.dynamooutbox.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The costs of two ways to do the same, in turn, so that other load on the machine affects both.
 */
record Contest(List<Cost> ours, List<Cost> theirs) {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Elapsed time, CPU time and allocated bytes. */
  record Cost(double nanos, double cpuNanos, double bytes) {
    /** The cost of the whole process: all threads, garbage collector and compiler. */
    static Cost ofProcess(Runnable work) {
      return of(
          work,
          () -> {
            long bytes = 0;
            for (long each : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
              bytes += Math.max(0, each);
            }
            return new Cost(System.nanoTime(), SYSTEM.getProcessCpuTime(), bytes);
          });
    }

    /** The cost of this thread alone. */
    static Cost ofThread(Runnable work) {
      return of(
          work,
          () ->
              new Cost(
                  System.nanoTime(),
                  THREADS.getCurrentThreadCpuTime(),
                  THREADS.getCurrentThreadAllocatedBytes()));
    }

    private static Cost of(Runnable work, Supplier<Cost> meter) {
      Cost before = meter.get();
      work.run();
      Cost after = meter.get();
      return new Cost(
          after.nanos - before.nanos, after.cpuNanos - before.cpuNanos, after.bytes - before.bytes);
    }
  }

  /** Compares what both cost the process. */
  static Contest of(Runnable ours, Runnable theirs, int rounds) {
    return of(Cost::ofProcess, ours, theirs, rounds);
  }

  /** Each side is as often first as second. */
  static Contest of(Function<Runnable, Cost> meter, Runnable ours, Runnable theirs, int rounds) {
    Contest contest = new Contest(new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < rounds; i++) {
      if (i % 2 == 0) {
        contest.ours.add(meter.apply(ours));
        contest.theirs.add(meter.apply(theirs));
      } else {
        contest.theirs.add(meter.apply(theirs));
        contest.ours.add(meter.apply(ours));
      }
    }
    return contest;
  }

  /** Our figure as a multiple of theirs, in neighbouring rounds. */
  Spread ratio(ToDoubleFunction<Cost> figure) {
    return Spread.of(
        IntStream.range(0, ours.size())
            .mapToObj(i -> figure.applyAsDouble(ours.get(i)) / figure.applyAsDouble(theirs.get(i)))
            .toList());
  }

  /** Our rate as a multiple of theirs, in neighbouring rounds. */
  Spread rate() {
    return ratio(cost -> 1 / cost.nanos);
  }

  static double median(List<Cost> costs, ToDoubleFunction<Cost> figure) {
    return Spread.quantile(costs.stream().map(figure::applyAsDouble).toList(), 0.5);
  }

  /** How many of so many there were in a second, by the median of these costs. */
  static double perSecond(List<Cost> costs, int number) {
    return number * 1e9 / median(costs, Cost::nanos);
  }
}
