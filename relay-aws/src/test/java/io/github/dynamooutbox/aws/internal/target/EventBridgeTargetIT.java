package io.github.dynamooutbox.aws.internal.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.Sending;
import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.stub.Accepted;
import io.github.dynamooutbox.localaws.stub.AcceptedEvent;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Test;

class EventBridgeTargetIT extends TargetContract<EventBridgeEntry> {
  private final String bus = AwsUnderTest.unique("bus");
  private final SettableClock clock = new SettableClock();

  @Override
  Service service() {
    return Service.EVENTBRIDGE;
  }

  @Override
  String action() {
    return "PutEvents";
  }

  @Override
  void create(Clients clients) {
    clients.eventBridge().createEventBus(request -> request.name(bus));
  }

  @Override
  void delete(Clients clients) {
    clients.eventBridge().deleteEventBus(request -> request.name(bus));
  }

  @Override
  Target<EventBridgeEntry> target(
      Clients clients, boolean exists, Sending sending, ExecutorService on) {
    String name = exists ? bus : "missing-" + bus;
    return new EventBridgeTarget("bus", name, sending, clients.eventBridge(), on, clock);
  }

  @Override
  List<String> bodies() {
    return cloud.stub().eventBridge().accepted(bus).stream().map(Accepted::body).toList();
  }

  @Override
  List<String> keys() {
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
    AcceptedEvent event = cloud.stub().eventBridge().accepted(bus).get(0);
    assertThat(event.source()).isEqualTo("/shop/orders");
    assertThat(event.detailType()).isEqualTo("OrderPlaced");
    assertThat(event.time()).isEqualTo("2026-11-21T10:15:30.120Z");
    assertThat(event.resources()).containsExactly("Order#42");
    assertThat(event.traceHeader().orElse("")).startsWith("Root=1-4bf92f35-");
  }

  @Test
  void aBusThatIsMissingOrVanishesTakesNothing() {
    Target<EventBridgeEntry> target = target();
    Clients clients = clients(Duration.ofSeconds(30));
    clients.eventBridge().deleteEventBus(request -> request.name(bus));
    assertThat(retryCodes(publish(target, samples(1)))).containsExactly(missingCode());
    create(clients);
    assertThat(publish(target, samples(1))).isEqualTo(published(1));
    clients.eventBridge().deleteEventBus(request -> request.name(bus));
    clock.advance(Duration.ofMinutes(1));
    assertThat(retryCodes(publish(target, samples(1)))).containsExactly(missingCode());
    assertThat(cloud.stub().eventBridge().discarded()).isEmpty();
  }
}
