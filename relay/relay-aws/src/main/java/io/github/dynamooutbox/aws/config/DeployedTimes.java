package io.github.dynamooutbox.aws.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import java.time.Duration;

/**
 * Finds time settings of the relay and its infrastructure that cannot work together. Only what the
 * document says is compared: the CDK app fills in its defaults first, and passes on the function's
 * timeout.
 */
final class DeployedTimes {
  private final JsonFields relay;
  private final JsonFields deployed;

  /**
   * @param deployed the section {@code infrastructure}, whose types the CDK app checks
   */
  DeployedTimes(JsonFields relay, JsonFields deployed) {
    this.relay = relay;
    this.deployed = deployed;
  }

  /**
   * Reports the settings that do not go together.
   *
   * @param hasControlTable whether there is a redrive, which is a function with either host
   */
  void check(RelaySettings settings, boolean hasControlTable) {
    JsonNode timeout = at("function", "timeoutSeconds");
    if (timeout.isInt() && (runsOnLambda() || hasControlTable)) {
      InvocationTime.problem(settings.callTimeout(), Duration.ofSeconds(timeout.intValue()))
          .ifPresent(problem -> relay.problem("callTimeoutMillis", problem));
    }
    if (at("alarms", "enabled").asBoolean(true)) {
      alarmBeforeRecordsAreTrimmed();
      windowWithin("iteratorAgeSeconds", at("alarms", "iteratorAgeSeconds").asInt());
      windowWithin("publishAgeSeconds", at("alarms", "publishAgeSeconds").asInt());
      if (at("heartbeat", "enabled").asBoolean(true)) {
        int minutes = at("heartbeat", "everyMinutes").asInt();
        windowWithin(
            "missedHeartbeats",
            at("alarms", "missedHeartbeats").asInt()
                * (int) Duration.ofMinutes(minutes).toSeconds());
      }
    }
  }

  private boolean runsOnLambda() {
    return relay.value("host").map(host -> !host.asText().equals("kcl")).orElse(true)
        || deployed.value("bothRelays").map(JsonNode::asBoolean).orElse(false);
  }

  private void alarmBeforeRecordsAreTrimmed() {
    JsonNode age = at("alarms", "iteratorAgeSeconds");
    long latest = BlockedAfter.BACKSTOP.toSeconds();
    if (age.isInt() && age.intValue() >= latest) {
      deployed.problem(
          "alarms.iteratorAgeSeconds",
          "%d is too late: a stream keeps its records for 24 hours, and from %d hours on the relay parks what is left; set it below %d"
              .formatted(age.intValue(), BlockedAfter.BACKSTOP.toHours(), latest));
    }
  }

  /** To an alarm with a lower threshold, a batch that waits for the window looks late. */
  private void windowWithin(String alarm, int seconds) {
    JsonNode window = at("mapping", "batchingWindowSeconds");
    if (window.isInt() && seconds > 0 && window.intValue() >= seconds) {
      deployed.problem(
          "mapping.batchingWindowSeconds",
          "%d alone raises the alarm of infrastructure.alarms.%s, %d s; shorten the window, or raise the alarm later"
              .formatted(window.intValue(), alarm, seconds));
    }
  }

  private JsonNode at(String section, String key) {
    return deployed.value(section).map(found -> found.path(key)).orElse(MissingNode.getInstance());
  }
}
