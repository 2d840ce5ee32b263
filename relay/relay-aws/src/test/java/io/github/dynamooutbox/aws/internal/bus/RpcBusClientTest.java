package io.github.dynamooutbox.aws.internal.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORParser;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Event;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Keys;
import io.github.dynamooutbox.aws.internal.bus.BusClient.RawEvent;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Registry;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Result;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.regions.Region;

/** The wire, read and written by a CBOR library that the client does not use. */
class RpcBusClientTest {
  private static final String BUS =
      "arn:aws:events:us-east-1:111122223333:event-busv2/orders/abcdefghij0123456789abcde";
  private static final Instant TIME = Instant.parse("2026-11-21T10:15:30.120Z");
  private static final Event EVENT =
      new Event("/shop", "OrderPlaced", "{\"a\":1}", TIME, "Order#1", new Keys("Order#1", "d-1"));
  private static final CBORMapper CBOR = new CBORMapper();

  private final OneAnswer http = new OneAnswer();

  private BusClient.Builder builder() {
    return BusClient.builder()
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
        .overrideConfiguration(o -> o.retryStrategy(AwsRetryStrategy.doNotRetry()))
        .httpClient(http);
  }

  private BusClient client() {
    return builder().build();
  }

  @Test
  void addressesAndSignsTheOperation() throws IOException {
    http.answer(200, Map.of("Entries", List.of()));
    client().putEvents(BUS, List.of(EVENT));
    SdkHttpRequest sent = http.request();
    assertThat(sent.method().name()).isEqualTo("POST");
    assertThat(sent.getUri())
        .isEqualTo(
            URI.create(
                "https://eventsv2.us-east-1.amazonaws.com/service/AWSEventsV2/operation/PutEvents"));
    assertThat(sent.firstMatchingHeader("smithy-protocol")).contains("rpc-v2-cbor");
    assertThat(sent.firstMatchingHeader("Content-Type")).contains("application/cbor");
    assertThat(sent.firstMatchingHeader("Accept")).contains("application/cbor");
    assertThat(sent.firstMatchingHeader("Authorization").orElse(""))
        .contains("/us-east-1/events/aws4_request");
  }

  @ParameterizedTest
  @CsvSource({
    "false, false, eu-west-1, eventsv2.eu-west-1.amazonaws.com",
    "true, false, us-east-1, eventsv2-fips.us-east-1.amazonaws.com",
    "false, true, us-east-1, eventsv2.us-east-1.api.aws",
    "true, true, us-east-1, eventsv2-fips.us-east-1.api.aws",
    "false, false, cn-north-1, eventsv2.cn-north-1.amazonaws.com.cn"
  })
  void findsTheEndpointAsAwsNamesIt(boolean fips, boolean dualStack, String region, String host)
      throws IOException {
    http.answer(200, Map.of("State", "ACTIVE"));
    builder()
        .region(Region.of(region))
        .fipsEnabled(fips)
        .dualstackEnabled(dualStack)
        .build()
        .describe(BUS);
    assertThat(http.request().host()).isEqualTo(host);
  }

  @ParameterizedTest
  @CsvSource({"aws.endpointUrlEventBridgeV2", "aws.endpointUrl"})
  void goesToTheEndpointThatTheEnvironmentNames(String property) throws IOException {
    http.answer(200, Map.of("State", "ACTIVE"));
    System.setProperty(property, "http://127.0.0.1:4566");
    try {
      client().describe(BUS);
    } finally {
      System.clearProperty(property);
    }
    assertThat(http.request().getUri())
        .hasToString("http://127.0.0.1:4566/service/AWSEventsV2/operation/DescribeEventBus");
  }

  @Test
  void writesAnEventWithItsTimeAndKeys() throws IOException {
    http.answer(200, Map.of("Entries", List.of()));
    client().putEvents(BUS, List.of(EVENT, EVENT));
    JsonNode body = CBOR.readTree(http.body());
    assertThat(body.path("EventBusArn").asText()).isEqualTo(BUS);
    assertThat(body.path("Entries")).hasSize(2);
    JsonNode entry = body.path("Entries").path(1);
    assertThat(entry.path("Source").asText()).isEqualTo("/shop");
    assertThat(entry.path("DetailType").asText()).isEqualTo("OrderPlaced");
    assertThat(entry.path("Detail").asText()).isEqualTo("{\"a\":1}");
    assertThat(entry.path("Resources").path(0).asText()).isEqualTo("Order#1");
    assertThat(entry.path("Time").asDouble()).isEqualTo(TIME.toEpochMilli() / 1000.0);
    assertThat(tagOf("Time")).isEqualTo(1);
    assertThat(entry.path("SystemMetadata").path("EventGroupId").asText()).isEqualTo("Order#1");
    assertThat(entry.path("SystemMetadata").path("DeduplicationId").asText()).isEqualTo("d-1");
    assertThat(body.has("DeduplicationConfiguration")).isFalse();
  }

