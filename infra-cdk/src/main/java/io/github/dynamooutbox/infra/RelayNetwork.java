package io.github.dynamooutbox.infra;

import io.github.dynamooutbox.aws.config.DocumentKeys;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.ec2.FlowLogDestination;
import software.amazon.awscdk.services.ec2.FlowLogOptions;
import software.amazon.awscdk.services.ec2.FlowLogTrafficType;
import software.amazon.awscdk.services.ec2.GatewayVpcEndpointAwsService;
import software.amazon.awscdk.services.ec2.GatewayVpcEndpointOptions;
import software.amazon.awscdk.services.ec2.IPeer;
import software.amazon.awscdk.services.ec2.ISecurityGroup;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.InterfaceVpcEndpointAwsService;
import software.amazon.awscdk.services.ec2.InterfaceVpcEndpointOptions;
import software.amazon.awscdk.services.ec2.Peer;
import software.amazon.awscdk.services.ec2.Port;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.ec2.SubnetConfiguration;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.ec2.SubnetType;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.ec2.VpcAttributes;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.constructs.Construct;

/**
 * Where a relay runs: private subnets in two or more zones, with outgoing connections only: over
 * TLS to AWS, and to Kafka's brokers on their ports.
 *
 * <p>A new VPC has a NAT gateway in each zone, because a target can be any service, and a gateway
 * endpoint for DynamoDB's tables, which costs nothing. DynamoDB's streams are not behind it: their
 * records come through NAT, or an interface endpoint.
 */
public final class RelayNetwork extends Construct {
  private static final int ZONES = 2;
  private static final int HTTPS = 443;

  /** What a relay calls whatever its targets are; ECS pulls the image and writes logs. */
  private static final List<InterfaceVpcEndpointAwsService> ALWAYS =
      List.of(
          InterfaceVpcEndpointAwsService.DYNAMODB_STREAMS,
          InterfaceVpcEndpointAwsService.SSM,
          InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS,
          InterfaceVpcEndpointAwsService.ECR,
          InterfaceVpcEndpointAwsService.ECR_DOCKER);

  /** Where a relay runs unless something else is said. */
  static final SubnetSelection PRIVATE =
      SubnetSelection.builder().subnetType(SubnetType.PRIVATE_WITH_EGRESS).build();

  private final IVpc vpc;
  private final SubnetSelection subnets;
  private final SecurityGroup group;
  private final Map<String, ISecurityGroup> brokersGroups = new TreeMap<>();

  /**
   * @param vpc has private subnets from which the services' endpoints can be reached
   */
  public RelayNetwork(Construct scope, String id, IVpc vpc) {
    this(scope, id, new Given.Network(vpc, PRIVATE, false), List.of());
  }

  /**
   * @param targets what the relay sends to, of which it needs the services' endpoints
   */
  RelayNetwork(Construct scope, String id, Given.Network given, List<ResourceKind> targets) {
    super(scope, id);
    this.vpc = given.vpc();
    this.subnets = given.subnets();
    group = makeGroup();
    if (given.endpoints()) {
      interfaceEndpoints(targets);
    }
  }

  /**
   * For a relay with targets of any kind.
   *
   * @param existing the VPC to use; without it, one is created
   */
  public RelayNetwork(Construct scope, String id, Optional<NetworkSettings> existing) {
    this(scope, id, existing, allKinds());
  }

  /**
   * @param targets what the relay sends to, of which it needs the services' endpoints
   */
  RelayNetwork(
      Construct scope, String id, Optional<NetworkSettings> existing, List<ResourceKind> targets) {
    super(scope, id);
    vpc = existing.map(this::given).orElseGet(this::made);
    subnets = PRIVATE;
    group = makeGroup();
    if (existing.map(network -> !network.routeTableIds().isEmpty()).orElse(true)) {
      vpc.addGatewayEndpoint(
          "DynamoDb",
          GatewayVpcEndpointOptions.builder()
              .service(GatewayVpcEndpointAwsService.DYNAMODB)
              .subnets(List.of(privateSubnets()))
              .build());
    }
    if (existing.map(NetworkSettings::interfaceEndpoints).orElse(false)) {
      interfaceEndpoints(targets);
    }
  }

