package io.github.dynamooutbox.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.ServiceMetadata;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

/**
 * Reads one parameter of AWS Systems Manager, once at start. Sends a signed request itself, because
 * the service's client would add 6 MB to the function.
 */
final class ParameterStore {
  private static final int ATTEMPTS = 5;
  private static final long BASE_MILLIS = 200;
  private static final Duration CALL = Duration.ofSeconds(3);
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERROR = 500;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, String> environment;

  /**
   * @param environment may set another endpoint, as for every SDK client
   */
  public ParameterStore(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * The parameter's value.
   *
   * @throws ConfigException if it cannot be read, after a few attempts if a retry may help
   */
  public String read(String name) {
    try (SdkHttpClient http =
            ApacheHttpClient.builder().connectionTimeout(CALL).socketTimeout(CALL).build();
        DefaultCredentialsProvider credentials = DefaultCredentialsProvider.builder().build()) {
      return read(http, credentials, name);
    } catch (IOException | RuntimeException e) {
      if (e instanceof ConfigException found) {
        throw found;
      }
      throw unreadable(name, e.toString(), e);
    }
  }

  private String read(SdkHttpClient http, AwsCredentialsProvider credentials, String name)
      throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        Answer answer = call(http, credentials, name);
        if (answer.status() < 300) {
          return answer.body().path("Parameter").path("Value").asText();
        }
        if (attempt == ATTEMPTS || !answer.mayPass()) {
          throw unreadable(name, answer.error(), null);
        }
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
      pause(attempt, name);
    }
  }

  private record Answer(int status, JsonNode body) {
    boolean mayPass() {
      return status >= SERVER_ERROR || status == TOO_MANY || error().contains("Throttl");
    }

    String error() {
      return "HTTP %d %s".formatted(status, body.path("__type").asText());
    }
  }

  private Answer call(SdkHttpClient http, AwsCredentialsProvider credentials, String name)
      throws IOException {
    Region region = DefaultAwsRegionProviderChain.builder().build().getRegion();
    byte[] body =
        JsonNodeFactory.instance
            .objectNode()
            .put("Name", name)
            .put("WithDecryption", true)
            .toString()
            .getBytes(StandardCharsets.UTF_8);
    SdkHttpRequest request =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.POST)
            .uri(endpoint(region))
            .putHeader("Content-Type", "application/x-amz-json-1.1")
            .putHeader("X-Amz-Target", "AmazonSSM.GetParameter")
            .build();
    SignedRequest signed =
        AwsV4HttpSigner.create()
            .sign(
                signing ->
                    signing
                        .identity(credentials.resolveCredentials())
                        .request(request)
                        .payload(ContentStreamProvider.fromByteArray(body))
                        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "ssm")
                        .putProperty(AwsV4HttpSigner.REGION_NAME, region.id()));
    HttpExecuteResponse response =
        http.prepareRequest(
                HttpExecuteRequest.builder()
                    .request(signed.request())
                    .contentStreamProvider(signed.payload().orElseThrow())
                    .build())
            .call();
    int status = response.httpResponse().statusCode();
    try (InputStream answer =
        response.responseBody().map(InputStream.class::cast).orElseGet(ParameterStore::nothing)) {
      return new Answer(status, parsed(answer.readAllBytes()));
    }
  }

  private static JsonNode parsed(byte[] answer) {
    try {
      return JSON.readTree(answer);
    } catch (IOException e) {
      // A page from a proxy; the status is enough.
      return JsonNodeFactory.instance.objectNode();
    }
  }

  private static InputStream nothing() {
    return new ByteArrayInputStream(new byte[0]);
  }

  private URI endpoint(Region region) {
    String own = environment.getOrDefault("AWS_ENDPOINT_URL_SSM", "");
    String all = own.isBlank() ? environment.getOrDefault("AWS_ENDPOINT_URL", "") : own;
    return all.isBlank()
        ? URI.create("https://" + ServiceMetadata.of("ssm").endpointFor(region))
        : URI.create(all);
  }

  private static void pause(int attempt, String name) {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(BASE_MILLIS << attempt));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreadable(name, "interrupted", e);
    }
  }

  private static ConfigException unreadable(String name, String why, @Nullable Throwable cause) {
    ConfigException unreadable =
        new ConfigException(
            List.of(
                "environment: OUTBOX_CONFIG_SSM_PARAMETER: \"%s\" cannot be read: %s; check that it exists in this region and account, and that ssm:GetParameter is allowed"
                    .formatted(name, why)));
    if (cause != null) {
      unreadable.initCause(cause);
    }
    return unreadable;
  }
}
