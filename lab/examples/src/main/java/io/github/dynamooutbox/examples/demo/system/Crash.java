package io.github.dynamooutbox.examples.demo.system;

import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaFunction;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Kills the relay's process at the worst moment: during an invocation, when some of its events are
 * published but not yet reported. Thread-safe.
 */
public final class Crash implements LambdaFunction {
  private static final long LOOK_EVERY_NANOS = 200_000;

  private final LambdaProcess process;
  private final AwsStub stub;
  private final AtomicInteger wanted = new AtomicInteger();
  private final AtomicInteger happened = new AtomicInteger();

  Crash(LambdaProcess process, AwsStub stub) {
    this.process = process;
    this.stub = stub;
  }

  /** Kills the relay once, during its next invocation. */
  public void once() {
    wanted.incrementAndGet();
  }

  /** The number of invocations that ended with a crash. */
  public int happened() {
    return happened.get();
  }

  @Override
  public byte[] invoke(byte[] event) throws FunctionError, InterruptedException {
    Thread watch = wanted.get() > happened.get() ? watch() : null;
    try {
      return process.invoke(event);
    } catch (FunctionError e) {
      if (e.kind() == FunctionError.Kind.EXIT) {
        happened.incrementAndGet();
      }
      throw e;
    } finally {
      if (watch != null) {
        watch.interrupt();
        watch.join();
      }
    }
  }

  private Thread watch() {
    long before = published();
    Thread watch = new Thread(() -> killOncePast(before), "relay-crash");
    watch.setDaemon(true);
    watch.start();
    return watch;
  }

  private void killOncePast(long before) {
    while (!Thread.currentThread().isInterrupted()) {
      if (published() > before) {
        process.kill();
        return;
      }
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
  }

  private long published() {
    return stub.eventBridge().count()
        + stub.eventBridgeV2().count()
        + stub.sns().count()
        + stub.kinesis().count();
  }
}
