package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.dynamooutbox.format.DecodeResult.Decoded;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordRoundTripTest {
  private static final int RECORDS = 4000;

  /** A codec keeps values from one record for the next: each one gets many. */
  private static final List<RecordCodec> CODECS =
      List.of(
          new RecordCodec(OutboxSchema.defaults()),
          new RecordCodec(new OutboxSchema("pk", "sk", "events/", "expires")),
          new RecordCodec(new OutboxSchema("PK", "SK", "O#", "expires")));

  @Test
  void whatWasEncodedDecodesToAnEqualRecord() {
    long start = new Random().nextLong();
    for (int i = 0; i < RECORDS; i++) {
      long seed = start + i;
      RecordCodec codec = CODECS.get(i % CODECS.size());
      RecordGenerator generator = new RecordGenerator(seed);
      OutboxRecord record = generator.record();
      RecordKey key = generator.key(codec, record);

      Item item = codec.encode(key, record);

      assertThat(codec.decode(item)).as("seed %d", seed).isEqualTo(new Decoded(key, record));
      assertThat(codec.isOutbox(item)).as("seed %d", seed).isTrue();
      assertThat(codec.encode(key, record)).as("seed %d", seed).isEqualTo(item);
    }
  }

  @Test
  void decodingNeverThrowsWhateverAnItemHolds() {
    long start = new Random().nextLong();
    RecordCodec codec = new RecordCodec(OutboxSchema.defaults());
    for (int i = 0; i < RECORDS; i++) {
      long seed = start + i;
      RecordGenerator generator = new RecordGenerator(seed);
      OutboxRecord record = generator.record();
      Item item = codec.encode(generator.key(codec, record), record);
      Item broken = generator.withOneAttributeReplaced(item);

      assertThatCode(() -> codec.decode(broken)).as("seed %d", seed).doesNotThrowAnyException();
    }
  }
}
