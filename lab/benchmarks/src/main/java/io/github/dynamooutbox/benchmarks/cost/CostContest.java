package io.github.dynamooutbox.benchmarks.cost;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * CPU time and allocated bytes of the calling thread, for a request of a library and for the same
 * request written by hand, over the real SDK and a canned HTTP answer. Both take turns in rounds of
 * about 5 ms, each as often first as second, so that other load on the machine affects both.
 */
public final class CostContest {
  private static final int WARM_UP_ROUNDS = 240;
  private static final int PAIRS = 150;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final String name;
  private final Runnable library;
  private final Runnable byHand;
  private final int requests;

  /**
   * Both sides of a case, over one client, which lives as long as the JVM.
   *
   * @param requests the number of requests in a round: as many as take about 5 ms
   * @throws IllegalStateException if the requests differ in size by more than 1 %
   */
  public CostContest(
      String name,
      Function<DynamoDbClient, Runnable> library,
      Function<DynamoDbClient, Runnable> byHand,
      int requests) {
    CannedHttp http = new CannedHttp();
    DynamoDbClient client = http.client();
    this.name = name;
    this.library = library.apply(client);
    this.byHand = byHand.apply(client);
    this.requests = requests;
    double difference = bodyOf(this.library, http) / (double) bodyOf(this.byHand, http);
    if (difference < 0.99 || difference > 1.01) {
      throw new IllegalStateException(
          name + ": the requests differ in size by a factor of " + difference);
    }
  }

  /** Measures all cases, once all of them are warm. */
  static void measure(List<CostContest> contests, Consumer<CostPair> pairs) {
    for (int i = 0; i < WARM_UP_ROUNDS; i++) {
      for (CostContest contest : contests) {
        CostPair unused = contest.pair(i);
      }
    }
    for (CostContest contest : contests) {
      for (int i = 0; i < PAIRS; i++) {
        pairs.accept(contest.pair(i));
      }
    }
  }

  private CostPair pair(int number) {
    boolean libraryFirst = number % 2 == 0;
    Cost first = round(libraryFirst ? library : byHand);
    Cost second = round(libraryFirst ? byHand : library);
    Cost ours = libraryFirst ? first : second;
    Cost theirs = libraryFirst ? second : first;
    return new CostPair(name, ours.nanos(), theirs.nanos(), ours.bytes(), theirs.bytes());
  }

  /** The cost of one request. */
  private record Cost(double nanos, double bytes) {}

  private Cost round(Runnable request) {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long nanos = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < requests; i++) {
      request.run();
    }
    return new Cost(
        (THREADS.getCurrentThreadCpuTime() - nanos) / (double) requests,
        (THREADS.getCurrentThreadAllocatedBytes() - bytes) / (double) requests);
  }

  private static long bodyOf(Runnable request, CannedHttp http) {
    long before = http.bytes();
    request.run();
    return http.bytes() - before;
  }
}
