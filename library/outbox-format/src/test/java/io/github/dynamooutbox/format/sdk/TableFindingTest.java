package io.github.dynamooutbox.format.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.sdk.TableFinding.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;

/** Keys and indexes are written as names with types: {@code PK:S SK:S}. */
class TableFindingTest {

  @ParameterizedTest
  @CsvSource({
    "PK:S SK:S, FINE, 'are PK, SK'",
    "PK:S SK:N, WRONG, 'are PK (S), SK (N), and should be the strings PK, SK'",
    "pk:S sk:S, WRONG, 'are pk (S), sk (S), and should be the strings PK, SK'",
    "PK:B, WRONG, 'are PK (B), and should be the strings PK, SK'",
  })
  void keysAreTheSchemas(String keys, Verdict verdict, String fact) {
    TableFinding found = TableFinding.of(table(keys, "NEW_IMAGE", ""), schema()).get(0);

    assertThat(found.verdict()).isEqualTo(verdict);
    assertThat(text(found)).isEqualTo("keys of table \"orders\" " + fact);
    assertThat(found.remedy().contains("outboxTable")).isEqualTo(verdict == Verdict.WRONG);
  }

  @ParameterizedTest
  @CsvSource({
    "NEW_IMAGE, FINE, 'stream of table \"orders\" has view type NEW_IMAGE', ''",
    "NEW_AND_OLD_IMAGES, FINE, 'stream of table \"orders\" has view type NEW_AND_OLD_IMAGES', ''",
    "KEYS_ONLY, WRONG, 'stream of table \"orders\" has view type KEYS_ONLY, which omits the records'' content', find out who reads it",
    "OLD_IMAGE, WRONG, 'stream of table \"orders\" has view type OLD_IMAGE, which omits the records'' content', find out who reads it",
    "'', WRONG, 'table \"orders\" has no stream', enable one",
  })
  void streamHasTheContent(String view, Verdict verdict, String text, String remedy) {
    TableFinding found = TableFinding.of(table("PK:S SK:S", view, ""), schema()).get(1);

    assertThat(found.verdict()).isEqualTo(verdict);
    assertThat(text(found)).isEqualTo(text);
    assertThat(found.remedy()).startsWith(remedy);
  }

  @ParameterizedTest
  @CsvSource({
    "aggregateType:S sequence:S, WRONG, 'has the key sequence (S), which is N in records: commits that have it fail'",
    "owner:S writtenAt:S, WRONG, 'has the key writtenAt (S), which is N in records: commits that have it fail'",
    "ttl:S, WRONG, 'has the key ttl (S), which is N in records: commits that have it fail'",
    "tenant:N owner:S, WRONG, 'has the key tenant (N), which is S in records: commits that have it fail'",
    "events:S, WRONG, 'has the key events (S), which is L in records: commits that have it fail'",
    "records:S, WRONG, 'has the key records (S), which is L in records: commits that have it fail'",
    "fingerprint:N, WRONG, 'has the key fingerprint (N), which is S in records: commits that have it fail'",
    "tenant:S, ADVICE, 'has keys that records have too (tenant), so queries of it return records of the outbox'",
    "aggregateType:S sequence:N, ADVICE, 'has keys that records have too (aggregateType, sequence), so queries of it return records of the outbox'",
    "SK:S PK:S, ADVICE, 'has keys that records have too (SK, PK), so queries of it return records of the outbox'",
  })
  void indexesDoNotStopCommitsAndSayWhatTheyReturn(String keys, Verdict verdict, String fact) {
    List<TableFinding> found = TableFinding.of(table("PK:S SK:S", "NEW_IMAGE", keys), schema());

    assertThat(found).hasSize(3);
    assertThat(found.get(2).verdict()).isEqualTo(verdict);
    assertThat(text(found.get(2))).isEqualTo("index \"by\" of table \"orders\" " + fact);
    assertThat(found.get(2).remedy()).contains("outboxTable");
    assertThat(TableFinding.of(withLocalIndex(keys), schema())).isEqualTo(found);
  }

  private static TableDescription withLocalIndex(String keys) {
    return table("PK:S SK:S", "NEW_IMAGE", keys).toBuilder()
        .globalSecondaryIndexes(List.of())
        .localSecondaryIndexes(
            LocalSecondaryIndexDescription.builder().indexName("by").keySchema(keys(keys)).build())
        .build();
  }

  @Test
  void indexWithAKeyThatNoRecordHasIsNone() {
    assertThat(TableFinding.of(table("PK:S SK:S", "NEW_IMAGE", "tenant:S owner:S"), schema()))
        .hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "ENABLED, ttl, FINE, 'TTL of table \"orders\" is on for ttl'",
    "ENABLING, ttl, FINE, 'TTL of table \"orders\" is on for ttl'",
    "ENABLED, expires, WRONG, 'TTL of table \"orders\" is on for \"expires\", but items expire by \"ttl\"'",
    "DISABLED, ttl, WRONG, 'table \"orders\" has no TTL, so items that should expire are kept for ever'",
    "DISABLING, ttl, WRONG, 'table \"orders\" has no TTL, so items that should expire are kept for ever'",
  })
  void itemsExpire(String status, String attribute, Verdict verdict, String text) {
    TableFinding found =
        TableFinding.ttl(
            "orders",
            TimeToLiveDescription.builder()
                .timeToLiveStatus(status)
                .attributeName(attribute)
                .build(),
            "ttl");

    assertThat(found.verdict()).isEqualTo(verdict);
    assertThat(text(found)).isEqualTo(text);
    assertThat(found.remedy().isEmpty()).isEqualTo(verdict == Verdict.FINE);
  }

  private static OutboxSchema schema() {
    return OutboxSchema.defaults();
  }

  private static String text(TableFinding found) {
    return found.subject() + ' ' + found.fact();
  }

  private static TableDescription table(String keys, String view, String index) {
    TableDescription.Builder table =
        TableDescription.builder()
            .tableName("orders")
            .keySchema(keys(keys))
            .attributeDefinitions(definitions(keys, index));
    if (!view.isEmpty()) {
      table.streamSpecification(
          StreamSpecification.builder().streamEnabled(true).streamViewType(view).build());
    }
    if (!index.isEmpty()) {
      table.globalSecondaryIndexes(
          GlobalSecondaryIndexDescription.builder().indexName("by").keySchema(keys(index)).build());
    }
    return table.build();
  }

  private static List<KeySchemaElement> keys(String text) {
    return parts(text)
        .map(part -> KeySchemaElement.builder().attributeName(part[0]).build())
        .toList();
  }

  private static List<AttributeDefinition> definitions(String keys, String index) {
    List<AttributeDefinition> all = new ArrayList<>();
    Stream.concat(parts(keys), parts(index))
        .map(
            part ->
                AttributeDefinition.builder().attributeName(part[0]).attributeType(part[1]).build())
        .distinct()
        .forEach(all::add);
    return all;
  }

  private static Stream<String[]> parts(String text) {
    return Stream.of(text.split(" ", -1))
        .filter(part -> !part.isEmpty())
        .map(part -> part.split(":", -1));
  }
}
