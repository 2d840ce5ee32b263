package io.github.dynamooutbox.aws.targets;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A parameter of AWS Systems Manager, or a secret of AWS Secrets Manager under its name in Systems
 * Manager, {@code /aws/reference/secretsmanager/<id>}. Takes region and credentials from the
 * environment, as every SDK client does. Immutable.
 *
 * @param name the name in Systems Manager
 */
public record StoredParameter(String name) {
  /** User guide of Systems Manager, "Referencing Secrets Manager secrets". */
  private static final String SECRET = "/aws/reference/secretsmanager/";

  /**
   * Reads the value. Blocks, for a few seconds at most with each attempt.
   *
   * @param environment may set another endpoint, as for every SDK client
   * @param attempts maximum number of attempts, if a retry may help
   * @throws IOException if it cannot be read; the message says why, and contains nothing of the
   *     value
   * @throws InterruptedException if this thread was interrupted between two attempts
   */
  public String read(Map<String, String> environment, int attempts)
      throws IOException, InterruptedException {
    // A class of its own: what checks a configuration has no SDK.
    return new ParameterRequest(name, environment).value(attempts);
  }

  /** The permissions that reading it needs, except for that to use a customer managed key. */
  public List<TargetRight> rights(AwsPlace place) {
    String path = name.startsWith("/") ? name : "/" + name;
    List<TargetRight> rights = new ArrayList<>();
    rights.add(new TargetRight(List.of("ssm:GetParameter"), place.arn("ssm", "parameter" + path)));
    if (name.startsWith(SECRET)) {
      // Six characters that Secrets Manager chooses follow the name.
      String secret = "secret:" + name.substring(SECRET.length()) + "-??????";
      rights.add(
          new TargetRight(
              List.of("secretsmanager:GetSecretValue"), place.arn("secretsmanager", secret)));
    }
    return rights;
  }
}
