package io.github.dynamooutbox.writer.internal.encode;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.UUID;

/**
 * UUIDs of version 7 that ascend within the process: 48 bits of milliseconds and 12 bits of counter
 * form one number that only grows, followed by 62 random bits. The start of the counter and the
 * random bits are drawn once for all ids of a millisecond, since drawing them costs more than
 * everything else about a commit's ids.
 */
public final class UuidV7Generator {
  private static final int COUNTER_BITS = 12;
  private static final int COUNTER_MASK = (1 << COUNTER_BITS) - 1;

  /** Half the range of the counter, so that there is room to count up within a millisecond. */
  private static final int COUNTER_START_MASK = (1 << (COUNTER_BITS - 1)) - 1;

  private static final int RANDOM_BYTES = Short.BYTES + Long.BYTES;

  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final long RANDOM_MASK = 0x3FFF_FFFF_FFFF_FFFFL;

  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  /** The millisecond for which the random bits were drawn; none before the first id. */
  private long drawnAt = Long.MIN_VALUE;

  private long randomBits;
  private long tick;

  public UuidV7Generator(InstantSource clock) {
    this.clock = clock;
  }

  public String nextId() {
    return next().toString();
  }

  private synchronized UUID next() {
    long now = clock.millis();
    // If the counter overflows or the clock goes back, this borrows from the next millisecond.
    tick++;
    if (now != drawnAt) {
      draw(now);
    }
    long high = (tick >>> COUNTER_BITS) << 16 | VERSION_7 | (tick & COUNTER_MASK);
    return new UUID(high, VARIANT | randomBits);
  }

  private void draw(long now) {
    ByteBuffer drawn = ByteBuffer.wrap(new byte[RANDOM_BYTES]);
    random.nextBytes(drawn.array());
    tick = Math.max(tick, now << COUNTER_BITS | (drawn.getShort() & COUNTER_START_MASK));
    randomBits = drawn.getLong() & RANDOM_MASK;
    drawnAt = now;
  }
}
