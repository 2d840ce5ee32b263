package io.github.dynamooutbox.aws.targets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
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
 * The one request to AWS Systems Manager, signed and sent without the service's client, which would
 * add 6 MB to a function.
 *
 * @param name the parameter's name
 * @param environment may set another endpoint, as for every SDK client
 */
record ParameterRequest(String name, Map<String, String> environment) {
  private static final long BASE_MILLIS = 200;
  private static final Duration CALL = Duration.ofSeconds(3);
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERROR = 500;
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * The value.
   *
   * @throws IOException if it cannot be read; the message contains nothing of the value
   */
  String value(int attempts) throws IOException, InterruptedException {
    try (SdkHttpClient http =
            ApacheHttpClient.builder().connectionTimeout(CALL).socketTimeout(CALL).build();
        DefaultCredentialsProvider credentials = DefaultCredentialsProvider.builder().build()) {
      return value(http, credentials, attempts);
    } catch (SdkException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private String value(SdkHttpClient http, AwsCredentialsProvider credentials, int attempts)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        Answer answer = call(http, credentials);
        if (answer.status() < 300) {
          return answer.body().path("Parameter").path("Value").asText();
        }
        if (attempt == attempts || !answer.mayPass()) {
          throw new RefusedException(answer.error());
        }
      } catch (RefusedException e) {
        throw e;
      } catch (IOException e) {
        if (attempt == attempts) {
          throw e;
        }
      }
      Thread.sleep(ThreadLocalRandom.current().nextLong(BASE_MILLIS << attempt));
    }
  }

  private static final class RefusedException extends IOException {
    RefusedException(String message) {
      super(message);
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

  private Answer call(SdkHttpClient http, AwsCredentialsProvider credentials) throws IOException {
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
        response.responseBody().map(InputStream.class::cast).orElseGet(ParameterRequest::nothing)) {
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
}
