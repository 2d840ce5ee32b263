package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.aws.target.TargetFields;
import io.github.dynamooutbox.aws.target.TextRule;
import java.util.Map;
import java.util.Optional;

/** Reads {@code authentication}. */
public final class AuthenticationReader {
  private static final String IAM = "iam";
  private static final Map<String, String> MECHANISMS =
      Map.of(
          IAM,
          IAM,
          "plain",
          "PLAIN",
          "scram-sha-256",
          "SCRAM-SHA-256",
          "scram-sha-512",
          "SCRAM-SHA-512");
  private static final TextRule VARIABLE =
      TextRule.of("[A-Za-z_][A-Za-z0-9_]{0,127}", "the name of an environment variable");
  private static final TextRule CLUSTER =
      TextRule.of(
          "arn:aws[a-z-]*:kafka:[a-z0-9-]+:[0-9]{12}:cluster/[^/]+/[^/]+",
          "a cluster's ARN: arn:aws:kafka:<region>:<account>:cluster/<name>/<uuid>");

  private AuthenticationReader() {}

  /**
   * Reads it, or reports what is wrong with it.
   *
   * @param tls whether connections are encrypted
   */
  public static Authentication read(TargetFields target, boolean tls) {
    Optional<TargetFields> fields = target.nested("authentication");
    return fields.isPresent() ? read(fields.get(), target, tls) : new NoAuthentication();
  }

  private static Authentication read(TargetFields fields, TargetFields target, boolean tls) {
    if (!fields.has("mechanism")) {
      fields.missing("mechanism", "one of iam, plain, scram-sha-256, scram-sha-512");
    }
    String mechanism = fields.choice("mechanism", MECHANISMS).orElse("PLAIN");
    boolean iam = mechanism.equals(IAM);
    if (!tls && (iam || mechanism.equals("PLAIN"))) {
      target.problem("tls", "false is impossible with this mechanism, which does not hide secrets");
    }
    String key = iam ? "clusterArn" : "credentialsVariable";
    if (!fields.has(key)) {
      fields.missing(
          key,
          iam
              ? "the cluster that the relay's role may use"
              : "name the environment variable that has user name and password");
    }
    String value = fields.text(key, iam ? CLUSTER : VARIABLE).orElse("");
    return iam ? new IamRole(value) : new PasswordReference(mechanism, value);
  }
}