  private SecurityGroup makeGroup() {
    SecurityGroup made =
        SecurityGroup.Builder.create(this, "Group")
            .vpc(vpc)
            .description("The outbox relay speaks TLS, and listens to nobody")
            .allowAllOutbound(false)
            .build();
    made.addEgressRule(Peer.anyIpv4(), Port.tcp(HTTPS), "AWS services");
    return made;
  }

  /** Lets the relay reach brokers, and opens their security group to it if that is known. */
  void reach(String target, BrokerSettings brokers) {
    IPeer peer =
        brokers.securityGroupId().<IPeer>map(Peer::securityGroupId).orElseGet(Peer::anyIpv4);
    for (int port : brokers.ports()) {
      group.addEgressRule(peer, Port.tcp(port), "Kafka brokers of target " + target);
    }
    brokers
        .securityGroupId()
        .map(
            id ->
                // EC2 refuses the same rule twice, and several topics may be of one cluster. Its
                // name is that of no target, so that another target changes no rule.
                brokersGroups.computeIfAbsent(
                    id, any -> SecurityGroup.fromSecurityGroupId(this, "Brokers " + id, id)))
        .ifPresent(
            theirs ->
                brokers
                    .ports()
                    .forEach(
                        port -> theirs.addIngressRule(group, Port.tcp(port), "the outbox relay")));
  }

  private static List<ResourceKind> allKinds() {
    return DocumentKeys.kinds().values().stream()
        .flatMap(kind -> kind.resource().stream())
        .toList();
  }

  private void interfaceEndpoints(List<ResourceKind> targets) {
    SecurityGroup endpoints =
        SecurityGroup.Builder.create(this, "Endpoints")
            .vpc(vpc)
            .description("Endpoints of services, for the outbox relay")
            .allowAllOutbound(false)
            .build();
    endpoints.addIngressRule(group, Port.tcp(HTTPS), "the outbox relay");
    List<InterfaceVpcEndpointAwsService> services = new ArrayList<>(ALWAYS);
    targets.stream()
        .flatMap(kind -> kind.endpoint().stream())
        .distinct()
        .map(InterfaceVpcEndpointAwsService::new)
        .forEach(services::add);
    for (InterfaceVpcEndpointAwsService service : services) {
      vpc.addInterfaceEndpoint(
          "Endpoint-" + service.getShortName(),
          InterfaceVpcEndpointOptions.builder()
              .service(service)
              .subnets(privateSubnets())
              .securityGroups(List.of(endpoints))
              .open(false)
              .build());
    }
  }

  IVpc vpc() {
    return vpc;
  }

  SecurityGroup group() {
    return group;
  }

  SubnetSelection privateSubnets() {
    return subnets;
  }

  private IVpc given(NetworkSettings network) {
    VpcAttributes.Builder attributes =
        VpcAttributes.builder()
            .vpcId(network.vpcId())
            .availabilityZones(network.availabilityZones())
            .privateSubnetIds(network.privateSubnetIds());
    if (network.routeTableIds().isEmpty()) {
      // Only a gateway endpoint would need them, and then none is made.
      Annotations.of(this)
          .acknowledgeWarning(
              "@aws-cdk/aws-ec2:noSubnetRouteTableId", "there is a gateway endpoint already");
    } else {
      attributes.privateSubnetRouteTableIds(network.routeTableIds());
    }
    return Vpc.fromVpcAttributes(this, "Vpc", attributes.build());
  }

  private IVpc made() {
    Vpc made =
        Vpc.Builder.create(this, "Vpc")
            .maxAzs(ZONES)
            .natGateways(ZONES)
            .subnetConfiguration(
                List.of(
                    SubnetConfiguration.builder()
                        .name("nat")
                        .subnetType(SubnetType.PUBLIC)
                        .mapPublicIpOnLaunch(false)
                        .build(),
                    SubnetConfiguration.builder()
                        .name("relay")
                        .subnetType(SubnetType.PRIVATE_WITH_EGRESS)
                        .build()))
            .build();
    LogGroup rejected =
        LogGroup.Builder.create(this, "RejectedTraffic")
            .retention(RetentionDays.ONE_MONTH)
            .removalPolicy(RemovalPolicy.DESTROY)
            .build();
    made.addFlowLog(
        "Rejected",
        FlowLogOptions.builder()
            .trafficType(FlowLogTrafficType.REJECT)
            .destination(FlowLogDestination.toCloudWatchLogs(rejected))
            .build());
    return made;
  }
}
