package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.infra.Deployment.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import software.amazon.awscdk.CfnResource;
import software.amazon.awscdk.Stack;

/** Finds what two stacks, or two parts of one, would both create, or both read. */
final class SharedNames {
  private static final String TABLE = "table";
  private static final String ENDPOINTS = "endpoints";

  /**
   * A name that only one can have.
   *
   * @param place account and region; empty if no two places have one name
   * @param path where it is said
   * @param isMade whether the stack makes what has the name
   */
  private record Name(String place, String kind, String name, String path, boolean isMade) {
    String key() {
      return String.join(" ", place, kind, name);
    }
  }

  private SharedNames() {}

  /** Of documents: they are deployed from one app. */
  static List<String> problems(List<Deployment> stacks) {
    Map<String, String> owners = new HashMap<>();
    List<String> problems = new ArrayList<>();
    for (Deployment stack : stacks) {
      for (Name name : names(stack)) {
        String owner = owners.putIfAbsent(name.key(), stack.where() + name.path());
        if (owner != null) {
          problems.add(
              "%s%s%s"
                  .formatted(
                      stack.where(),
                      taken(name, owner),
                      name.place().isEmpty() || name.kind().equals(ENDPOINTS)
                          ? ""
                          : ", or give each its account or region"));
        }
      }
    }
    return problems;
  }

  private static String taken(Name name, String owner) {
    if (name.kind().equals(ENDPOINTS)) {
      return "%s: %s has endpoints of %s already, and only one for each service; create them beside both, and remove this"
          .formatted(name.path(), name.name(), owner);
    }
    return "%s: \"%s\" is also that of %s%s; name another"
        .formatted(
            name.path(),
            name.name(),
            owner,
            name.place().isEmpty() ? "" : ", in the same account and region");
  }

  /** Of an outbox, beside the rest of its app. */
  static void inApp(Deployment deployment, Consumer<String> problems) {
    Map<String, String> owners = new HashMap<>();
    for (Deployment other : deployment.app().outboxes()) {
      String where = other.stack().map(Place::path).orElse("") + ": ";
      names(other).forEach(name -> owners.put(name.key(), where + name.path()));
    }
    for (Name name : names(deployment)) {
      String owner = owners.get(name.key());
      if (owner != null) {
        problems.accept(
            name.path().startsWith(TABLE)
                ? "%s: is relayed by %s already, and both would count and report what the other does; keep one outbox, with the targets and routes of both"
                    .formatted(name.path(), owner)
                : taken(name, owner));
      }
    }
    besides(deployment, problems);
  }

  /** What the stack makes without an outbox. */
  private static void besides(Deployment deployment, Consumer<String> problems) {
    Map<String, Name> made = new HashMap<>();
    names(deployment).stream()
        .filter(Name::isMade)
        .forEach(name -> made.put(name.kind() + " " + name.name(), name));
    String inside = deployment.stack().map(Place::path).orElse("") + "/";
    String stack = deployment.stack().map(Place::stack).orElse("");
    deployment
        .app()
        .of(CfnResource.class)
        .forEach(
            each ->
                Given.nameOfResource(each)
                    .map(name -> made.get(kind(each) + " " + name))
                    .filter(name -> !each.getNode().getPath().startsWith(inside))
                    .filter(name -> Stack.of(each).getNode().getPath().equals(stack))
                    .ifPresent(
                        name ->
                            problems.accept(
                                taken(name, each.getNode().getPath())
                                    + ", or give the builder that resource")));
  }

  private static String kind(CfnResource resource) {
    String type = resource.getCfnResourceType();
    return type.startsWith("AWS::DynamoDB::") ? TABLE : type;
  }

  private static List<Name> names(Deployment deployment) {
    List<Name> names = new ArrayList<>();
    String place =
        deployment
            .stack()
            .map(Place::stack)
            .orElseGet(
                () ->
                    deployment.infrastructure().path("account")
                        + "/"
                        + deployment.infrastructure().path("region"));
    OutboxConfig config = deployment.config();
    if (deployment.stack().isEmpty()) {
      names.add(new Name("", "stack", config.stackName(), "infrastructure.stackName", true));
    }
    boolean isGiven = deployment.given().table().isPresent();
    names.add(
        new Name(
            place,
            TABLE,
            config.tableName().orElseGet(() -> tableItself(deployment)),
            isGiven ? Used.TABLE : "table.name",
            deployment.makesTable()));
    if (deployment.makesControlTable()) {
      config
          .controlTableName()
          .ifPresent(name -> names.add(new Name(place, TABLE, name, "controlTable.name", true)));
    }
    for (TargetSettings target : config.targets()) {
      target
          .kind()
          .resource()
          .filter(kind -> target.arn().isEmpty())
          .ifPresent(
              kind ->
                  names.add(
                      new Name(
                          kind.isUniqueEverywhere() ? "" : place,
                          kind.cloudFormation(),
                          target.resourceName().orElse(""),
                          "targets.%s.%s".formatted(target.name(), kind.name().name()),
                          true)));
    }
    endpoints(deployment).forEach(names::add);
    return names;
  }

  /** Of a VPC or a route table, whose ids are unique everywhere. */
  private static Stream<Name> endpoints(Deployment deployment) {
    String path = "infrastructure.network.";
    JsonNode network = deployment.infrastructure().path("network");
    return Stream.of(
            deployment.given().vpc().filter(Given.Network::endpoints).stream()
                .map(
                    it ->
                        new Name(
                            "", ENDPOINTS, it.vpc().getNode().getPath(), "vpcEndpoints", true)),
            Stream.of(network.path("vpcId"))
                .filter(any -> network.path("interfaceEndpoints").asBoolean())
                .map(it -> new Name("", ENDPOINTS, it.asText(), path + "interfaceEndpoints", true)),
            network
                .path("routeTableIds")
                .valueStream()
                .distinct()
                .map(it -> new Name("", ENDPOINTS, it.asText(), path + "routeTableIds", true)))
        .flatMap(each -> each);
  }

  /** Stands for a name that is only known during the deployment. */
  private static String tableItself(Deployment deployment) {
    return deployment.used().stream()
        .filter(Used::isTable)
        .map(Used::identity)
        .findFirst()
        .orElse("");
  }
}
