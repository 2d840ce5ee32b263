package io.github.dynamooutbox.writer;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * UUIDs of version 7 that ascend within the process: 48 bits of milliseconds and 12 bits of counter
 * are one number that only grows, followed by 62 random bits.
 */
final class UuidV7Generator implements EventIdGenerator {
  private static final int COUNTER_BITS = 12;
  private static final int COUNTER_MASK = (1 << COUNTER_BITS) - 1;

  /** Half of the counter's range, so that there is room to count up within a millisecond. */
  private static final int COUNTER_START_MASK = (1 << (COUNTER_BITS - 1)) - 1;

  /** Drawn at once: a draw costs more than its bytes. */
  private static final int RANDOM_BYTES = Short.BYTES + Long.BYTES;

  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final long RANDOM_MASK = 0x3FFF_FFFF_FFFF_FFFFL;

  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();
  private final AtomicLong last = new AtomicLong();

  UuidV7Generator(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public String nextId() {
    ByteBuffer drawn = ByteBuffer.wrap(new byte[RANDOM_BYTES]);
    random.nextBytes(drawn.array());
    long now = clock.millis() << COUNTER_BITS | (drawn.getShort() & COUNTER_START_MASK);
    // A counter that runs over borrows from the next millisecond.
    long tick = last.updateAndGet(before -> Math.max(before + 1, now));
    long high = (tick >>> COUNTER_BITS) << 16 | VERSION_7 | (tick & COUNTER_MASK);
    long low = VARIANT | (drawn.getLong() & RANDOM_MASK);
    return new UUID(high, low).toString();
  }
}
