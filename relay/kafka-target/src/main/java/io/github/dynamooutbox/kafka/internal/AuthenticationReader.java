package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.StoredParameter;
import io.github.dynamooutbox.aws.targets.TargetFields;
import io.github.dynamooutbox.kafka.internal.Authentication.CertificateReference;
import io.github.dynamooutbox.kafka.internal.Authentication.IamRole;
import io.github.dynamooutbox.kafka.internal.Authentication.NoAuthentication;
import io.github.dynamooutbox.kafka.internal.Authentication.PasswordReference;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Declares and reads {@code authentication} in the configuration of a target. */
public final class AuthenticationReader {
  public static final Section KEYS =
      Section.of("How the relay authenticates. Default: it does not.");

  /** Of the target itself: which mechanisms are possible depends on it. */
  public static final Key<Boolean> ENCRYPTED =
      Key.flag("tls")
          .byDefault(true)
          .about(
              "Whether connections are encrypted; the JVM's certificate authorities are trusted.");

  private static final String IAM = "iam";
  private static final String PLAIN = "plain";
  private static final String TLS = "tls";

  private static final Key<String> MECHANISM =
      KEYS.add(
          Key.choice("mechanism", IAM, PLAIN, "scram-sha-256", "scram-sha-512", TLS)
              .required("one of iam, plain, scram-sha-256, scram-sha-512, tls")
              .about(
                  "`iam` for Amazon MSK, `scram-sha-512` for MSK and others, `tls` for a client"
                      + " certificate. All but SCRAM require `tls: true`."));

  private static final Key<String> CLUSTER =
      KEYS.add(
          Key.text(
                  "clusterArn",
                  TextRule.of(
                      "arn:aws[a-z-]*:kafka:[a-z0-9-]+:[0-9]{12}:cluster/[^/]+/[^/]+",
                      "a cluster's ARN: arn:aws:kafka:<region>:<account>:cluster/<name>/<uuid>"))
              .about(
                  "With `iam`: the cluster. If the brokers' names are those of MSK, a region other"
                      + " than theirs is refused. See [Authentication](kafka.md#authentication)."));

  private static final Key<String> VARIABLE =
      KEYS.add(
          Key.text(
                  "credentialsVariable",
                  TextRule.of(
                      "[A-Za-z_][A-Za-z0-9_]{0,127}", "the name of an environment variable"))
              .about(
                  "Instead of `credentialsParameter`: an environment variable of the relay, for"
                      + " hosts that the stack does not deploy."));

  /** API references: GetParameter of Systems Manager, and CreateSecret of Secrets Manager. */
  private static final Key<String> PARAMETER =
      KEYS.add(
          Key.text(
                  "credentialsParameter",
                  TextRule.of(
                      "/aws/reference/secretsmanager/[A-Za-z0-9/_+=.@-]{1,512}"
                          + "|/?[A-Za-z0-9_.-]{1,256}(/[A-Za-z0-9_.-]{1,256}){0,14}",
                      "a parameter's name, or that of a secret:"
                          + " /aws/reference/secretsmanager/<name>"))
              .about(
                  "A Systems Manager parameter (a `SecureString`), or a Secrets Manager secret by"
                      + " its name there: `/aws/reference/secretsmanager/AmazonMSK_orders`. Not"
                      + " with `iam`."));

  private static final Key<String> KMS_KEY =
      KEYS.add(
          Key.text("kmsKeyArn", TextRule.keyArn())
              .about(
                  "The customer managed key that encrypts that parameter or secret; MSK requires"
                      + " one for its secrets."));

  private AuthenticationReader() {}

  /**
   * Reads it, and reports what is wrong with it.
   *
   * @param given its own keys; empty: without authentication
   * @param servers the brokers, as host and port
   * @param tls whether connections are encrypted
   */
  public static Authentication read(
      TargetFields target, Optional<TargetFields> given, List<String> servers, boolean tls) {
    return given.isPresent() ? read(given.get(), target, servers, tls) : new NoAuthentication();
  }

