package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Finished deliveries for tests. */
final class Finished {
  /** As DynamoDB counts: far from one record to the next. */
  private static final BigInteger FIRST = new BigInteger("300000000000000499659");

  private static final int STEP = 1_000_000;

  private Finished() {}

  static StreamPosition at(int record) {
    return new StreamPosition(FIRST.add(BigInteger.valueOf((long) record * STEP)).toString());
  }

  static FinishedDelivery of(int record) {
    return new FinishedDelivery(
        at(record), new RecordKey("OUTBOX#Order#1", "s" + record), 0, "bus");
  }

  static List<FinishedDelivery> range(int from, int to) {
    List<FinishedDelivery> list = new ArrayList<>();
    for (int record = from; record < to; record++) {
      list.add(of(record));
    }
    return list;
  }

  /** Records as the writer makes them, each with an event that is done for two targets. */
  static List<FinishedDelivery> typical(Random random, int records) {
    List<FinishedDelivery> list = new ArrayList<>();
    BigInteger position = FIRST;
    for (int i = 0; i < records; i++) {
      position = position.add(BigInteger.valueOf(1 + random.nextInt(STEP)));
      RecordKey key = new RecordKey("OUTBOX#Order#" + uuid(random), uuid(random));
      StreamPosition at = new StreamPosition(position.toString());
      list.add(new FinishedDelivery(at, key, 0, "bus"));
      list.add(new FinishedDelivery(at, key, 0, "audit"));
    }
    return list;
  }

  static List<FinishedDelivery> any(Random random) {
    List<FinishedDelivery> list = new ArrayList<>();
    int size = random.nextInt(40);
    for (int i = 0; i < size; i++) {
      int bits = random.nextBoolean() ? 1 : 1 + random.nextInt(132);
      StreamPosition at = new StreamPosition(new BigInteger(bits, random).toString());
      RecordKey key = new RecordKey("p" + random.nextInt(3), random.nextInt(4) == 0 ? "" : "é");
      int deliveries = 1 + random.nextInt(3);
      for (int j = 0; j < deliveries; j++) {
        int index = random.nextInt(5) == 0 ? ParkedEvent.WHOLE_RECORD : random.nextInt(300);
        list.add(new FinishedDelivery(at, key, index, "t" + random.nextInt(4)));
      }
    }
    return list;
  }

  static String uuid(Random random) {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }
}
