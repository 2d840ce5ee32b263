package io.github.dynamooutbox.aws.internal.targets;

import static java.time.temporal.ChronoUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.SettableClock;
import io.github.dynamooutbox.localaws.stub.Accepted;
import io.github.dynamooutbox.localaws.stub.AcceptedEvent;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;

class EventBridgeTargetIT extends AwsTargetContract<AwsEntry<PutEventsRequestEntry>> {
  private static final JsonMapper JSON = new JsonMapper();

  private final String bus = AwsUnderTest.unique("bus");
  private final SettableClock clock = new SettableClock(Instant.parse("2026-11-21T00:00:00Z"));

  @Override
  Service service() {
    return Service.EVENTBRIDGE;
  }

  @Override
  String action() {
    return "PutEvents";
  }

  @Override
  void create() {
    cloud.aws().createBus(bus);
  }

  /** A rule passes on equal JSON. */
  @Override
  void assertArrived(List<String> expected) {
    if (cloud.keepsALog()) {
      super.assertArrived(expected);
    } else {
      assertThat(bodies(expected.size()).stream().map(EventBridgeTargetIT::json))
          .containsExactlyInAnyOrderElementsOf(
              expected.stream().map(EventBridgeTargetIT::json).toList());
    }
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Override
  Target<AwsEntry<PutEventsRequestEntry>> target(
      Clients clients, boolean exists, Sending sending, ExecutorService on) {
    String name = exists ? bus : "missing-" + bus;
    return new EventBridgeTarget(
        "bus",
        name,
        sending,
        clients.get(EventBridgeClient.class, EventBridgeClient::builder),
        on,
        clock);
  }

  @Override
  List<String> bodies(int atLeast) {
    return cloud.aws().events(bus, atLeast).stream().map(Accepted::body).toList();
  }

  @Override
  List<String> keys(int atLeast) {
    return List.of();
  }

  @Override
  Optional<String> entryFault() {
    return Optional.of("MalformedDetail");
  }

  @Override
  String requestFault() {
    return "ValidationException";
  }

  @Override
  String missingCode() {
    return "ResourceNotFoundException";
  }

  @Test
  void theEventsNatureArrivesInItsOwnFields() {
    publish(target(), List.of(Samples.full()));
    AcceptedEvent event = cloud.aws().events(bus, 1).get(0);
    assertThat(event.source()).isEqualTo("/shop/orders");
    assertThat(event.detailType()).isEqualTo("OrderPlaced");
    // What a rule passes on has whole seconds.
    Instant time = Instant.parse("2026-11-21T10:15:30.120Z");
    assertThat(event.time())
        .isIn(cloud.keepsALog() ? List.of(time) : List.of(time, time.truncatedTo(SECONDS)));
    assertThat(event.resources()).containsExactly("Order#42");
  }

  @Test
  void theTraceArrivesInItsOwnField() {
    publish(target(), List.of(Samples.full()));
    assertThat(cloud.stub().eventBridge().accepted(bus).get(0).traceHeader().orElse(""))
        .startsWith("Root=1-4bf92f35-");
  }

  @Test
  void aBusThatIsMissingOrVanishesTakesNothing() {
    Target<AwsEntry<PutEventsRequestEntry>> target = target();
    cloud.aws().deleteBus(bus);
    assertThat(retryCodes(publish(target, samples(1)))).containsExactly(missingCode());
    create();
    assertThat(publish(target, samples(1))).isEqualTo(published(1));
    cloud.aws().deleteBus(bus);
    clock.advance(Duration.ofMinutes(1));
    assertThat(retryCodes(publish(target, samples(1)))).containsExactly(missingCode());
    cloud.aws().stub().ifPresent(s -> assertThat(s.eventBridge().discarded()).isEmpty());
  }
}