  private static Authentication read(
      TargetFields fields, TargetFields target, List<String> servers, boolean tls) {
    String mechanism = fields.find(MECHANISM).orElse(PLAIN);
    boolean iam = mechanism.equals(IAM);
    if (!tls && (iam || mechanism.equals(PLAIN))) {
      target.problem(
          ENCRYPTED, "false is impossible with this mechanism, which does not encrypt secrets");
    }
    if (!tls && mechanism.equals(TLS)) {
      target.problem(
          ENCRYPTED, "false is impossible with this mechanism: client certificates need TLS");
    }
    if (iam) {
      if (!fields.has(CLUSTER)) {
        fields.missing(CLUSTER, "the cluster that the relay's role may use");
      }
      Optional<String> cluster = fields.find(CLUSTER);
      cluster
          .flatMap(arn -> ClusterPlace.problem(arn, servers))
          .ifPresent(problem -> fields.problem(CLUSTER, problem));
      return new IamRole(cluster.orElse(""));
    }
    Credentials credentials = credentials(fields);
    return mechanism.equals(TLS)
        ? new CertificateReference(credentials)
        : new PasswordReference(mechanism.toUpperCase(Locale.ROOT), credentials);
  }

  private static Credentials credentials(TargetFields fields) {
    if (!fields.has(VARIABLE) && !fields.has(PARAMETER)) {
      fields.missing(
          PARAMETER,
          "name the parameter or secret that contains the credentials, or use credentialsVariable"
              + " to name an environment variable");
    }
    Optional<String> variable = fields.find(VARIABLE);
    Optional<String> parameter = fields.find(PARAMETER);
    Optional<String> key = fields.find(KMS_KEY);
    if (variable.isPresent() && parameter.isPresent()) {
      fields.problem(VARIABLE, "is given together with credentialsParameter; remove one");
    }
    if (key.isPresent() && parameter.isEmpty()) {
      fields.problem(KMS_KEY, "is the key of credentialsParameter, which is missing");
    }
    return parameter.isPresent()
        ? new Credentials.InParameter(new StoredParameter(parameter.get()), key)
        : new Credentials.InVariable(variable.orElse(""));
  }

  /**
   * Checks partition and region in the ARN of an Amazon MSK cluster. With a wrong ARN the relay
   * would be allowed to use a cluster that it does not connect to, and be refused by the one that
   * it does.
   */
  private static final class ClusterPlace {
    /** Amazon MSK developer guide, "Get the bootstrap brokers for an Amazon MSK cluster". */
    private static final Pattern BROKER =
        Pattern.compile(
            "[a-z0-9.-]+\\.kafka(?:-serverless)?\\.([a-z0-9-]+)\\.amazonaws\\.com(?:\\.cn)?:[0-9]+",
            Pattern.CASE_INSENSITIVE);

    private ClusterPlace() {}

    /**
     * Returns what is wrong with the ARN and how to correct it. Brokers whose names are not those
     * of MSK are not compared.
     */
    static Optional<String> problem(String clusterArn, List<String> servers) {
      AwsPlace place = AwsPlace.of(clusterArn);
      String partition = AwsPlace.partitionOf(place.region());
      if (!place.partition().equals(partition)) {
        return Optional.of(
            "is in partition %s, but region %s is in %s; begin with arn:%s:"
                .formatted(place.partition(), place.region(), partition, partition));
      }
      for (String server : servers) {
        Matcher broker = BROKER.matcher(server);
        if (broker.matches() && !broker.group(1).equalsIgnoreCase(place.region())) {
          return Optional.of(
              "is in region %s, but broker %s is in %s; give the ARN of the brokers' cluster"
                  .formatted(place.region(), server, broker.group(1)));
        }
      }
      return Optional.empty();
    }
  }
}
