package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutboxSchemaTest {

  @ParameterizedTest
  @CsvSource({"PK, SK, OUTBOX#, ttl", "a, b, c, d", "PK, SK, OUTBOX-X, expiresAt"})
  void usableNames(String partitionKey, String sortKey, String prefix, String ttl) {
    assertThatNoException().isThrownBy(() -> new OutboxSchema(partitionKey, sortKey, prefix, ttl));
  }

  @ParameterizedTest
  @CsvSource({
    "'', SK, P#, ttl, partitionKey is empty",
    "PK, '', P#, ttl, sortKey is empty",
    "PK, SK, '', ttl, prefix is empty",
    "PK, SK, P#, '', ttlAttribute is empty",
    "PK, PK, P#, ttl, sortKey \"PK\": partitionKey has the same name",
    "PK, SK, P#, PK, ttlAttribute \"PK\": partitionKey has the same name",
    "PK, SK, P#, SK, ttlAttribute \"SK\": sortKey has the same name",
    "source, SK, P#, ttl, partitionKey \"source\": the record has an attribute",
    "PK, sequence, P#, ttl, sortKey \"sequence\": the record has an attribute",
    "PK, SK, P#, v, ttlAttribute \"v\": the record has an attribute",
    "PK, SK, OUTBOX, ttl, cannot be distinguished from command markers",
    "PK, SK, OUTBOX#, records, the command marker has an attribute",
    "PK, SK, OUTBOX-COMMAND#, ttl, cannot be distinguished from command markers",
    "PK, SK, OUTBOX-COMMAND#x, ttl, cannot be distinguished from command markers"
  })
  void unusableNames(
      String partitionKey, String sortKey, String prefix, String ttl, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OutboxSchema(partitionKey, sortKey, prefix, ttl))
        .withMessageContaining(message);
  }

  @Test
  void namesOfTheGreatestLength() {
    OutboxSchema schema = new OutboxSchema("k".repeat(255), "s", "p".repeat(255), "t");
    assertThat(schema.partitionKey()).hasSize(255);
    assertThat(schema.prefix()).hasSize(255);
  }

  @ParameterizedTest
  @CsvSource({"256, 1", "1, 256"})
  void longNames(int keyLength, int prefixLength) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new OutboxSchema("k".repeat(keyLength), "s", "p".repeat(prefixLength), "t"))
        .withMessageContaining("more than 255 bytes");
  }
}
