package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.aws.internal.bus.BusClient;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Event;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Keys;
import io.github.dynamooutbox.aws.internal.bus.BusClient.RawEvent;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.SettableClock;
import io.github.dynamooutbox.localaws.stub.QueueMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;

/** What the stub's buses do with events, told by the relay's own client. */
class BusSubscribersIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String QUEUE = "arn:aws:sqs:us-east-1:000000000000:q.fifo";
  private static final String FUNCTION = "arn:aws:lambda:us-east-1:000000000000:function:f";

  private final List<QueueMessage> queued = Collections.synchronizedList(new ArrayList<>());
  private final List<String> invoked = Collections.synchronizedList(new ArrayList<>());
  private final SettableClock clock = new SettableClock(Instant.parse("2026-11-21T10:00:00Z"));
  private final AwsStub stub =
      AwsStub.builder()
          .clock(clock)
          .queues(
              (arn, messages) -> {
                queued.addAll(messages);
                return List.of();
              })
          .functions((arn, events) -> invoked.add(events))
          .start();
  private final BusClient client =
      LocalClients.configure(BusClient.builder(), stub.endpoint()).build();
  private final String bus = stub.customBuses().create("orders", Duration.ofDays(1));

  @AfterEach
  void close() {
    client.close();
    stub.close();
  }

  private void put(int number) {
    Event event =
        new Event(
            "/shop",
            "Placed",
            "{\"n\":%d}".formatted(number),
            clock.instant(),
            "Order#1",
            new Keys("Order#1", "d-" + number));
    assertThat(client.putEvents(bus, List.of(event)).get(0).successCode()).contains("PUBLISHED");
  }

  @Test
  void aFifoSubscriberGetsAGroupInOrderIntoAFifoQueue() throws Exception {
    stub.customBuses().subscribe(bus, QUEUE, true, false);
    IntStream.range(0, 50).forEach(this::put);
    assertThat(stub.awaitDeliveries(PATIENCE)).isTrue();
    assertThat(queued).hasSize(50);
    for (int i = 0; i < 50; i++) {
      assertThat(queued.get(i).body()).contains("\"detail\":{\"n\":%d}".formatted(i));
      assertThat(queued.get(i).groupId()).contains("Order#1");
    }
  }

  @Test
  void aRawSubscriberGetsTheBytesAndAnotherOneTheMetadata() throws Exception {
    stub.customBuses().subscribe(bus, QUEUE, true, false);
    stub.customBuses().subscribe(bus, FUNCTION, true, true);
    client.putRawEvents(
        bus,
        Optional.empty(),
        List.of(
            new RawEvent(
                SdkBytes.fromUtf8String("{\"a\" : 1}"),
                "application/json",
                Map.of("tenant", "acme"),
                new Keys("g", "d"))));
    assertThat(stub.awaitDeliveries(PATIENCE)).isTrue();
    assertThat(queued.get(0).body()).isEqualTo("{\"a\" : 1}");
    JsonNode event = new ObjectMapper().readTree(invoked.get(0)).path(0);
    assertThat(event.path("Metadata").path("tenant").asText()).isEqualTo("acme");
    assertThat(event.path("SystemMetadata").path("EventGroupId").asText()).isEqualTo("g");
    assertThat(event.path("Data").path("a").asInt()).isEqualTo(1);
  }

  @Test
  void aDuplicateIsKnownForFiveMinutes() {
    put(1);
    Event again =
        new Event("/shop", "Placed", "{}", clock.instant(), "r", new Keys("Order#1", "d-1"));
    clock.advance(Duration.ofSeconds(299));
    assertThat(client.putEvents(bus, List.of(again)).get(0).successCode()).contains("DEDUPLICATED");
    clock.advance(Duration.ofSeconds(1));
    assertThat(client.putEvents(bus, List.of(again)).get(0).successCode()).contains("PUBLISHED");
  }

  @Test
  void aLaterSubscriberGetsWhatIsRetained() throws Exception {
    put(1);
    clock.advance(Duration.ofHours(25));
    put(2);
    stub.customBuses().subscribe(bus, QUEUE, true, false);
    assertThat(stub.awaitDeliveries(PATIENCE)).isTrue();
    assertThat(queued).hasSize(1);
    assertThat(queued.get(0).body()).contains("\"n\":2");
  }

  @Test
  void whatTheServiceWouldRefuseIsRefused() {
    Event noSource = new Event("aws.s3", "t", "{}", clock.instant(), "r", new Keys("g", "d"));
    assertThat(client.putEvents(bus, List.of(noSource)).get(0).errorCode())
        .contains("VALIDATION_ERROR");
    RawEvent avro =
        new RawEvent(
            SdkBytes.fromUtf8String("x"), "application/avro", Map.of(), new Keys("g", "d"));
    assertThat(client.putRawEvents(bus, Optional.empty(), List.of(avro)).get(0).errorMessage())
        .contains("SchemaRegistryConfiguration is required for open-format events");
  }
}
