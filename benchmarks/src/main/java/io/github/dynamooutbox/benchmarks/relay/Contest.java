package io.github.dynamooutbox.benchmarks.relay;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.github.dynamooutbox.benchmarks.results.Spread;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Two ways to send a batch, alternating, so that other load on the machine affects both. CPU time
 * is that of the whole process, including garbage collector and compiler; bytes are those of all
 * threads.
 */
record Contest(List<Cost> relay, List<Cost> other) {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The cost of one batch: elapsed time, CPU time and allocated bytes. */
  record Cost(double nanos, double cpuNanos, double bytes) {}

  static Contest of(Runnable relay, Runnable other, int rounds) {
    List<Cost> ours = new ArrayList<>();
    List<Cost> theirs = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      ours.add(cost(relay));
      theirs.add(cost(other));
    }
    return new Contest(ours, theirs);
  }

  static Cost cost(Runnable batch) {
    long bytes = allocated();
    long cpu = SYSTEM.getProcessCpuTime();
    long began = System.nanoTime();
    batch.run();
    return new Cost(
        System.nanoTime() - began, SYSTEM.getProcessCpuTime() - cpu, allocated() - bytes);
  }

  private static long allocated() {
    long sum = 0;
    for (long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
      sum += Math.max(0, bytes);
    }
    return sum;
  }

  /** The relay's figure as a multiple of the other's, for neighbouring rounds. */
  Spread ratio(ToDoubleFunction<Cost> figure) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < relay.size(); i++) {
      ratios.add(figure.applyAsDouble(relay.get(i)) / figure.applyAsDouble(other.get(i)));
    }
    return Spread.of(ratios);
  }

  /** The relay's rate as a multiple of the other's. */
  Spread rate() {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < relay.size(); i++) {
      ratios.add(other.get(i).nanos() / relay.get(i).nanos());
    }
    return Spread.of(ratios);
  }

  static double median(List<Cost> costs, ToDoubleFunction<Cost> figure) {
    return Spread.of(costs.stream().map(figure::applyAsDouble).toList()).median();
  }
}
