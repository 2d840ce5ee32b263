package io.github.dynamooutbox.springorders.embedded;

import com.amazonaws.services.lambda.runtime.Context;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.ConfiguredRelay;
import io.github.dynamooutbox.lambda.StreamRelay;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalSqs;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import io.github.dynamooutbox.testdynamodb.TestTable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

/** DynamoDB Local with a table, the relay, which reads its stream, and a queue as its target. */
final class EmbeddedShop implements AutoCloseable {
  private static final String QUEUE = "totals";
  private static final int MINUTE_MILLIS = 60_000;

  private final DynamoDbLocal server = DynamoDbLocal.start();
  private final LocalSqs queues = LocalSqs.start();
  private final DynamoDbStreamsClient streams =
      LocalClients.dynamoDbStreams(server.streamsEndpoint());
  private final SqsClient sqs = LocalClients.sqs(queues.endpoint());
  private final String url = sqs.createQueue(queue -> queue.queueName(QUEUE)).queueUrl();
  private final ConfiguredRelay relay;
  private final EventSourceMapping mapping;

  EmbeddedShop() {
    // Where the relay's clients find their services, as in a function with such an environment.
    System.setProperty("aws.endpointUrlSqs", queues.endpoint().toString());
    System.setProperty("aws.region", LocalClients.REGION.id());
    System.setProperty("aws.accessKeyId", "local");
    System.setProperty("aws.secretAccessKey", "local");
    RelayConfig config =
        RelayConfig.parse(
            """
            {"table": {"name": "orders"},
             "targets": {"totals": {"type": "sqs", "queueName": "%s"}},
             "routes": [{"to": ["totals"]}]}
            """
                .formatted(QUEUE));
    String stream;
    try (DynamoDbClient client = LocalClients.dynamoDb(server.endpoint())) {
      stream = TestTable.named("orders").create(client);
    }
    relay = ConfiguredRelay.open(config, RelayObserver.NONE, 1);
    StreamRelay function = StreamRelay.of(relay.relay(), config.table().schema());
    mapping =
        EventSourceMapping.builder(streams, stream, event -> invoke(function, event))
            .reportItemFailures()
            .start();
  }

  private static byte[] invoke(StreamRelay function, byte[] event) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      function.handle(new ByteArrayInputStream(event), answer, context());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return answer.toByteArray();
  }

  /** Of a function's context, the relay asks for the time that is left. */
  private static Context context() {
    return (Context)
        Proxy.newProxyInstance(
            Context.class.getClassLoader(),
            new Class<?>[] {Context.class},
            (proxy, method, arguments) ->
                method.getReturnType() == int.class ? MINUTE_MILLIS : null);
  }

  /** Where the service finds DynamoDB. */
  Map<String, Object> properties() {
    return Map.of(
        "spring.cloud.aws.dynamodb.endpoint",
        server.endpoint().toString(),
        "spring.cloud.aws.region.static",
        LocalClients.REGION.id(),
        "spring.cloud.aws.credentials.access-key",
        "local",
        "spring.cloud.aws.credentials.secret-key",
        "local");
  }

  /** Takes what has arrived in the queue; waits a second if there is nothing. */
  List<String> received() {
    List<Message> messages =
        sqs.receiveMessage(receive -> receive.queueUrl(url).waitTimeSeconds(1)).messages();
    messages.forEach(
        each ->
            sqs.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(each.receiptHandle())));
    return messages.stream().map(Message::body).toList();
  }

  @Override
  public void close() {
    mapping.close();
    relay.close();
    streams.close();
    sqs.close();
    queues.close();
    server.close();
  }
}
