package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.cloudevents.jackson.JsonFormat;
import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Registry;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.format.render.CloudEventAttributes;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.localaws.stub.AcceptedBusEvent;
import io.github.dynamooutbox.relay.publish.Prepared;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventBridgeV2RawTargetIT extends BusContract {
  private static final Registry REGISTRY =
      new Registry("arn:aws:glue:us-east-1:111122223333:registry/orders", Optional.empty());

  EventBridgeV2RawTargetIT() {
    super(true);
  }

  @Test
  void sendsAStructuredCloudEventByteForByte() throws RefusedEvent {
    publish(target(), List.of(Samples.full()));
    AcceptedBusEvent event = accepted().get(0);
    assertThat(event.contentType()).isEqualTo("application/json");
    assertThat(event.metadata()).isEmpty();
    byte[] data = event.data().asByteArray();
    assertThat(data).isEqualTo(CloudEventJson.render(Samples.full().envelope()));
    CloudEvent read = new JsonFormat().deserialize(data);
    assertThat(read.getType()).isEqualTo("OrderPlaced");
    assertThat(read.getExtension("partitionkey")).isEqualTo("Order#42");
  }

  @Test
  void sendsThePayloadAloneWithTheAttributesAsMetadata() throws RefusedEvent {
    publish(target(true, PATIENT, EnvelopeForm.DATA), List.of(Samples.full()));
    AcceptedBusEvent event = accepted().get(0);
    assertThat(event.body()).isEqualTo("{\"total\": 1.50}");
    assertThat(event.metadata())
        .isEqualTo(CloudEventAttributes.of(Samples.full().envelope()))
        .containsEntry("datacontenttype", "application/json")
        .containsEntry("channel", "web");
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, false, application/json",
    "application/problem+json, false, application/json",
    "text/plain, false, application/octet-stream",
    "application/avro, false, application/octet-stream",
    "application/avro, true, application/avro",
    "Application/Protobuf, true, application/protobuf",
    "image/png, true, application/octet-stream"
  })
  void choosesTheContentTypeThatTheBusKnows(String given, boolean registry, String sent) {
    Samples sample = Samples.plain().data(given, "{}");
    var target =
        registry
            ? withRegistry(EnvelopeForm.DATA, REGISTRY)
            : target(true, PATIENT, EnvelopeForm.DATA);
    assertThat(publish(target, List.of(sample))).isEqualTo(published(1));
    assertThat(accepted().get(0).contentType()).isEqualTo(sent);
    assertThat(accepted().get(0).metadata()).containsEntry("datacontenttype", given);
  }

  @Test
  void sendsBytesAsTheyAre() {
    byte[] bytes = {0, -1, 127, -128};
    publish(
        target(true, PATIENT, EnvelopeForm.DATA),
        List.of(Samples.plain().data("application/x-own", bytes)));
    assertThat(accepted().get(0).data().asByteArray()).isEqualTo(bytes);
  }

  @Test
  void refusesMoreAttributesThanTheBusTakes() {
    Map<String, String> headers = new HashMap<>();
    for (int i = 0; i < 100; i++) {
      headers.put("h" + i, "v");
    }
    assertThat(
            target(true, PATIENT, EnvelopeForm.DATA)
                .prepare(Samples.plain().headers(headers).envelope()))
        .isInstanceOfSatisfying(
            Prepared.Refused.class,
            refused -> assertThat(refused.code()).isEqualTo("TOO_MANY_ATTRIBUTES"));
  }
}
