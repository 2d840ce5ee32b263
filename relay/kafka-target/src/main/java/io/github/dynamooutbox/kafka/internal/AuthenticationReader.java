package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.aws.targets.StoredParameter;
import io.github.dynamooutbox.aws.targets.TargetFields;
import io.github.dynamooutbox.aws.targets.TextRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code authentication} in the configuration of a target. */
public final class AuthenticationReader {
  private static final String IAM = "iam";
  private static final String TLS = "TLS";
  private static final Map<String, String> MECHANISMS =
      Map.of(
          IAM,
          IAM,
          "plain",
          "PLAIN",
          "scram-sha-256",
          "SCRAM-SHA-256",
          "scram-sha-512",
          "SCRAM-SHA-512",
          "tls",
          TLS);
  private static final TextRule VARIABLE =
      TextRule.of("[A-Za-z_][A-Za-z0-9_]{0,127}", "the name of an environment variable");

  /** API references: GetParameter of Systems Manager, and CreateSecret of Secrets Manager. */
  private static final TextRule PARAMETER =
      TextRule.of(
          "/aws/reference/secretsmanager/[A-Za-z0-9/_+=.@-]{1,512}"
              + "|/?[A-Za-z0-9_.-]{1,256}(/[A-Za-z0-9_.-]{1,256}){0,14}",
          "a parameter's name, or that of a secret: /aws/reference/secretsmanager/<name>");

  private static final TextRule CLUSTER =
      TextRule.of(
          "arn:aws[a-z-]*:kafka:[a-z0-9-]+:[0-9]{12}:cluster/[^/]+/[^/]+",
          "a cluster's ARN: arn:aws:kafka:<region>:<account>:cluster/<name>/<uuid>");

  private AuthenticationReader() {}

  /**
   * Reads it, and reports what is wrong with it.
   *
   * @param servers the brokers, as host and port
   * @param tls whether connections are encrypted
   */
  public static Authentication read(TargetFields target, List<String> servers, boolean tls) {
    Optional<TargetFields> fields = target.nested("authentication");
    return fields.isPresent() ? read(fields.get(), target, servers, tls) : new NoAuthentication();
  }

  private static Authentication read(
      TargetFields fields, TargetFields target, List<String> servers, boolean tls) {
    if (!fields.has("mechanism")) {
      fields.missing("mechanism", "one of iam, plain, scram-sha-256, scram-sha-512, tls");
    }
    String mechanism = fields.choice("mechanism", MECHANISMS).orElse("PLAIN");
    boolean iam = mechanism.equals(IAM);
    if (!tls && (iam || mechanism.equals("PLAIN"))) {
      target.problem(
          "tls", "false is impossible with this mechanism, which does not encrypt secrets");
    }
    if (!tls && mechanism.equals(TLS)) {
      target.problem(
          "tls", "false is impossible with this mechanism: client certificates need TLS");
    }
    if (iam) {
      if (!fields.has("clusterArn")) {
        fields.missing("clusterArn", "the cluster that the relay's role may use");
      }
      Optional<String> cluster = fields.text("clusterArn", CLUSTER);
      cluster
          .flatMap(arn -> ClusterPlace.mistake(arn, servers))
          .ifPresent(mistake -> fields.problem("clusterArn", mistake));
      return new IamRole(cluster.orElse(""));
    }
    Credentials credentials = credentials(fields);
    return mechanism.equals(TLS)
        ? new CertificateReference(credentials)
        : new PasswordReference(mechanism, credentials);
  }

  private static Credentials credentials(TargetFields fields) {
    if (!fields.has("credentialsVariable") && !fields.has("credentialsParameter")) {
      fields.missing(
          "credentialsParameter",
          "name the parameter or secret that contains the credentials, or use credentialsVariable"
              + " to name an environment variable");
    }
    Optional<String> variable = fields.text("credentialsVariable", VARIABLE);
    Optional<String> parameter = fields.text("credentialsParameter", PARAMETER);
    Optional<String> key = fields.text("kmsKeyArn", TextRule.keyArn());
    if (variable.isPresent() && parameter.isPresent()) {
      fields.problem(
          "credentialsVariable", "is given together with credentialsParameter; remove one");
    }
    if (key.isPresent() && parameter.isEmpty()) {
      fields.problem("kmsKeyArn", "is the key of credentialsParameter, which is missing");
    }
    return parameter.isPresent()
        ? new Credentials.InParameter(new StoredParameter(parameter.get()), key)
        : new Credentials.InVariable(variable.orElse(""));
  }
}
