package io.github.dynamooutbox.aws.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.format.DecodeResult.Decoded;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An event that is larger than its target allows is refused without being decompressed. */
class BeyondLimitsTest {
  private static final int PAYLOAD = 1 << 20;
  private static final RecordCodec CODEC = new RecordCodec(OutboxSchema.defaults());

  @Test
  void aCompressedPayloadIsComparedWithTheLimitAsItIs() throws IOException {
    OutboxEvent event = event(LargeRecordMain.record(1));
    long before = allocated();

    Optional<Prepared<Entry>> refused = sending(PAYLOAD - 1).beyondLimits("bus", event);

    assertThat(allocated() - before).isLessThan(PAYLOAD / 2);
    assertThat(refused.orElseThrow().<String>fold(ready -> "ready", no -> no.code() + no.message()))
        .startsWith(Sending.TOO_LARGE)
        .contains("bus", "1048576", "1048575");
    assertThat(sending(PAYLOAD).<Entry>beyondLimits("bus", event)).isEmpty();
  }

  private static Sending sending(int max) {
    return new Sending(true, EnvelopeForm.DATA, new BatchLimits(10, max, 1), max);
  }

  private static OutboxEvent event(Item record) {
    return ((Decoded) CODEC.decode(record)).record().events().get(0);
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
