package io.github.dynamooutbox.lambda.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.ConfiguredRelay;
import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.aws.invocation.StreamEventParser;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.lambda.internal.Priming.NoNetwork;
import io.github.dynamooutbox.lambda.internal.Priming.SampleEvent;
import io.github.dynamooutbox.relay.internal.decode.Decoded;
import io.github.dynamooutbox.relay.internal.decode.Decoder;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.logging.log4j.Level;
import org.crac.Core;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;

class SnapStartRelayTest {
  private static final OutboxSchema CUSTOM = new OutboxSchema("id", "range", "evt-", "expires");

  private static final RelayConfig CONFIG = config("");

  private static RelayConfig config(String section) {
    return RelayConfig.parse(
        """
        {"table": {"name": "orders"},
         %s
         "targets": {
           "bus": {"type": "eventbridge", "busName": "orders"},
           "billing": {"type": "sns",
             "topicArn": "arn:aws:sns:eu-west-1:000000000000:billing.fifo"},
           "audit": {"type": "kinesis", "streamName": "audit"}},
         "routes": [{"to": ["bus", "billing", "audit"]}]}
        """
            .formatted(section));
  }

  @Test
  void theSampleIsARecordUnderEverySchema() throws IOException {
    for (OutboxSchema schema : List.of(OutboxSchema.defaults(), CUSTOM)) {
      StreamEvent event =
          new StreamEventParser(schema)
              .parse(
                  new ByteArrayInputStream(
                      SampleEvent.of(schema).getBytes(StandardCharsets.UTF_8)));

      assertThat(event.records())
          .singleElement()
          .extracting(new Decoder(new RecordCodec(schema), Set.of())::decode)
          .isInstanceOf(Decoded.Events.class);
    }
  }

  @Test
  void relaysAfterItWasRestoredFromASnapshot() throws Exception {
    SnapStartRelay relay = SnapStartRelay.open(CONFIG);
    try {
      relay.beforeCheckpoint(Core.getGlobalContext());
      relay.afterRestore(Core.getGlobalContext());

      assertThat(relay.relay(notOurs(), Duration.ofMinutes(1))).isEmpty();
    } finally {
      relay.close();
    }
  }

  /** All else looks well: the stream is read, and nothing fails. */
  @Test
  void logsAtItsStartThatItPublishesNothingOfItsOwnRegion() {
    assertThat(errorsAtStart("\"relay\": {\"regions\": [\"us-east-1\"]},"))
        .containsExactly(
            "relay.regions: eu-west-1, in which the relay runs, is not among them, so no event that"
                + " is written there is published; add it, or set relay.standby to true where this"
                + " is meant");
    assertThat(errorsAtStart("\"relay\": {\"regions\": [\"us-east-1\"], \"standby\": true},"))
        .isEmpty();
    assertThat(errorsAtStart("\"relay\": {\"regions\": [\"us-east-1\", \"eu-west-1\"]},"))
        .isEmpty();
  }

  private static List<String> errorsAtStart(String section) {
    try (LogCapture log = new LogCapture(ConfiguredRelay.class)) {
      SnapStartRelay.open(config(section)).close();
      return log.events().stream()
          .filter(event -> event.getLevel().equals(Level.ERROR))
          .map(event -> event.getMessage().getFormattedMessage())
          .toList();
    }
  }

  @Test
  void warmsUpTheWayToEveryTargetAndToTheControlTable() {
    Set<String> hosts = ConcurrentHashMap.newKeySet();
    Set<String> actions = ConcurrentHashMap.newKeySet();
    var noNetwork = new NoNetwork();
    Priming.run(
        config("\"controlTable\": {\"name\": \"orders-control\"},"),
        new SdkHttpClient() {
          @Override
          public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            hosts.add(request.httpRequest().host().replaceAll("\\..*", ""));
            request.httpRequest().firstMatchingHeader("X-Amz-Target").ifPresent(actions::add);
            return noNetwork.prepareRequest(request);
          }

          @Override
          public void close() {}
        });

    assertThat(hosts).containsExactlyInAnyOrder("events", "sns", "kinesis", "dynamodb");
    assertThat(actions)
        .contains(
            "AWSEvents.PutEvents",
            "Kinesis_20131202.PutRecords",
            "DynamoDB_20120810.Query",
            "DynamoDB_20120810.PutItem");
  }

  private static StreamEvent notOurs() {
    Item keys = Item.builder().put("PK", "ORDER#1").put("SK", "ORDER").build();
    return new StreamEvent(
        "",
        List.of(
            new StreamRecord(new StreamPosition("1"), ChangeType.REMOVE, keys, Optional.empty())));
  }
}
