package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.infra.Given.Network;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.services.ec2.CfnRoute;
import software.amazon.awscdk.services.ec2.CfnVPC;
import software.amazon.awscdk.services.ec2.CfnVPCEndpoint;
import software.amazon.awscdk.services.ec2.ISubnet;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.InterfaceVpcEndpointAwsService;
import software.amazon.awscdk.services.ec2.SelectedSubnets;
import software.constructs.IConstruct;

/** Finds subnets of the same app from which the relay would reach nothing. */
final class SubnetChecks {
  private SubnetChecks() {}

  static void all(Deployment deployment, Consumer<String> problems) {
    deployment.given().vpc().ifPresent(network -> given(deployment, network, problems));
  }

  private static void given(Deployment deployment, Network network, Consumer<String> problems) {
    SelectedSubnets selected;
    try {
      selected = network.vpc().selectSubnets(network.subnets());
    } catch (RuntimeException none) {
      problems.accept(
          "vpc: has none of the subnets that are selected, or no private ones with a way out; give the VPC with others: vpc(vpc, SubnetSelection)");
      return;
    }
    if (Boolean.TRUE.equals(selected.getHasPublic())) {
      problems.accept(
          "vpc: subnets of it that are selected are public, where the relay, which has no public address, reaches nothing; select private or isolated ones");
    } else if (deployment.app().isComplete() && isMade(network.vpc())) {
      endpoints(deployment, network.vpc(), selected.getSubnets(), problems);
    }
  }

  /** Of a VPC that exists nothing is known. */
  private static boolean isMade(IVpc vpc) {
    return vpc.getNode().getDefaultChild() instanceof CfnVPC;
  }

  private static void endpoints(
      Deployment deployment, IVpc vpc, List<ISubnet> subnets, Consumer<String> problems) {
    Set<String> missing = new TreeSet<>(needed(deployment));
    missing.removeAll(offered(deployment, vpc));
    List<String> closed =
        subnets.stream()
            .filter(subnet -> hasNoRoute(deployment, subnet))
            .map(subnet -> subnet.getNode().getPath())
            .toList();
    if (!closed.isEmpty() && !missing.isEmpty()) {
      problems.accept(
          "vpc: without a route out (%s) and without endpoints of %s, which the relay calls, it reaches nothing; add vpcEndpoints(), or endpoints to the VPC"
              .formatted(String.join(", ", closed), String.join(", ", missing)));
    }
  }

  /** What is sure to be called. */
  private static Set<String> needed(Deployment deployment) {
    Set<String> needed =
        deployment.config().targets().stream()
            .flatMap(target -> target.kind().resource().stream())
            .flatMap(kind -> kind.endpoint().stream())
            .collect(Collectors.toSet());
    if (deployment.hasControlTable() || deployment.config().hasService()) {
      needed.add(RelayNetwork.TABLES);
    }
    if (deployment.config().hasService()) {
      needed.add(InterfaceVpcEndpointAwsService.DYNAMODB_STREAMS.getShortName());
      needed.add(InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS.getShortName());
    }
    return needed;
  }

  private static Set<String> offered(Deployment deployment, IVpc vpc) {
    JsonNode id = TableShape.json(vpc, vpc.getVpcId());
    return deployment
        .app()
        .of(CfnVPCEndpoint.class)
        .filter(endpoint -> TableShape.json(vpc, endpoint.getVpcId()).equals(id))
        .map(endpoint -> RelayNetwork.service(endpoint, endpoint.getServiceName()))
        .collect(Collectors.toSet());
  }

  private static boolean hasNoRoute(Deployment deployment, ISubnet subnet) {
    JsonNode table = table(subnet, subnet.getRouteTable().getRouteTableId());
    return deployment
        .app()
        .of(CfnRoute.class)
        .noneMatch(route -> table(subnet, route.getRouteTableId()).equals(table));
  }

  private static JsonNode table(IConstruct scope, @Nullable String id) {
    return TableShape.json(scope, id);
  }
}
