package io.github.dynamooutbox.aws.config;

import io.github.dynamooutbox.aws.internal.json.PlainJson;
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
    int timeout = number("function", "timeoutSeconds");
    if (timeout > 0 && (runsOnLambda() || hasControlTable)) {
      InvocationTime.problem(settings.callTimeout(), Duration.ofSeconds(timeout))
          .ifPresent(problem -> relay.problem(RelayReader.CALL_TIMEOUT_MILLIS, problem));
    }
    if (isOn("alarms", "enabled")) {
      alarmBeforeRecordsAreTrimmed();
      windowWithin("iteratorAgeSeconds", number("alarms", "iteratorAgeSeconds"));
      windowWithin("publishAgeSeconds", number("alarms", "publishAgeSeconds"));
      if (isOn("heartbeat", "enabled")) {
        Duration interval = Duration.ofMinutes(number("heartbeat", "everyMinutes"));
        windowWithin(
            "missedHeartbeats", number("alarms", "missedHeartbeats") * (int) interval.toSeconds());
      }
    }
  }

  private boolean runsOnLambda() {
    return PlainJson.at(relay.json(), RelayReader.HOST.name()).filter("kcl"::equals).isEmpty()
        || PlainJson.at(deployed.json(), "bothRelays").filter(Boolean.TRUE::equals).isPresent();
  }

  private void alarmBeforeRecordsAreTrimmed() {
    int age = number("alarms", "iteratorAgeSeconds");
    long latest = BlockedAfter.BACKSTOP.toSeconds();
    if (age >= latest) {
      deployed.problemAt(
          deployed.path("alarms.iteratorAgeSeconds"),
          "%d is too late: a stream keeps its records for 24 hours, and from %d hours on the relay parks what is left; set it below %d"
              .formatted(age, BlockedAfter.BACKSTOP.toHours(), latest));
    }
  }

  /** To an alarm with a lower threshold, a batch that waits for the window looks late. */
  private void windowWithin(String alarm, int seconds) {
    int window = number("mapping", "batchingWindowSeconds");
    if (seconds > 0 && window >= seconds) {
      deployed.problemAt(
          deployed.path("mapping.batchingWindowSeconds"),
          "%d alone raises the alarm of infrastructure.alarms.%s, %d s; shorten the window, or raise the alarm later"
              .formatted(window, alarm, seconds));
    }
  }

  /** The number at a key; 0 where there is none. */
  private int number(String section, String key) {
    return PlainJson.at(deployed.json(), section, key)
        .map(PlainJson::whole)
        .filter(whole -> whole.isPresent() && whole.getAsLong() == (int) whole.getAsLong())
        .map(whole -> (int) whole.getAsLong())
        .orElse(0);
  }

  /** Everything is on unless it is switched off. */
  private boolean isOn(String section, String key) {
    return PlainJson.at(deployed.json(), section, key).filter(Boolean.FALSE::equals).isEmpty();
  }
}
