package shop;

import io.github.dynamooutbox.infra.DynamoOutbox;
import io.github.dynamooutbox.infra.DynamoOutboxProps;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.TableV2;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.sns.Topic;
import software.constructs.Construct;

/** A service's own app, with an outbox in the service's own stack. */
public final class ShopApp {
  private ShopApp() {}

  public static void main(String[] arguments) {
    App app = new App();
    stack(app);
    app.synth();
  }

  /** The stack, for a test. */
  public static Stack stack(Construct app) {
    Stack stack = new Stack(app, "Shop");
    Role service =
        Role.Builder.create(stack, "Service")
            .assumedBy(new ServicePrincipal("lambda.amazonaws.com"))
            .build();
    // snippet:start outbox
    TableV2 orders =
        TableV2.Builder.create(stack, "Orders")
            .partitionKey(Attribute.builder().name("PK").type(AttributeType.STRING).build())
            .sortKey(Attribute.builder().name("SK").type(AttributeType.STRING).build())
            .timeToLiveAttribute("ttl")
            .dynamoStream(StreamViewType.NEW_IMAGE)
            .build();
    DynamoOutbox outbox =
        new DynamoOutbox(
            stack,
            "Outbox",
            DynamoOutboxProps.builder()
                .table(orders)
                .controlTableName("shop-control")
                .target("bus", new EventBus(stack, "Bus"))
                .target("billing", Topic.Builder.create(stack, "Billing").fifo(true).build())
                .route("bus")
                .route(Map.of("aggregateType", List.of("Payment")), "billing")
                .set("infrastructure.alarms.email", "on-call@example.com")
                .build());
    outbox.grantWrite(service);
    // snippet:end
    return stack;
  }
}
