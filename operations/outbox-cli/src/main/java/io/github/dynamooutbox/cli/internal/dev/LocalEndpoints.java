package io.github.dynamooutbox.cli.internal.dev;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetResource;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where AWS clients send their requests (AWS SDKs and Tools Reference Guide, "Service-specific
 * endpoints"), and whether that is this machine. What it cannot tell, it refuses.
 *
 * @param environment usually {@link System#getenv()}
 * @param all the endpoint of all services, from {@code --endpoint}
 */
record LocalEndpoints(Map<String, String> environment, Optional<String> all) {
  private static final String PROPERTY = "aws.endpointUrl";
  private static final String VARIABLE = "AWS_ENDPOINT_URL";
  private static final String IGNORE = "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS";
  private static final String DYNAMODB = "DYNAMODB";

  /**
   * Those of this process. Properties of single services come before variables, and stand for the
   * variables here.
   */
  static LocalEndpoints ofThisProcess() {
    Map<String, String> environment = new TreeMap<>(System.getenv());
    for (String name : System.getProperties().stringPropertyNames()) {
      if (name.startsWith(PROPERTY) && !name.equals(PROPERTY)) {
        String service = name.substring(PROPERTY.length()).toUpperCase(Locale.ROOT);
        environment.put(VARIABLE + '_' + service, System.getProperty(name));
      }
    }
    return new LocalEndpoints(environment, Optional.ofNullable(System.getProperty(PROPERTY)));
  }

  /** What is not on this machine, each with what to do; empty if everything is. */
  List<String> problems(RelayConfig config) {
    List<String> problems = new ArrayList<>();
    if (environment.getOrDefault(IGNORE, "").equalsIgnoreCase("true")) {
      problems.add(IGNORE + " is set, so AWS clients ignore endpoints: unset it");
    }
    all.filter(url -> !isHere(url)).ifPresent(url -> problems.add(elsewhere("--endpoint", url)));
    // Of every service: a target may call others than its own, for example for large payloads.
    new TreeMap<>(environment)
        .forEach(
            (variable, url) -> {
              if (variable.startsWith(VARIABLE) && !url.isBlank() && !isHere(url)) {
                problems.add(elsewhere(variable, url));
              }
            });
    problemOf("DynamoDB", DYNAMODB).ifPresent(problems::add);
    problemOf("DynamoDB Streams", "DYNAMODB_STREAMS").ifPresent(problems::add);
    for (TargetConfig target : config.targets()) {
      String name = "target " + target.name();
      target
          .resource()
          .flatMap(LocalEndpoints::service)
          .map(service -> problemOf(name, service))
          .orElse(Optional.of(name + ": its kind does not say where it sends"))
          .ifPresent(problems::add);
    }
    return problems;
  }

  /** The stream's endpoint, which DynamoDB Local shares with its tables. */
  Optional<URI> streams() {
    return endpoint("DYNAMODB_STREAMS").map(URI::create);
  }

  private Optional<String> endpoint(String service) {
    return set(VARIABLE + '_' + service)
        .or(() -> service.equals("DYNAMODB_STREAMS") ? set(VARIABLE + '_' + DYNAMODB) : all)
        .or(() -> all)
        .or(() -> set(VARIABLE));
  }

  private Optional<String> set(String variable) {
    return Optional.ofNullable(environment.get(variable)).filter(value -> !value.isBlank());
  }

  private static String elsewhere(String from, String url) {
    return "%s: %s is not on this machine".formatted(from, url);
  }

  private Optional<String> problemOf(String what, String service) {
    return endpoint(service).isPresent()
        ? Optional.empty()
        : Optional.of(
            "%s: no endpoint is set, so it would be AWS's own: set %s_%s or --endpoint"
                .formatted(what, VARIABLE, service));
  }

  private static boolean isHere(String url) {
    try {
      String host = URI.create(url).getHost();
      return host != null
          && Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (IllegalArgumentException | UnknownHostException e) {
      return false;
    }
  }

  /** The service's name in the variables, by the first action that a relay calls. */
  private static Optional<String> service(TargetResource resource) {
    return switch (resource.actions().get(0).split(":", -1)[0]) {
      case "sqs" -> Optional.of("SQS");
      case "sns" -> Optional.of("SNS");
      case "kinesis" -> Optional.of("KINESIS");
      case "s3" -> Optional.of("S3");
      case "events" ->
          Optional.of(
              resource.nameOrArn().contains(":event-busv2/") ? "EVENTBRIDGEV2" : "EVENTBRIDGE");
      default -> Optional.empty();
    };
  }
}
