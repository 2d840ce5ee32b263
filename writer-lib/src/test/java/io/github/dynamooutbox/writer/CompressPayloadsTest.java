package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a commit stores compressed, and what it does not. */
class CompressPayloadsTest {
  private static final String LARGE = "{\"text\":\"" + "Gr\u00fc\u00dfe ".repeat(80_000) + "\"}";

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();

  @Test
  void whatIsOverTheRecordsLimitFits() {
    commit(builder().compressPayloads(1000), LARGE);
    Map<String, AttributeValue> item = item();
    assertThat(RecordSize.of(new SdkItem(item))).isLessThan(20_000);
    assertThat(item.get("v").n()).isEqualTo("2");
    DecodeResult.Decoded decoded =
        (DecodeResult.Decoded) new RecordCodec(OutboxSchema.defaults()).decode(new SdkItem(item));
    assertThat(decoded.record().events().get(0).data()).isEqualTo(Payload.of(LARGE));
  }

  @Test
  void withoutItSuchAnEventIsRefused() {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> commit(builder(), LARGE))
        .withMessageContaining("store large payloads elsewhere");
  }

  @Test
  void whatIsBelowTheThresholdStaysReadableForOlderRelays() {
    commit(builder().compressPayloads(1000), "{\"text\":\"" + "x".repeat(500) + "\"}");
    assertThat(item().get("v").n()).isEqualTo("1");
  }

  @Test
  void limitsOfTargetsCountWhatIsPublished() {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(
            () -> commit(builder().compressPayloads(1000).targets(TargetLimits.sns()), LARGE))
        .withMessageContaining("SNS accepts 262144");
  }

  @Test
  void aThresholdThatWouldGainNothingIsRefused() {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(() -> builder().compressPayloads(255))
        .withMessageContaining("255 bytes; it must be at least 256");
  }

  private OutboxBuilder<Outbox> builder() {
    return Outbox.builder(dynamoDb).table("orders").source("/s");
  }

  private static void commit(OutboxBuilder<Outbox> outbox, String json) {
    outbox
        .build()
        .transaction()
        .events(Aggregate.of("Order", "o"), Event.ofJson("Placed", json))
        .commit();
  }

  private Map<String, AttributeValue> item() {
    return dynamoDb.request().transactItems().get(0).put().item();
  }
}
