package io.github.dynamooutbox.examples.demo.traffic;

import io.github.dynamooutbox.examples.orders.OrderService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Customers: each order is placed, and then paid and shipped, or cancelled before or after. */
public final class OrderTraffic {
  private static final int THREADS = 4;
  private static final int KINDS_OF_GOODS = 100;
  private static final int QUANTITY = 1_000_000;

  private final OrderService service;
  private final CommitLog log;
  private final int orders;
  private final long seed;
  private final Runnable halfWay;
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger finished = new AtomicInteger();

  /**
   * The seed determines what happens to each order; the timing of threads determines the rest.
   *
   * @param halfWay called once, when half of the orders are finished
   */
  public OrderTraffic(
      OrderService service, CommitLog log, int orders, long seed, Runnable halfWay) {
    this.service = service;
    this.log = log;
    this.orders = orders;
    this.seed = seed;
    this.halfWay = halfWay;
  }

  /** The number of finished orders. */
  public int finished() {
    return finished.get();
  }

  /**
   * Runs all orders, with several threads.
   *
   * @throws RuntimeException the first one that the service throws
   */
  public void run() throws InterruptedException {
    for (int kind = 0; kind < KINDS_OF_GOODS; kind++) {
      log.add(service.receiveStock(sku(kind), QUANTITY));
    }
    ExecutorService customers = Executors.newFixedThreadPool(THREADS, OrderTraffic::daemon);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        running.add(customers.submit(this::ordersUntilDone));
      }
      for (Future<?> customer : running) {
        customer.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("The order service failed", e.getCause());
    } finally {
      customers.shutdownNow();
    }
  }

  private void ordersUntilDone() {
    for (int number = begun.getAndIncrement();
        number < orders && !Thread.currentThread().isInterrupted();
        number = begun.getAndIncrement()) {
      live(number, new Random(seed * 1_000_003 + number));
      if (finished.incrementAndGet() == (orders + 1) / 2) {
        halfWay.run();
      }
    }
  }

  private void live(int number, Random random) {
    String id = "order-%06d".formatted(number);
    log.add(service.place(id, "customer-" + random.nextInt(200), basket(random)));
    int fate = random.nextInt(10);
    if (fate == 0) {
      log.add(service.cancel(id, "changed my mind"));
      return;
    }
    log.add(service.pay(id));
    if (fate == 1) {
      log.add(service.cancel(id, "took too long"));
    } else {
      log.add(service.ship(id));
    }
  }

  private static Map<String, Integer> basket(Random random) {
    Map<String, Integer> quantities = new TreeMap<>();
    for (int line = random.nextInt(2); line >= 0; line--) {
      quantities.put(sku(random.nextInt(KINDS_OF_GOODS)), 1 + random.nextInt(3));
    }
    return quantities;
  }

  private static String sku(int kind) {
    return "sku-%02d".formatted(kind);
  }

  private static Thread daemon(Runnable customer) {
    Thread thread = new Thread(customer, "customer");
    thread.setDaemon(true);
    return thread;
  }
}