  /** The tag before the value of a member, where the member is first. */
  private int tagOf(String member) throws IOException {
    try (CBORParser parser = new CBORFactory().createParser(http.body())) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.FIELD_NAME && parser.currentName().equals(member)) {
          parser.nextToken();
          return parser.getCurrentTag();
        }
      }
    }
    throw new AssertionError("no member " + member);
  }

  @Test
  void writesRawBytesWithMetadataAndRegistry() throws IOException {
    http.answer(200, Map.of("Entries", List.of()));
    byte[] bytes = {0, -1, 127, -128};
    client()
        .putRawEvents(
            BUS,
            Optional.of(new Registry("https://registry.example", Optional.of("arn:connection"))),
            List.of(
                new RawEvent(
                    SdkBytes.fromByteArray(bytes),
                    "application/avro",
                    Map.of("id", "e-1", "subject", "J\u00fcrgen \ud83d\ude00"),
                    new Keys("g", "d"))));
    JsonNode body = CBOR.readTree(http.body());
    JsonNode entry = body.path("Entries").path(0);
    assertThat(entry.path("Data").isBinary()).isTrue();
    assertThat(entry.path("Data").binaryValue()).isEqualTo(bytes);
    assertThat(entry.path("Metadata").path("subject").asText())
        .isEqualTo("J\u00fcrgen \ud83d\ude00");
    assertThat(entry.path("SystemMetadata").path("ContentType").asText())
        .isEqualTo("application/avro");
    JsonNode registry = body.path("SchemaRegistryConfiguration");
    assertThat(registry.path("RegistryUri").asText()).isEqualTo("https://registry.example");
    assertThat(registry.path("ConfluentPublicRegistryConfiguration").path("ConnectionArn").asText())
        .isEqualTo("arn:connection");
  }

  @Test
  void readsAResultForEachEntry() throws IOException {
    http.answer(
        200,
        Map.of(
            "Entries",
            List.of(
                Map.of("EventId", "1", "SequenceNumber", "7", "SuccessCode", "PUBLISHED"),
                Map.of("SuccessCode", "DEDUPLICATED", "AddedLater", List.of(1, 2)),
                Map.of("ErrorCode", "VALIDATION_ERROR", "ErrorMessage", "why"),
                Map.of())));
    assertThat(client().putEvents(BUS, List.of(EVENT)))
        .containsExactly(
            new Result(Optional.of("PUBLISHED"), Optional.empty(), Optional.empty()),
            new Result(Optional.of("DEDUPLICATED"), Optional.empty(), Optional.empty()),
            new Result(Optional.empty(), Optional.of("VALIDATION_ERROR"), Optional.of("why")),
            new Result(Optional.empty(), Optional.empty(), Optional.empty()));
  }

  @Test
  void anAnswerWithoutEntriesHasNoResults() throws IOException {
    http.answer(200, Map.of());
    assertThat(client().putEvents(BUS, List.of(EVENT))).isEmpty();
  }

  @Test
  void readsWhatABusIsLike() throws IOException {
    Map<String, Object> bus = new HashMap<>();
    bus.put("State", "CREATE_FAILED");
    bus.put("StateReason", "KMS_ACCESS_DENIED");
    bus.put("StorageConfiguration", Map.of("RetentionPeriodInDays", 30));
    http.answer(200, bus);
    BusClient.Description description = client().describe(BUS);
    assertThat(description.state()).isEqualTo("CREATE_FAILED");
    assertThat(description.reason()).contains("KMS_ACCESS_DENIED");
    assertThat(description.retentionDays()).hasValue(30);
  }

  @Test
  void readsTheCodeOfAnErrorWithoutItsNamespace() throws IOException {
    http.answer(
        403,
        Map.of("__type", "com.amazonaws.eventbridgev2#AccessDeniedException", "message", "no"));
    assertThatThrownBy(() -> client().putEvents(BUS, List.of(EVENT)))
        .isInstanceOfSatisfying(
            AwsServiceException.class,
            failure -> {
              assertThat(failure.awsErrorDetails().errorCode()).isEqualTo("AccessDeniedException");
              assertThat(failure.awsErrorDetails().errorMessage()).isEqualTo("no");
              assertThat(failure.statusCode()).isEqualTo(403);
              assertThat(failure.requestId()).isEqualTo("r-1");
            });
  }

  @Test
  void anAnswerThatIsNotTheServicesIsAnErrorWithoutACode() {
    http.answer(502, "<html>bad gateway</html>".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> client().putEvents(BUS, List.of(EVENT)))
        .isInstanceOfSatisfying(
            AwsServiceException.class, failure -> assertThat(failure.statusCode()).isEqualTo(502));
  }

  @Test
  void noTextContainsAPayload() {
    assertThat(EVENT.toString()).doesNotContain("\"a\"");
    assertThat(
            new RawEvent(
                    SdkBytes.fromUtf8String("secret"),
                    "text/plain",
                    Map.of("k", "secret"),
                    new Keys("g", "d"))
                .toString())
        .doesNotContain("secret");
  }

  /** An HTTP client that keeps the last request, and has one answer. */
  private static final class OneAnswer implements SdkHttpClient {
    private int status;
    private byte[] answer = {};
    private @Nullable SdkHttpRequest request;
    private byte[] body = {};

    void answer(int newStatus, Map<String, ?> structure) throws IOException {
      answer(newStatus, new CBORMapper().writeValueAsBytes(structure));
    }

    void answer(int newStatus, byte[] bytes) {
      status = newStatus;
      answer = bytes;
    }

    SdkHttpRequest request() {
      return Objects.requireNonNull(request);
    }

    byte[] body() {
      return body;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest execute) {
      return new ExecutableHttpRequest() {
        @Override
        public HttpExecuteResponse call() throws IOException {
          request = execute.httpRequest();
          body = execute.contentStreamProvider().orElseThrow().newStream().readAllBytes();
          return HttpExecuteResponse.builder()
              .response(
                  SdkHttpResponse.builder()
                      .statusCode(status)
                      .putHeader("smithy-protocol", "rpc-v2-cbor")
                      .putHeader("Content-Type", "application/cbor")
                      .putHeader("x-amzn-RequestId", "r-1")
                      .build())
              .responseBody(AbortableInputStream.create(new ByteArrayInputStream(answer)))
              .build();
        }

        @Override
        public void abort() {}
      };
    }

    @Override
    public void close() {}
  }
}
