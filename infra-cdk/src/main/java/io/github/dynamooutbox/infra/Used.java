package io.github.dynamooutbox.infra;

import java.util.Optional;
import software.amazon.awscdk.IResource;
import software.amazon.awscdk.Stack;

/**
 * A resource that a stack uses and does not make itself: named by its ARN in the document, or a
 * construct of the app.
 *
 * @param path where the document names it, or the method that was given it
 * @param identity the same for two names of one resource
 * @param region where it is, if that is known at synthesis
 * @param account whose it is, if that is known at synthesis
 * @param partition of its ARN, if that is known at synthesis
 */
record Used(
    String path,
    String identity,
    Optional<String> region,
    Optional<String> account,
    Optional<String> partition) {
  static final String TABLE = "table";
  static final String CONTROL_TABLE = "controlTable";
  static final String ALARM_TOPIC = "alarmTopic";

  static Used of(Arn arn) {
    return new Used(
        arn.path(),
        arn.text(),
        Optional.of(arn.region()).filter(region -> !region.isEmpty()),
        Optional.of(arn.account()).filter(account -> !account.isEmpty()),
        Optional.of(arn.partition()));
  }

  /**
   * A construct.
   *
   * @param arn its ARN, which may contain what is only known during the deployment
   */
  static Used of(String path, IResource construct, String arn) {
    String[] parts = arn.split(":", 6);
    return new Used(
        path,
        identity(construct, arn),
        Deployment.Place.known(construct.getEnv().getRegion()),
        Deployment.Place.known(construct.getEnv().getAccount()),
        parts.length < 6 ? Optional.empty() : Deployment.Place.known(parts[1]));
  }

  /**
   * Two imports of one resource are two constructs, and what the app makes is known by its path.
   */
  private static String identity(IResource construct, String arn) {
    return construct.getNode().getDefaultChild() == null
        ? String.valueOf(Stack.of(construct).resolve(arn))
        : construct.getNode().getPath();
  }

  /** Whether it is the same resource, under whatever path. */
  boolean isSame(Used other) {
    return identity.equals(other.identity);
  }

  /** Whether it is the outbox table itself. */
  boolean isTable() {
    return path.equals(TABLE) || path.equals("infrastructure.table.tableArn");
  }

  /** Whether it is the control table. */
  boolean isControlTable() {
    return path.equals(CONTROL_TABLE) || path.equals("infrastructure.controlTable.tableArn");
  }

  /** Whether it is the topic of the alarms. */
  boolean isAlarmTopic() {
    return path.equals(ALARM_TOPIC) || path.equals("infrastructure.alarms.topicArn");
  }

  /** Whether events go there. */
  boolean isTarget() {
    return path.startsWith("targets.")
        && !path.endsWith(".kmsKeyArn")
        && !path.endsWith(".clusterArn");
  }
}
