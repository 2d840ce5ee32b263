package io.github.dynamooutbox.benchmarks.measure;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Two ways to send a batch, alternating, so that other load on the machine affects both. CPU time
 * is that of the whole process, including garbage collector and compiler; bytes are those of all
 * threads.
 */
public record ProcessContest(List<Cost> ours, List<Cost> theirs) {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The cost of one batch: elapsed time, CPU time and allocated bytes. */
  public record Cost(double nanos, double cpuNanos, double bytes) {}

  public static ProcessContest of(Runnable ours, Runnable theirs, int rounds) {
    List<Cost> ourCosts = new ArrayList<>();
    List<Cost> theirCosts = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      ourCosts.add(cost(ours));
      theirCosts.add(cost(theirs));
    }
    return new ProcessContest(ourCosts, theirCosts);
  }

  public static Cost cost(Runnable batch) {
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

  /** Our figure as a multiple of theirs, in neighbouring rounds. */
  public Spread ratio(ToDoubleFunction<Cost> figure) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < ours.size(); i++) {
      ratios.add(figure.applyAsDouble(ours.get(i)) / figure.applyAsDouble(theirs.get(i)));
    }
    return Spread.of(ratios);
  }

  /** Our rate as a multiple of theirs, in neighbouring rounds. */
  public Spread rate() {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < ours.size(); i++) {
      ratios.add(theirs.get(i).nanos() / ours.get(i).nanos());
    }
    return Spread.of(ratios);
  }

  public static double median(List<Cost> costs, ToDoubleFunction<Cost> figure) {
    return Spread.of(costs.stream().map(figure::applyAsDouble).toList()).median();
  }
}
