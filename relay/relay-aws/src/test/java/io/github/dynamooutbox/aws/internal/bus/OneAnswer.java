package io.github.dynamooutbox.aws.internal.bus;

import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;

/** An HTTP client that keeps the last request, and has one answer. */
final class OneAnswer implements SdkHttpClient {
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
