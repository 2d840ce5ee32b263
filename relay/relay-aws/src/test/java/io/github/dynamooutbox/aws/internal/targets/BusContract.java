package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.internal.bus.BusClient;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Registry;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.stub.Accepted;
import io.github.dynamooutbox.localaws.stub.AcceptedBusEvent;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.BatchOutcome.RequestRefused;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Test;

/** What a Custom Event Bus promises through either operation. */
abstract class BusContract extends AwsTargetContract<AwsEntry<BusClient.Entry>> {
  final String bus = AwsUnderTest.unique("bus");
  private final boolean raw;
  private String arn = "";

  BusContract(boolean raw) {
    this.raw = raw;
  }

  @Override
  Service service() {
    return Service.EVENTBRIDGEV2;
  }

  @Override
  String action() {
    return raw ? "PutRawEvents" : "PutEvents";
  }

  @Override
  void create() {
    arn = cloud.stub().customBuses().create(bus, Duration.ofDays(1));
  }

  @Override
  Target<AwsEntry<BusClient.Entry>> target(
      Clients clients, boolean exists, Sending sending, ExecutorService on) {
    String target = exists ? arn : arn.substring(0, arn.length() - 2) + "zz";
    return target(target, raw, sending, Optional.empty(), clients, on);
  }

  static Target<AwsEntry<BusClient.Entry>> target(
      String busArn,
      boolean raw,
      Sending sending,
      Optional<Registry> registry,
      Clients clients,
      ExecutorService on) {
    return new EventBridgeV2Target(
        config(busArn, raw, sending, registry),
        clients.get(BusClient.class, BusClient::builder),
        new LentHost(on));
  }

  /** Read from a document, as a relay does. */
  private static EventBridgeV2Config config(
      String busArn, boolean raw, Sending sending, Optional<Registry> registry) {
    String document =
        """
        {"table": {"name": "orders"},
         "targets": {"orders": {"type": "eventbridgev2", "busArn": "%s", "api": "%s", %s
                                "envelope": "%s", "maxEntryBytes": %d, "maxEntries": %d}},
         "routes": [{"to": ["orders"]}]}
        """
            .formatted(
                busArn,
                raw ? "raw" : "events",
                registry.map(it -> "\"schemaRegistryUri\": \"%s\",".formatted(it.uri())).orElse(""),
                sending.envelope().name().toLowerCase(Locale.ROOT),
                sending.maxEntryBytes(),
                sending.limits().maxEntries());
    return (EventBridgeV2Config) RelayConfig.parse(document).targets().get(0);
  }

  /** The same target but for a registry. */
  Target<AwsEntry<BusClient.Entry>> withRegistry(EnvelopeForm form, Registry registry) {
    Sending sending = new Sending(true, form, target().limits(), ENTRY_BYTES);
    return target(arn, raw, sending, Optional.of(registry), clients(PATIENT), executor);
  }

  private Target<AwsEntry<BusClient.Entry>> otherTarget(String busArn, boolean isRaw) {
    Sending sending = new Sending(true, EnvelopeForm.CLOUDEVENT, target().limits(), ENTRY_BYTES);
    return target(busArn, isRaw, sending, Optional.empty(), clients(PATIENT), executor);
  }

  final List<AcceptedBusEvent> accepted() {
    return cloud.stub().eventBridgeV2().accepted(bus);
  }

  @Override
  List<String> bodies(int atLeast) {
    return accepted().stream().map(Accepted::body).toList();
  }

  @Override
  List<String> keys(int atLeast) {
    return accepted().stream().map(event -> event.groupId().orElse("")).toList();
  }

  @Override
  Retry.Reason throttledEntry() {
    return Retry.Reason.UNKNOWN;
  }

  @Override
  Optional<String> entryFault() {
    return Optional.of("VALIDATION_ERROR");
  }

  @Override
  String requestFault() {
    return "InvalidInputException";
  }

