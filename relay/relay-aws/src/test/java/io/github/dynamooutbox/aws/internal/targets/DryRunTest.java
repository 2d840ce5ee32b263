package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.aws.internal.targets.StreamOrderTest.Found;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallLocation;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.LocationTrait;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequest;

/** A server with one answer to every request. */
class DryRunTest {
  private final List<String> found = new ArrayList<>();
  private int requests;
  private String code = "";
  private HttpServer server;
  private KinesisClient client;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    client =
        KinesisClient.builder()
            .endpointOverride(URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
            .region(Region.EU_WEST_1)
            .credentialsProvider(AnonymousCredentialsProvider.create())
            .overrideConfiguration(it -> it.retryStrategy(AwsRetryStrategy.doNotRetry()))
            .build();
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      requests++;
      exchange.getResponseHeaders().add("x-amzn-ErrorType", code);
      exchange.getResponseHeaders().add("Content-Type", "application/x-amz-cbor-1.1");
      byte[] empty = {(byte) 0xA0};
      exchange.sendResponseHeaders(code.isEmpty() ? 200 : 400, empty.length);
      exchange.getResponseBody().write(empty);
    }
  }

  private List<String> report(String answer) {
    code = answer;
    found.clear();
    DryRun.report(client, PutRecordsRequest.builder().build(), new Found(found));
    return found;
  }

  @Test
  void tellsWhetherTheStreamMayBePublishedTo() {
    assertThat(report("DryRunOperationException")).containsExactly("fine may be published to");
    assertThat(report("AccessDeniedException"))
        .containsExactly(
            "unchecked may not be published to with these credentials (AccessDeniedException)");
    assertThat(report("")).singleElement().asString().startsWith("wrong does not know dry runs");
    assertThatThrownBy(() -> report("ResourceNotFoundException"))
        .isInstanceOf(AwsServiceException.class);
  }

  /** An emulator that does not know it would store the record. */
  @Test
  void isNotTriedAtAnEndpointThatIsNotAws() {
    try (KinesisClient aws = KinesisClient.builder().region(Region.EU_WEST_1).build()) {
      assertThat(DryRun.mayBeTried(aws)).isTrue();
    }
    assertThat(DryRun.mayBeTried(client)).isFalse();

    DryRun.examine(client, "orders", new Found(found));
    assertThat(found).isEmpty();
    assertThat(requests).isZero();
  }

  @Test
  void isOnlyMadeWhereTheSdkKnowsIt() {
    Later later = new Later();
    assertThat(DryRun.request(later)).isTrue();
    assertThat(later.dryRun).isTrue();
    assertThat(DryRun.request(new Earlier())).isFalse();
  }

  /** A request as an SDK before September 2026 has it. */
  private static class Earlier implements SdkPojo {
    @Override
    public List<SdkField<?>> sdkFields() {
      return List.of();
    }

    @Override
    public Map<String, SdkField<?>> sdkFieldNameToField() {
      return Map.of();
    }
  }

  /** The same of a later one, which has the field as the SDK's generator writes it. */
  private static final class Later extends Earlier {
    private boolean dryRun;

    @Override
    public List<SdkField<?>> sdkFields() {
      return List.of(
          SdkField.<Boolean>builder(MarshallingType.BOOLEAN)
              .memberName("DryRun")
              .setter((request, value) -> ((Later) request).dryRun = value)
              .traits(
                  LocationTrait.builder()
                      .location(MarshallLocation.PAYLOAD)
                      .locationName("DryRun")
                      .build())
              .build());
    }
  }
}
