package io.github.dynamooutbox.infra;

import static io.github.dynamooutbox.infra.SynthesisCheck.From.TYPED;

import io.github.dynamooutbox.infra.SynthesisCheck.From;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Environment;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.TableV2;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.ec2.VpcAttributes;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.kms.Key;

/** Makes apps that give constructs. */
abstract class TypedApp {
  static final String ACCOUNT = "111122223333";

  private static final AtomicInteger IDS = new AtomicInteger();

  final Stack here = stack("eu-west-1", ACCOUNT);

  final Stack elsewhere = stack("us-east-1", ACCOUNT);

  final Stack others = stack("eu-west-1", "444455556666");

  static Stack stack(String region, String account) {
    return stack(new App(), "Shop", region, account);
  }

  static Stack stack(App app, String name, String region, String account) {
    return new Stack(
        app,
        name,
        StackProps.builder()
            .env(Environment.builder().region(region).account(account).build())
            .build());
  }

  static String id() {
    return "C" + IDS.incrementAndGet();
  }

  RefusedApp typed(
      SynthesisCheck check, String problem, Consumer<DynamoOutboxProps.Builder> change) {
    return refused(check, TYPED, problem, change);
  }

  RefusedApp table(SynthesisCheck check, String problem, ITable table) {
    return refused(check, TYPED, problem, app -> table(app, table));
  }

  static DynamoOutboxProps.Builder table(DynamoOutboxProps.Builder app, ITable table) {
    return app.table(table);
  }

  static TableV2.Builder table(Stack stack) {
    return table(stack, id());
  }

  static TableV2.Builder table(Stack stack, String id) {
    return TableV2.Builder.create(stack, id)
        .partitionKey(text("PK"))
        .sortKey(text("SK"))
        .timeToLiveAttribute("ttl")
        .dynamoStream(StreamViewType.NEW_IMAGE);
  }

  RefusedApp refused(
      SynthesisCheck check, From from, String problem, Consumer<DynamoOutboxProps.Builder> change) {
    return new RefusedApp(
        check,
        from,
        problem,
        () -> {
          DynamoOutboxProps.Builder app = base(here);
          change.accept(app);
          app.build();
        });
  }

  static DynamoOutboxProps.Builder base(Stack stack) {
    return table(DynamoOutboxProps.builder(), table(stack).build())
        .artifacts(Synthesised.artifacts())
        .target("bus", bus(stack))
        .route("bus");
  }

  static EventBus bus(Stack stack) {
    return new EventBus(stack, id());
  }

  IVpc vpc() {
    return vpcIn(here);
  }

  static IVpc vpcIn(Stack stack) {
    return vpcIn(stack, id());
  }

  static IVpc vpcIn(Stack stack, String id) {
    return Vpc.fromVpcAttributes(
        stack,
        id,
        VpcAttributes.builder()
            .vpcId("vpc-0123456789abcdef0")
            .availabilityZones(List.of("eu-west-1a", "eu-west-1b"))
            .privateSubnetIds(List.of("subnet-0123456789abcdef0", "subnet-0123456789abcdef1"))
            .build());
  }

  static Key key(Stack stack, String id) {
    return new Key(stack, id);
  }

  static Attribute text(String name) {
    return Attribute.builder().name(name).type(AttributeType.STRING).build();
  }
}