  @Override
  String missingCode() {
    return "ResourceNotFoundException";
  }

  @Override
  boolean isHalved(String code) {
    return code.equals("AccessDeniedException");
  }

  /** Tests that are not about it send an event again. */
  @Override
  boolean countsDuplicatesApart() {
    return true;
  }

  private BatchOutcome send(Target<AwsEntry<BusClient.Entry>> target, Samples... samples) {
    return target
        .publish(List.of(samples).stream().map(sample -> ready(target, sample)).toList())
        .toCompletableFuture()
        .join();
  }

  @Test
  void saysWhatItDroppedAsADuplicate() {
    assertThat(send(target(), Samples.plain())).isEqualTo(published(1));
    assertThat(send(target(), Samples.plain()))
        .isEqualTo(BatchOutcome.all(1, Published.DEDUPLICATED));
    assertThat(accepted()).hasSize(1);
    assertThat(cloud.stub().eventBridgeV2().discarded()).hasSize(1);
  }

  @Test
  void anotherBusAndTheOtherOperationGetTheEventToo() {
    String other = cloud.stub().customBuses().create("other-" + bus, Duration.ofDays(1));
    assertThat(send(target(), Samples.plain())).isEqualTo(published(1));
    assertThat(send(otherTarget(other, raw), Samples.plain())).isEqualTo(published(1));
    assertThat(send(otherTarget(arn, !raw), Samples.plain())).isEqualTo(published(1));
    assertThat(accepted()).hasSize(2);
    assertThat(cloud.stub().eventBridgeV2().accepted("other-" + bus)).hasSize(1);
  }

  @Test
  void theGroupIsTheAggregate() {
    send(target(), Samples.plain(), Samples.plain().aggregate("Order", "x".repeat(200)).id("l"));
    assertThat(keys(2).get(0)).isEqualTo("Order#42");
    assertThat(keys(2).get(1)).matches("[0-9a-f]{64}");
  }

  @Test
  void aRequestThatIsDeniedForOneOfItsEntriesIsHalved() {
    cloud.stub().customBuses().deny(entry -> entry.key().equals("Order#o-1"));
    assertThat(publish(target(), samples(3)))
        .isInstanceOfSatisfying(
            RequestRefused.class,
            refused -> assertThat(refused.code()).isEqualTo("AccessDeniedException"));
    // Alone it waits: the relay finds out whether others pass.
    assertThat(retryCodes(publish(target(), samples(2).subList(1, 2))))
        .containsExactly("AccessDeniedException");
    assertThat(publish(target(), samples(1))).isEqualTo(published(1));
  }

  @Test
  void aRequestThatIsTooLargeIsHalved() {
    fault(Fault.fail(413, "RequestEntityTooLarge"));
    assertThat(publish(target(), samples(2))).isInstanceOf(RequestRefused.class);
  }

  @Test
  void aThrottledGroupLeavesTheOthersAlone() {
    cloud.stub().customBuses().groupRate(2);
    Samples first = Samples.plain();
    PerEntry outcome =
        (PerEntry)
            send(target(), first, first.id("again"), first.aggregate("Order", "other").id("other"));
    assertThat(outcome.outcomes())
        .containsExactly(
            Published.INSTANCE,
            new Retry("ThrottlingException", "Rate exceeded"),
            Published.INSTANCE);
  }

  @Test
  void aBusThatIsNotActiveIsNoEventsFault() {
    cloud.stub().customBuses().state(arn, "CREATING", "");
    assertThat(retryCodes(publish(target(), samples(2))))
        .containsExactly("InvalidStateException", "InvalidStateException");
  }

  @Test
  void describesItsBus() {
    BusClient client = clients(PATIENT).get(BusClient.class, BusClient::builder);
    assertThat(client.describe(arn).state()).isEqualTo("ACTIVE");
    assertThat(client.describe(arn).retentionDays()).hasValue(1);
  }
}
