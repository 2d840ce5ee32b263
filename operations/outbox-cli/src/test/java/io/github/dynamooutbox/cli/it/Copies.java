package io.github.dynamooutbox.cli.it;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Items of one lane, copied for others, because that is faster than to write them. The name stands
 * for a number that is as long: five digits.
 */
record Copies(TestOutbox outbox, String name, int number) {
  void into(String table, List<Map<String, AttributeValue>> items) {
    IntStream.range(0, number * items.size() / 25)
        .parallel()
        .mapToObj(
            batch ->
                IntStream.range(batch * 25, batch * 25 + 25)
                    .mapToObj(i -> copy(items.get(i % items.size()), i / items.size()))
                    .map(item -> WriteRequest.builder().putRequest(put -> put.item(item)).build())
                    .toList())
        .forEach(
            batch ->
                outbox
                    .servers()
                    .dynamoDb
                    .client()
                    .batchWriteItem(write -> write.requestItems(Map.of(table, batch))));
  }

  private Map<String, AttributeValue> copy(Map<String, AttributeValue> item, int number) {
    Map<String, AttributeValue> copy = new HashMap<>();
    item.forEach((key, value) -> copy.put(key, copy(value, "%05d".formatted(number))));
    return copy;
  }

  private AttributeValue copy(AttributeValue value, String number) {
    if (value.s() != null) {
      return AttributeValue.fromS(value.s().replace(name, number));
    }
    if (value.hasL()) {
      return AttributeValue.fromL(value.l().stream().map(each -> copy(each, number)).toList());
    }
    if (value.hasM()) {
      Map<String, AttributeValue> fields = new HashMap<>();
      value.m().forEach((key, each) -> fields.put(key, copy(each, number)));
      return AttributeValue.fromM(fields);
    }
    return value.b() == null ? value : AttributeValue.fromB(segment(value.b(), number));
  }

  /** A byte, and the deflated events. */
  private SdkBytes segment(SdkBytes form, String number) {
    byte[] bytes = form.asByteArray();
    ByteArrayOutputStream copy = new ByteArrayOutputStream();
    copy.write(bytes[0]);
    try (InflaterInputStream events =
            new InflaterInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1));
        DeflaterOutputStream out = new DeflaterOutputStream(copy)) {
      String text = new String(events.readAllBytes(), StandardCharsets.ISO_8859_1);
      out.write(text.replace(name, number).getBytes(StandardCharsets.ISO_8859_1));
      out.finish();
      return SdkBytes.fromByteArray(copy.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
