package io.github.dynamooutbox.kcl.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Standard output and standard error that never block: whole lines wait for a thread that writes
 * them. If nobody reads the pipe behind them, up to {@value #LIMIT} bytes wait; further lines are
 * dropped, counted, and reported by a line once there is room. Thread-safe.
 */
public final class LineOutput extends OutputStream {
  /** About 10,000 lines. */
  static final int LIMIT = 2_000_000;

  private static final AtomicLong DROPPED = new AtomicLong();

  private final OutputStream out;
  private final int limit;
  private final Queue<byte[]> lines = new ArrayDeque<>();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private int waiting;
  private long unreported;

  LineOutput(OutputStream out, int limit) {
    this.out = out;
    this.limit = limit;
    Thread writer = new Thread(this::write, "outbox-output");
    writer.setDaemon(true);
    writer.start();
  }

  /**
   * Replaces {@link System#out} and {@link System#err}. At an exit of the JVM, what is waiting is
   * written if that takes no longer than a second.
   */
  public static void install() {
    LineOutput out = new LineOutput(new FileOutputStream(FileDescriptor.out), LIMIT);
    LineOutput err = new LineOutput(new FileOutputStream(FileDescriptor.err), LIMIT);
    System.setOut(new PrintStream(out, true, UTF_8));
    System.setErr(new PrintStream(err, true, UTF_8));
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  out.drain(Duration.ofSeconds(1));
                  err.drain(Duration.ofSeconds(1));
                },
                "outbox-drain"));
  }

  /** How many lines were dropped since the start, because nobody read them. */
  public static long dropped() {
    return DROPPED.get();
  }

  @Override
  public synchronized void write(int b) {
    line.write(b);
    if (b == '\n') {
      endLine();
    }
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    int from = offset;
    for (int i = offset; i < offset + length; i++) {
      if (bytes[i] == '\n') {
        line.write(bytes, from, i + 1 - from);
        from = i + 1;
        endLine();
      }
    }
    line.write(bytes, from, offset + length - from);
  }

  private void endLine() {
    byte[] whole = line.toByteArray();
    line.reset();
    if (waiting + whole.length > limit) {
      unreported++;
      DROPPED.incrementAndGet();
      return;
    }
    waiting += whole.length;
    lines.add(whole);
    notifyAll();
  }

  private void write() {
    try {
      while (true) {
        byte[] next = next();
        out.write(next);
        out.flush();
        written(next.length);
      }
    } catch (InterruptedException | IOException e) {
      // Nobody can be told: the other end is closed. What waits is dropped when the limit is
      // reached.
      Thread.currentThread().interrupt();
    }
  }

  private synchronized byte[] next() throws InterruptedException {
    while (lines.isEmpty()) {
      wait();
    }
    return lines.remove();
  }

  private synchronized void written(int bytes) {
    waiting -= bytes;
    if (unreported > 0) {
      // A line of its own, in the form of the metrics' lines, which are JSON in every format.
      byte[] notice = "{\"outbox_log_lines_dropped\":%d}\n".formatted(unreported).getBytes(UTF_8);
      unreported = 0;
      waiting += notice.length;
      lines.add(notice);
    }
    notifyAll();
  }

  synchronized boolean drain(Duration limitOfTime) {
    long until = System.nanoTime() + limitOfTime.toNanos();
    try {
      while (waiting > 0) {
        long left = (until - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          return false;
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return waiting == 0;
  }
}
