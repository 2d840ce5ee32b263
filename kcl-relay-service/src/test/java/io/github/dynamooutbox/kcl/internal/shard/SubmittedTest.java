package io.github.dynamooutbox.kcl.internal.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class SubmittedTest {
  private final OpenShards shards = new OpenShards();
  private final TestShard shard = TestShard.open(shards, "shard");

  @Test
  void aRecordHoldsUpTheShardIfItIsStillUnfinishedAtTheNextCall() {
    shard.read(Instant.EPOCH, 1, 2);
    assertThat(shard.submitted().isHeldUp()).as("just submitted").isFalse();
    assertThat(shard.submitted().isHeldUp()).isTrue();
    assertThat(shard.submitted().isHeldUp()).isTrue();
  }

  @Test
  void recordsThatAreFinishedInTimeHoldUpNothing() {
    for (int position = 1; position < 10; position++) {
      shard.finishAll();
      shard.read(Instant.EPOCH, position);
      assertThat(shard.submitted().isHeldUp()).isFalse();
    }
  }

  @Test
  void nothingHoldsUpAShardWithoutRecords() {
    assertThat(shard.submitted().isHeldUp()).isFalse();
    assertThat(shard.submitted().isHeldUp()).isFalse();
  }
}
